from study.puzzles import *
