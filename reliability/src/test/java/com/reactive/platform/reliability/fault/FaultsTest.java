package com.reactive.platform.reliability.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FaultsTest {
  @Test
  void namesAreDistinctAndFound() {
    assertThat(Faults.all()).extracting(Fault::name).doesNotHaveDuplicates();
    for (Fault fault : Faults.all()) {
      assertThat(Faults.named(fault.name())).isSameAs(fault);
    }
    assertThatThrownBy(() -> Faults.named("meteor"))
        .hasMessageStartingWith("no fault is called meteor; there are leader-kill, ");
  }

  /** A fault that the page does not name, nobody would know of. */
  @Test
  void thePageNamesThemAll() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "reliability.md"));
    for (Fault fault : Faults.all()) {
      assertThat(page).contains("| `" + fault.name() + "` |");
    }
  }
}
