from engine.svg import *
