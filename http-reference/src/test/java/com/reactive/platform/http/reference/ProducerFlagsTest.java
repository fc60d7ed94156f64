package com.reactive.platform.http.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProducerFlagsTest {
  @Test
  void whatIsNotGivenIsTheClientsDefault() {
    ProducerFlags flags = parsed("--bootstrap", "localhost:9092", "--topic", "t");
    assertThat(ProducerFlags.inForce(flags.config())).contains("acks=all", "linger.ms=5");
    assertThat(flags.topic()).isEqualTo("t");
    assertThat(flags.async()).isFalse();
  }

  @Test
  void anySettingOfTheProducerIsAFlag() {
    ProducerFlags flags =
        parsed(
            "--bootstrap",
            "localhost:9092",
            "--linger-ms",
            "0",
            "--async",
            "--topic",
            "t",
            "--batch-size",
            "100");
    assertThat(ProducerFlags.inForce(flags.config())).contains("linger.ms=0", "batch.size=100");
    assertThat(flags.async()).isTrue();
  }

  @Test
  void whatIsNoFlagOrHasNoValueIsRefused() {
    for (String[] args :
        new String[][] {{"--lingerms", "0"}, {"linger-ms", "0"}, {"--topic"}, {"--port", "x"}}) {
      assertThatThrownBy(() -> parsed(args))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("--bootstrap HOST:PORT")
          .hasMessageEndingWith("not '" + args[0] + "'");
    }
  }

  @Test
  void whereToWriteMustBeGiven() {
    assertThatThrownBy(() -> parsed("--topic", "t").config())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--bootstrap and --topic must be given");
  }

  private static ProducerFlags parsed(String... args) {
    ProducerFlags flags = new ProducerFlags();
    assertThat(Serving.of(args, ProducerFlags.USAGE, flags).port()).isZero();
    return flags;
  }
}
