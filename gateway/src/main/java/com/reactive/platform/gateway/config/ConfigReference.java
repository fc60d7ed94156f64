package com.reactive.platform.gateway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lists the settings that the code reads: as a page, or as lines for a terminal. */
public final class ConfigReference {
  private static final String INTRODUCTION =
      """
      # Configuration

      All settings and their defaults. This page is generated from the code that reads the settings; to update it:
      `./reactive config --markdown > docs/configuration.md` (a test compares the two).

      - The file is YAML: `./reactive serve --config gateway.yaml`. A dot in a key is a level in the file: `http.port` is `http: {port: 8080}`.
      - The environment overrides the file, and the file overrides the default. The environment variable is below each key.
      - `NAME` is a name of your choice. The file introduces it; the environment can then set its keys.
      - A key that ends in `-ms`, `-minutes`, `-bytes` or `-mebibytes` takes a plain number in that unit, or a number with a unit:
        `20ms`, `60s`, `5m`, `24h`, `7d`; `256KiB`, `1MiB`, `1GiB` (powers of 1024), `kB`, `MB`, `GB` (powers of 1000).
      - Paths are relative to the directory of the file, or to the working directory if there is none.
      - Invalid values and unknown keys end the start with exit code 78. Each error has a line of its own and names the file and
        line, or the environment variable, that it came from: `gateway.yaml:3: http.prot: unknown key; did you mean 'http.port'?`
        `./reactive serve --config gateway.yaml --check` only checks.
      - `OTEL_*` variables are OpenTelemetry's own and are honoured as its specification says.
      - The settings in force of a running gateway, without secrets: `/status` on the admin port, under `settings`.
      """;

  /** In the order of the page; parts that are not named here follow. */
  private static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("http", "The data port, which accepts events.");
    PARTS.put("admin", "The admin port: probes, status, metrics, dashboard.");
    PARTS.put("streams", "The kinds of events: a stream is a route, a schema and a topic.");
    PARTS.put("kafka", "The Kafka cluster, and timeouts.");
    PARTS.put("batch", "How events are batched.");
    PARTS.put("calibration", "What learned batching starts from, and whether it is applied.");
    PARTS.put(
        "spool",
        "Events on disk while Kafka is unavailable, for streams with `spool: true`: see [spool.md](spool.md).");
    PARTS.put("outbox", "Rows of a Postgres table that become events: see [outbox.md](outbox.md).");
    PARTS.put("security", "Authentication of clients.");
    PARTS.put("limits", "Limits per client.");
    PARTS.put(
        "registry",
        "The schema registry, for streams with `framing: confluent` or `follow-registry`.");
    PARTS.put("tracing", "Tracing of requests.");
    PARTS.put("log", "Logging.");
    PARTS.put("otel", "Export of metrics and traces.");
    PARTS.put("diagnostics", "Latency measurements; off in production.");
    PARTS.put("shutdown", "Graceful stop.");
  }

  private ConfigReference() {}

  /** The page {@code docs/configuration.md}. */
  public static String markdown(List<Settings.Key> keys) {
    StringBuilder page = new StringBuilder(INTRODUCTION);
    byPart(keys)
        .forEach(
            (part, members) -> {
              page.append("\n## ").append(part).append("\n\n");
              if (PARTS.containsKey(part)) {
                page.append(PARTS.get(part)).append("\n\n");
              }
              page.append("| key | default | allowed | |\n| --- | --- | --- | --- |\n");
              members.forEach(key -> page.append(row(key)));
            });
    return page.toString();
  }

  private static String row(Settings.Key key) {
    return "| `%s`<br>`%s` | %s | %s | %s |\n"
        .formatted(
            key.key(),
            environment(key),
            isWords(key.defaultText()) ? cell(key.defaultText()) : code(key.defaultText()),
            cell(key.allowed()),
            cell(key.doc()));
  }

  /** Three lines a key, for a terminal; those alone whose key begins with the prefix. */
  public static String text(List<Settings.Key> keys, String prefix) {
    return keys.stream()
        .filter(key -> key.key().startsWith(prefix))
        .map(
            key ->
                key.key()
                    + (key.defaultText().isEmpty() ? "" : " = " + key.defaultText())
                    + "\n    "
                    + key.doc()
                    + (key.allowed().isEmpty() ? "" : " (" + key.allowed() + ")")
                    + "\n    "
                    + environment(key)
                    + "\n")
        .collect(Collectors.joining());
  }

  private static Map<String, List<Settings.Key>> byPart(List<Settings.Key> keys) {
    Map<String, List<Settings.Key>> parts = new LinkedHashMap<>();
    PARTS.keySet().forEach(part -> parts.put(part, new ArrayList<>()));
    for (Settings.Key key : keys) {
      String part = key.key().split("\\.", 2)[0];
      parts.computeIfAbsent(part, name -> new ArrayList<>()).add(key);
    }
    parts.values().removeIf(List::isEmpty);
    return parts;
  }

  private static String environment(Settings.Key key) {
    return key.key().endsWith(".*")
        ? Settings.envName(key.key().substring(0, key.key().length() - 1)) + "..."
        : Settings.envName(key.key());
  }

  private static boolean isWords(String text) {
    return text.isEmpty() || text.contains(" ");
  }

  private static String code(String text) {
    return "`" + cell(text) + "`";
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ");
  }
}
