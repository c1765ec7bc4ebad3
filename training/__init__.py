"""Making the engine stronger: self-play, fitted weights, and matches that prove a change."""
