package com.reactive.platform.reliability.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.kafka.benchmark.report.ConsoleTable;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.rig.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A {@link ChaosResult} for people and programs. */
public final class ChaosReport {
  /** Grows when a reader of an older one could not read it. */
  private static final int VERSION = 1;

  private static final int TEXTS = 3;

  private final ChaosResult result;
  private final long seed;
  private final String command;
  private final Instant endedAt;
  private final Machine machine = Machine.current();

  /**
   * @param command that makes the same faults again
   */
  public ChaosReport(ChaosResult result, long seed, String command, Instant endedAt) {
    this.result = result;
    this.seed = seed;
    this.command = command;
    this.endedAt = endedAt.truncatedTo(ChronoUnit.SECONDS);
  }

  /** For the terminal; the last line is the verdict. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(ConsoleTable.table(ChaosTables.each(result.faults()), TEXTS)).append('\n');
    text.append(ConsoleTable.table(ChaosTables.kinds(result.faults()), 1)).append('\n');
    skipped()
        .forEach(
            (name, why) ->
                text.append("skipped ").append(name).append(": ").append(why).append('\n'));
    text.append("answers  ").append(ChaosTables.answers(result.answers())).append("\n\n");
    text.append(result.main().table());
    text.append("\nthe topic that may be deleted\n").append(result.doomed().table()).append('\n');
    result.problems().forEach(problem -> text.append("✗ ").append(problem).append('\n'));
    text.append(verdict()).append('\n');
    return text.toString();
  }

  private String verdict() {
    return (result.passed() ? "PASS" : "FAIL")
        + ": "
        + made()
        + " faults in "
        + ChaosTables.seconds(result.millis())
        + " s, seed "
        + seed;
  }

  private long made() {
    return result.faults().stream().filter(FaultOutcome::made).count();
  }

  private Map<String, String> skipped() {
    return result.faults().stream()
        .filter(outcome -> !outcome.made())
        .collect(
            Collectors.toMap(
                FaultOutcome::name, FaultOutcome::skipped, (one, same) -> one, TreeMap::new));
  }

  /** For programs. */
  public String json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("version", VERSION);
    json.put("passed", result.passed());
    json.put("seed", seed);
    json.put("command", command);
    json.put("endedAt", endedAt.toString());
    json.put("seconds", result.millis() / 1e3);
    json.putObject("environment")
        .put("jdk", System.getProperty("java.runtime.version"))
        .put("cpu", machine.cpu())
        .put("cores", machine.cores())
        .put("kernel", machine.kernel())
        .put("commit", machine.commit());
    putAnswers(json.putObject("answers"), result.answers());
    json.set("events", result.main().toJson());
    json.set("eventsOfDeletedTopic", result.doomed().toJson());
    result.problems().forEach(json.putArray("problems")::add);
    ArrayNode faults = json.putArray("faults");
    result.faults().forEach(outcome -> put(faults.addObject(), outcome));
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(ObjectNode json, FaultOutcome outcome) {
    json.put("name", outcome.name());
    json.put("seed", outcome.planned().seed());
    if (!outcome.made()) {
      json.put("skipped", outcome.skipped());
      return;
    }
    json.put("hit", outcome.hit());
    json.put("atMillis", outcome.atMillis());
    json.put("heldMillis", outcome.heldMillis());
    json.put("longestWithoutAckMillis", outcome.stallMillis());
    json.put("firstAckAfterMillis", outcome.againMillis());
    json.put("inSyncAfterMillis", outcome.wholeMillis());
    putAnswers(json.putObject("answers"), outcome.answers());
    if (!outcome.problem().isEmpty()) {
      json.put("problem", outcome.problem());
    }
  }

  private static void putAnswers(ObjectNode json, Map<Integer, Long> answers) {
    new TreeMap<>(answers)
        .forEach((status, count) -> json.put(status == 0 ? "lost" : "" + status, count));
  }

  /** Writes {@code chaos.json} and {@code README.md} into a folder. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("chaos.json"), json());
    Files.writeString(folder.resolve("README.md"), markdown());
  }

  private String markdown() {
    StringBuilder text = new StringBuilder("# Chaos run\n\n");
    text.append("**").append(verdict()).append("**, ended ").append(endedAt).append("\n\n");
    text.append("```\n").append(command).append("\n```\n\n");
    text.append(
        "%s, %d cores, %s, JDK %s, commit %s\n\n"
            .formatted(
                machine.cpu(),
                machine.cores(),
                machine.kernel(),
                System.getProperty("java.runtime.version"),
                machine.commit()));
    if (!result.problems().isEmpty()) {
      text.append("## Problems\n\n");
      result.problems().forEach(problem -> text.append("- ").append(problem).append('\n'));
      text.append('\n');
    }
    text.append("## Answers and what was found of them\n\n```\n");
    text.append(ChaosTables.answers(result.answers())).append("\n\n").append(result.main().table());
    text.append("\nthe topic that may be deleted\n")
        .append(result.doomed().table())
        .append("```\n\n");
    skipped()
        .forEach(
            (name, why) ->
                text.append("Skipped ").append(name).append(": ").append(why).append("\n\n"));
    append(text, ChaosTables.kinds(result.faults()));
    append(text, ChaosTables.each(result.faults()));
    return text.toString();
  }

  private static void append(StringBuilder text, Table table) {
    text.append("## ").append(table.title()).append("\n\n");
    row(text, table.columns());
    row(text, table.columns().stream().map(column -> "---").toList());
    table.rows().forEach(row -> row(text, row));
    text.append('\n').append(table.note()).append("\n\n");
  }

  private static void row(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
