package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.testbed.Machine;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class BrochureOptionsTest {
  private static final Machine DIRTY = new Machine("cpu", 2, "kernel", 0, "abc-dirty");
  private static final Machine CLEAN = new Machine("cpu", 2, "kernel", 0, "abc");

  @Command
  private static final class Run {
    @Mixin private BrochureOptions options;
  }

  @Test
  void aReportOfSourcesThatNobodyElseHasIsRefused() {
    assertThatThrownBy(() -> refuse(DIRTY))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("uncommitted changes")
        .hasMessageContaining("--allow-dirty");
  }

  @Test
  void unlessItIsAskedForOrGoesElsewhere() {
    assertThatCode(() -> refuse(CLEAN)).doesNotThrowAnyException();
    assertThatCode(() -> refuse(DIRTY, "--allow-dirty")).doesNotThrowAnyException();
    assertThatCode(() -> refuse(DIRTY, "--reports", "mine")).doesNotThrowAnyException();
  }

  private static void refuse(Machine machine, String... args) {
    Run run = new Run();
    new CommandLine(run).parseArgs(args);
    run.options.refuseDirty(machine);
  }
}
