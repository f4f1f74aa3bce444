"""What interrupts the turns: duels and circles (ZC-14 to ZC-16)."""
