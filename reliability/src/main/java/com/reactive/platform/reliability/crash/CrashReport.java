package com.reactive.platform.reliability.crash;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.kafka.benchmark.rig.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A result for people and for programs.
 *
 * @param result that is told
 * @param command that does the same once more
 * @param machine on which it was
 */
public record CrashReport(CrashResult result, String command, Machine machine) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** For the console. */
  public String table() {
    StringBuilder table = new StringBuilder();
    for (CrashKind kind : CrashKind.values()) {
      long[] exits = exits(kind);
      if (exits.length > 0) {
        table.append(
            String.format(
                Locale.ROOT,
                "%,14d  x %s%s%n",
                exits.length,
                kind.text(),
                kind == CrashKind.PAUSE ? "" : ", ended after " + spread(exits)));
      }
    }
    long[] backs = result.backMillis().stream().mapToLong(Long::longValue).sorted().toArray();
    table.append(String.format(Locale.ROOT, "%14s  first 201 again after %s%n", "", spread(backs)));
    table.append(result.answers().table());
    result.problems().forEach(problem -> table.append("  ✗ ").append(problem).append('\n'));
    table.append(result.passed() ? "PASS" : "FAIL");
    table.append(String.format(Locale.ROOT, " in %,d s; again: %s%n", result.seconds(), command));
    return table.toString();
  }

  private long[] exits(CrashKind kind) {
    return result.trials().stream()
        .filter(trial -> trial.kind() == kind)
        .mapToLong(TrialResult::exitMillis)
        .sorted()
        .toArray();
  }

  private static String spread(long[] sorted) {
    return sorted.length == 0
        ? "-"
        : String.format(
            Locale.ROOT,
            "%,d ms (half of them), %,d ms at most",
            sorted[sorted.length / 2],
            sorted[sorted.length - 1]);
  }

  /** For programs. */
  public String json() {
    ObjectNode json = JSON.createObjectNode();
    json.put("passed", result.passed());
    json.put("command", command);
    json.put("seconds", result.seconds());
    json.set("plan", JSON.valueToTree(result.plan()));
    json.set("machine", JSON.valueToTree(machine));
    ObjectNode trials = json.putObject("trials");
    for (CrashKind kind : CrashKind.values()) {
      ObjectNode one = trials.putObject(kind.name().toLowerCase(Locale.ROOT));
      long[] exits = exits(kind);
      one.put("count", exits.length);
      one.put("exitMillisMedian", exits.length == 0 ? 0 : exits[exits.length / 2]);
      one.put("exitMillisMax", exits.length == 0 ? 0 : exits[exits.length - 1]);
    }
    json.set("backMillis", JSON.valueToTree(result.backMillis()));
    json.set("answers", result.answers().toJson());
    json.set("problems", JSON.valueToTree(result.problems()));
    return json.toPrettyString() + "\n";
  }

  /** Writes {@code README.md} and {@code result.json} into the folder, which is made if need be. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("result.json"), json());
    List<String> lines =
        Stream.of(
                "# Crashes of the gateway: " + (result.passed() ? "PASS" : "FAIL"),
                "",
                "%s, %s, %d cores, JDK %s, commit %s, seed %d"
                    .formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        machine.cpu(),
                        machine.cores(),
                        System.getProperty("java.runtime.version"),
                        machine.commit(),
                        result.plan().seed()),
                "",
                "```",
                "$ " + command,
                table().stripTrailing(),
                "```")
            .toList();
    Files.writeString(folder.resolve("README.md"), String.join("\n", lines) + "\n");
  }
}
