"""What `-help` prints."""

HELP = """\
propolis-arena: tournaments between Universal Hive Protocol engines

  propolis-arena -engine cmd="ENGINE A" -engine cmd="ENGINE B" -each st=1 -games 100

Engines
  -engine KEY=VALUE ...     an engine; give two or more
  -each KEY=VALUE ...       what holds for all engines that do not say otherwise
      cmd=COMMAND           program with arguments, quoted as for a shell
      args=ARGUMENTS        more arguments
      name=NAME             default: what the engine calls itself
      dir=DIRECTORY         where it runs
      option.NAME=VALUE     an option of the engine
      st=SECONDS            limit: time a move
      tc=SECONDS+INCREMENT  limit: clock, also MINUTES:SECONDS+INCREMENT
      depth=PLIES           limit: depth
      nodes=NODES           limit: nodes, for engines that know 'bestmove nodes'
      margin=SECONDS        how late a move may be (0.25)
      startup=SECONDS       until the banner must be there (30)
      reply=SECONDS         for any other command (30)
      patience=SECONDS      for a move where the limit is not a time (600)
      threads=N             cores it uses; default: its option Threads, or 1

Tournament
  -tournament roundrobin|gauntlet   everybody against everybody, or the first against all
  -games N                  games of each two engines that meet, even (2; with -sprt no end)
  -rounds N                 the same as twice as many games
  -gametype TYPE,...|all    Base, Base+M, ... Base+MLP in turn (Base+MLP, or those of the file)
  -openings random plies=N  random legal plies (4)
  -openings file=FILE [format=uhp|pgn] [plies=N] [order=sequential|random] [start=N]
  -openings book[=FILE] [plies=N] [score=S]
                            of an opening book (the own one), neither side ahead by more than S
                            points (0.5) after N plies (4)
  -seed N                   makes openings repeatable (1)
  -sprt elo0=E elo1=E [alpha=P] [beta=P] [model=normalized|logistic]
                            stop when one of two hypotheses is accepted

Games
  -maxplies N               draw after so many plies (300)
  -repetition on|off        draw when a position occurs for the third time (on)
  -resign score=S [movecount=N] [twosided=true]
  -draw score=S [movecount=N] [movenumber=N]
                            decide games by the scores engines report

Running
  -concurrency N            games at once (cores divided by the threads of an engine)
  -dask ADDRESS|local       play on a Dask cluster; needs propolis[cluster]
  -resume [JOURNAL] [upto=LINE]
                            go on after a break; after that line of a damaged journal
  -quiet                    nothing but the report
  -strict                   exit code 7 if an engine failed or disagreed with the referee

Output
  -pgnout FILE  -jsonout FILE  -svgout FILE  -journal FILE
  -event NAME  -site NAME   for the PGN
  -report JOURNAL [upto=LINE]
                            tell the results of a journal, or of its lines up to one

Exit codes
  0 done; with -sprt: H1 accepted       4 SPRT: H0 accepted
  1 a fault of the arena                5 SPRT: undecided after all games
  2 wrong command line or file          6 cluster out of reach, or games cannot be finished
  3 an engine cannot be used            7 -strict: engines failed
                                        130, 143 interrupted by Ctrl-C, SIGTERM
"""
