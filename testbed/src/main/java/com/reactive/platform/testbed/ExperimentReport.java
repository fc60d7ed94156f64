package com.reactive.platform.testbed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The report of an experiment: filled by one thread, then printed for a terminal, a page or a
 * script. The terminal ends with what matters most, and the page begins with it.
 */
public final class ExperimentReport {
  /** Grows when a reader of an older one could not read it. */
  private static final int VERSION = 1;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String title;
  private final Machine machine;
  private final Instant endedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final String jdk = System.getProperty("java.runtime.version");
  private final List<Section> sections = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final ObjectNode json = JSON.createObjectNode();
  private String command = "";
  private String setup = "";
  private String closing = "";

  private record Section(String title, String console, String markdown) {}

  /**
   * @param machine as it was when the experiment began
   */
  public ExperimentReport(String title, Machine machine) {
    this.title = title;
    this.machine = machine;
  }

  /** The command that does the same once more. */
  public ExperimentReport command(String again) {
    command = again;
    json.put("command", again);
    return this;
  }

  /**
   * Describes the setup.
   *
   * @param text in sentences
   * @param plan the same for scripts, a record
   */
  public ExperimentReport setup(String text, Object plan) {
    setup = text;
    json.set("plan", JSON.valueToTree(plan));
    return this;
  }

  /** Adds a table; its title may be empty. */
  public ExperimentReport table(String heading, TextTable table, String note) {
    String below = note.isEmpty() ? "" : note + "\n";
    String separated = note.isEmpty() ? "" : "\n" + below;
    sections.add(new Section(heading, table.console() + below, table.markdown() + separated));
    return this;
  }

  /** Adds lines that are shown as they are. */
  public ExperimentReport text(String heading, String lines) {
    String ended = lines.stripTrailing() + "\n";
    sections.add(new Section(heading, ended, "```\n" + ended + "```\n"));
    return this;
  }

  /** Adds figures as a table, and those that miss a goal to the end. */
  public ExperimentReport figures(List<Figure> all) {
    figures.addAll(all);
    ArrayNode array = json.withArray("figures");
    all.forEach(figure -> put(array.addObject(), figure));
    return table("", figureTable(all), "");
  }

  /** Adds what was not as it must be, each a sentence; the experiment fails. */
  public ExperimentReport problems(List<String> sentences) {
    problems.addAll(sentences);
    return this;
  }

  /** Adds a value for scripts: a number, a text, a list, a record or a tree. */
  public ExperimentReport detail(String name, Object value) {
    json.set(name, JSON.valueToTree(value));
    return this;
  }

  /** The last line, such as how long it took. */
  public ExperimentReport closing(String line) {
    closing = line;
    return this;
  }

  /** True if there is no problem, and every figure that is required reaches its goal. */
  public boolean passed() {
    return problems.isEmpty()
        && figures.stream().allMatch(figure -> !figure.required() || figure.reached());
  }

  /** {@code PASS} or {@code FAIL}. */
  public String verdict() {
    return passed() ? "PASS" : "FAIL";
  }

  /**
   * The figure of this name.
   *
   * @param name with {@code PHASE: } before it if it has a phase
   */
  public Figure figure(String name) {
    return figures.stream()
        .filter(figure -> label(figure).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no figure is called " + name));
  }

  /** For the terminal. */
  public String console() {
    StringBuilder text = new StringBuilder(environment()).append(".\n");
    text.append(setup.isEmpty() ? "" : setup + "\n");
    for (Section section : sections) {
      text.append('\n').append(section.title().isEmpty() ? "" : section.title() + "\n");
      text.append(section.console());
    }
    text.append('\n').append(missed());
    problems.forEach(problem -> text.append("✗ ").append(problem).append('\n'));
    return text.append(closing.isEmpty() ? "" : closing + "\n").toString();
  }

  /** For a page. */
  public String markdown() {
    StringBuilder text = new StringBuilder("# " + title + "\n\n");
    text.append(closing.isEmpty() ? "" : "**" + closing + "**\n\n");
    problems.forEach(problem -> text.append("- ").append(problem).append('\n'));
    text.append(problems.isEmpty() ? "" : "\n");
    String missed = missed();
    text.append(missed).append(missed.isEmpty() ? "" : "\n");
    text.append(command.isEmpty() ? "" : "```\n" + command + "\n```\n\n");
    text.append("Ended ").append(endedAt).append("; ").append(environment()).append(".\n");
    text.append(setup.isEmpty() ? "" : "\n" + setup + "\n");
    List<Section> mostImportantFirst = new ArrayList<>(sections);
    Collections.reverse(mostImportantFirst);
    for (Section section : mostImportantFirst) {
      text.append(section.title().isEmpty() ? "" : "\n## " + section.title() + "\n");
      text.append('\n').append(section.markdown());
    }
    return text.toString();
  }

  /** For scripts. */
  public String json() {
    ObjectNode all = JSON.createObjectNode();
    all.put("version", VERSION).put("passed", passed()).put("endedAt", endedAt.toString());
    all.putObject("environment")
        .put("jdk", jdk)
        .put("cpu", machine.cpu())
        .put("cores", machine.cores())
        .put("kernel", machine.kernel())
        .put("loadAverage", machine.loadAverage())
        .put("commit", machine.commit());
    all.setAll(json);
    problems.forEach(all.putArray("problems")::add);
    return all.toPrettyString() + "\n";
  }

  /** Writes {@code README.md} and the JSON into a folder, which is made if need be. */
  public void write(Path folder, String jsonFile) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("README.md"), markdown());
    Files.writeString(folder.resolve(jsonFile), json());
  }

  private String environment() {
    return String.format(
        Locale.ROOT,
        "JDK %s, %s, %d cores, %s, load average %.1f, commit %s",
        jdk,
        machine.cpu(),
        machine.cores(),
        machine.kernel(),
        machine.loadAverage(),
        machine.commit());
  }

  private String missed() {
    if (figures.stream().noneMatch(Figure::hasGoal)) {
      return "";
    }
    String missed =
        figures.stream()
            .filter(figure -> figure.hasGoal() && !figure.reached())
            .map(ExperimentReport::label)
            .collect(Collectors.joining("; "));
    return missed.isEmpty() ? "All targets reached.\n" : "Missed: " + missed + ".\n";
  }

  private static String label(Figure figure) {
    return figure.phase().isEmpty() ? figure.name() : figure.phase() + ": " + figure.name();
  }

  private static TextTable figureTable(List<Figure> all) {
    boolean phases = all.stream().anyMatch(figure -> !figure.phase().isEmpty());
    boolean rounds = all.stream().anyMatch(figure -> !figure.rounds().isEmpty());
    List<String> columns = new ArrayList<>();
    columns.addAll(phases ? List.of("phase", "what") : List.of("what"));
    columns.addAll(rounds ? List.of("median", "rounds") : List.of("measured"));
    columns.addAll(List.of("target", "reached"));
    List<List<String>> rows = new ArrayList<>();
    for (Figure figure : all) {
      List<String> row = new ArrayList<>();
      row.addAll(phases ? List.of(figure.phase(), figure.name()) : List.of(figure.name()));
      row.addAll(rounds ? List.of(figure.shown(), figure.range()) : List.of(figure.shown()));
      row.add(figure.goal());
      row.add(figure.hasGoal() ? (figure.reached() ? "yes" : "NO") : "");
      rows.add(row);
    }
    return new TextTable(columns, phases ? 2 : 1, rows);
  }

  private static void put(ObjectNode to, Figure figure) {
    if (!figure.phase().isEmpty()) {
      to.put("phase", figure.phase());
    }
    to.put("name", figure.name());
    String key = figure.rounds().isEmpty() ? "value" : "median";
    if (Double.isNaN(figure.value())) {
      to.putNull(key);
    } else {
      to.put(key, figure.value());
    }
    if (!figure.rounds().isEmpty()) {
      figure.rounds().forEach(to.putArray("rounds")::add);
    }
    if (figure.hasGoal()) {
      boolean least = !Double.isNaN(figure.atLeast());
      to.put(least ? "atLeast" : "atMost", least ? figure.atLeast() : figure.atMost());
      to.put("reached", figure.reached());
      to.put("required", figure.required());
    }
  }
}
