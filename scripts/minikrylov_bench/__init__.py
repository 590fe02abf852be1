"""The parts of scripts/bench.py: what is measured, against which targets and peers."""
