"""A crowd of bots: many rooms of them at full speed, while one of the workers that play them is killed."""
