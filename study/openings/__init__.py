"""Opening books: made from games, walked through, and played from."""
