"""Studies: which runs there are, running what is not there yet, job scripts, and one file of everything."""
