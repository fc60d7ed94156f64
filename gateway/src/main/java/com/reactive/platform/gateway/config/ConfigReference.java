package com.reactive.platform.gateway.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what can be set, from what the code asked for: as a page, or as lines for a terminal. */
public final class ConfigReference {
  private static final String INTRODUCTION =
      """
      # Configuration

      What can be set, and what happens if nobody does. This page is printed by the code that reads the settings; to bring it
      up to date: `./reactive config --markdown > docs/configuration.md` (a test compares the two).

      - The file is YAML: `./reactive serve --config gateway.yaml`. A dot in a key is a level in the file: `http.port` is `http: {port: 8080}`.
      - The environment wins over the file, and the file over the default. Environment variables stand below each key.
      - `NAME` stands for a name of your choice. The file brings it in; the environment can then set its keys.
      - Paths are relative to the directory of the file, or to the working directory if there is none.
      - Bad values and unknown keys end the start with exit code 78, every error on a line of its own.
        `./reactive serve --config gateway.yaml --check` only checks.
      - `OTEL_*` variables are OpenTelemetry's own and are honoured as its specification says.
      - What is in force in a running gateway, secrets left out: `/status` on the admin port, under `settings`.
      """;

  /** In the order of the page; parts that are not named here follow. */
  private static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("http", "The data port: where events are posted.");
    PARTS.put("admin", "The admin port: probes, status, metrics, dashboard.");
    PARTS.put("streams", "The kinds of events: a stream is a route, a schema and a topic.");
    PARTS.put("kafka", "Where events go, and how long to try.");
    PARTS.put("batch", "How events are gathered before they go to Kafka.");
    PARTS.put(
        "spool",
        "Events on disk while Kafka is away, for streams with `spool: true`: see [spool.md](spool.md).");
    PARTS.put("security", "Who may send.");
    PARTS.put("limits", "How much one client may ask for.");
    PARTS.put("registry", "The schema registry, for streams with `framing: confluent`.");
    PARTS.put("tracing", "Which requests are traced.");
    PARTS.put("log", "What is logged, and how.");
    PARTS.put("otel", "Where metrics and traces are sent.");
    PARTS.put("diagnostics", "To find out where time goes; off in production.");
    PARTS.put("shutdown", "How it stops.");
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
