"""One game between two engine processes: players, clock, referee, record."""
