package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.testbed.ChildProcess;
import java.io.IOException;
import java.util.Map;

/** What carries the rows of an outbox to Kafka, in a process of its own. */
interface Relay {
  /** As reports call it. */
  String name();

  /** The header of a record that has the row's id. */
  String idHeader();

  /** Settings as the process reads them from its input. */
  static String lines(Map<String, String> settings) {
    StringBuilder lines = new StringBuilder();
    settings.forEach((key, value) -> lines.append(key).append('=').append(value).append('\n'));
    return lines.append('\n').toString();
  }

  /** Starts it; returns when it runs, whether or not it reads yet. */
  ChildProcess start(RelayPlace place) throws IOException, InterruptedException;
}
