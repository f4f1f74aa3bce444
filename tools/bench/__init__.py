"""What a move costs here and how fast moves go, measured on a stack of its own."""
