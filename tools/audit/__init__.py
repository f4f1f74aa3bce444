"""What is locked, held against known holes without a network."""
