"""What people and programs get to see: progress, reports, pictures, PGN."""
