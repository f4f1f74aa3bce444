"""Command lines for whoever develops, measures or operates 0cards!."""
