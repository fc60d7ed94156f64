package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;

/** Results that were never measured, in the form of JMH's JSON. */
final class JmhResults {
  private JmhResults() {}

  static JmhRounds rounds(String... ids) {
    List<String> wanted = Arrays.asList(ids);
    return new JmhRounds(
        "/jdk", JmhSuite.rows().stream().filter(row -> wanted.contains(row.id())).toList());
  }

  /** One round of a row's benchmark. */
  static void add(JmhRounds rounds, String id, JsonNode result) {
    rounds.add(run(rounds, id), result);
  }

  static String run(JmhRounds rounds, String id) {
    return rounds.rows().stream()
        .filter(row -> row.id().equals(id))
        .findFirst()
        .orElseThrow()
        .run();
  }

  static ObjectNode score(double score) {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    result.put("jdkVersion", "17").put("vmName", "a JVM").put("vmVersion", "17+1");
    result.putObject("primaryMetric").put("score", score);
    result.putObject("secondaryMetrics");
    return result;
  }

  static ObjectNode with(ObjectNode result, String counter, double score) {
    result.withObject("/secondaryMetrics").putObject(counter).put("score", score);
    return result;
  }
}
