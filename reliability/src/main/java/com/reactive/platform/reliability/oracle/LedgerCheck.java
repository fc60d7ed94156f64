package com.reactive.platform.reliability.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.testbed.ResponseContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares a gateway's own ledger, of {@code /status}, with what its only client saw. */
public final class LedgerCheck {
  private LedgerCheck() {}

  /** Problems of a ledger by itself, when nothing is sent any more. */
  public static List<String> ofWhatIs(JsonNode status) {
    JsonNode ledger = status.path("ledger");
    List<String> problems = new ArrayList<>();
    if (!ledger.path("balanced").asBoolean()) {
      problems.add("the ledger does not add up: " + ledger);
    }
    if (ledger.path("inFlight").asLong(-1) != 0) {
      problems.add("after the load the ledger has events in flight: " + ledger);
    }
    return problems;
  }

  /**
   * The same, and against the client's counts. Only if the gateway lived through the load and
   * nobody else sent anything.
   *
   * @param before its status before the load
   * @param after its status after the load, when all events had their outcome
   * @param sent requests
   * @param answers by status; 0 stands for none
   */
  public static List<String> ofRun(
      JsonNode before, JsonNode after, long sent, Map<Integer, Long> answers) {
    List<String> problems = new ArrayList<>(ofWhatIs(after));
    long answered = sent - answers.getOrDefault(ResponseContract.NO_RESPONSE, 0L);
    long created = answers.getOrDefault(ResponseContract.CREATED, 0L);
    long perhaps =
        answers.getOrDefault(ResponseContract.ACCEPTED, 0L)
            + answers.getOrDefault(ResponseContract.NO_RESPONSE, 0L);
    requireRange(problems, "received", grown(before, after, "received"), answered, sent);
    long acked = grown(before, after, "acked") + grown(before, after, "replayed");
    requireRange(problems, "acked", acked, created, created + perhaps);
    return problems;
  }

  private static long grown(JsonNode before, JsonNode after, String name) {
    return after.path("ledger").path(name).asLong() - before.path("ledger").path(name).asLong();
  }

  private static void requireRange(
      List<String> problems, String name, long value, long from, long to) {
    if (value < from || value > to) {
      problems.add(
          String.format(
              Locale.ROOT,
              "by its ledger the gateway has %s %,d, by the client's answers %,d to %,d",
              name,
              value,
              from,
              to));
    }
  }
}
