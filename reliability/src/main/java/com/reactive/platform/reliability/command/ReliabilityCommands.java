package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.BenchCommands;
import java.util.List;

/** The reliability suite of {@code ./reactive bench}. */
public final class ReliabilityCommands implements BenchCommands {
  @Override
  public List<Class<?>> commands() {
    return List.of(
        BenchMutateCommand.class,
        BenchOracleCommand.class,
        BenchCrashCommand.class,
        BenchChaosCommand.class,
        BenchReplicasCommand.class,
        BenchOutboxCommand.class,
        BenchOverloadCommand.class,
        BenchBadEventsCommand.class,
        BenchSlowClientsCommand.class,
        BenchSlowBodiesCommand.class);
  }
}
