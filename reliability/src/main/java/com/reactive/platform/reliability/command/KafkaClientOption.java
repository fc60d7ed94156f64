package com.reactive.platform.reliability.command;

import picocli.CommandLine.Option;

/** The client that the gateway of a run reaches Kafka with. */
final class KafkaClientOption {
  private static final String NATIVE = "native";

  @Option(
      names = "--kafka-client",
      paramLabel = "native|java",
      defaultValue = NATIVE,
      description = "The gateway's kafka.client (default: ${DEFAULT-VALUE}).")
  private String client = NATIVE;

  /**
   * The value of {@code kafka.client}.
   *
   * @throws IllegalArgumentException if there is no such client
   */
  String value() {
    if (!client.equals(NATIVE) && !client.equals("java")) {
      throw new IllegalArgumentException("--kafka-client must be native or java, not " + client);
    }
    return client;
  }
}
