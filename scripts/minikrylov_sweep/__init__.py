"""Studies: their runs, running those still missing, job scripts, and one file with all results."""
