"""Workers and gateways come and go under a load that stays the same.

Two cores show nothing by themselves, so each worker is capped: few rooms in hand at a time, and Redis further away.
"""
