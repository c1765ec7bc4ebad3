"""How likely a move is to be chosen, by what kind of move it is: learnt from searches."""
