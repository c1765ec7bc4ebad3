from learning import *
