package com.reactive.platform.kafka.benchmark.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.testbed.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The figures of the runs of one brochure, the oldest first; kept in a file with a line for each.
 * Lines that cannot be read are left out: the history is a help, and no report fails for it.
 */
final class History {
  /** Lines in the file at most; the oldest go first. */
  static final int MAX_LINES = 200;

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  private final List<HistoryEntry> entries;

  private History(List<HistoryEntry> entries) {
    this.entries = entries;
  }

  static History none() {
    return new History(List.of());
  }

  static History read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return none();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return new History(lines.flatMap(line -> parse(line).stream()).toList());
    }
  }

  /** With this entry, in its place by time; it takes the place of one that began when it did. */
  History with(HistoryEntry entry) {
    List<HistoryEntry> all = new ArrayList<>(entries);
    all.removeIf(other -> other.startedAt().equals(entry.startedAt()));
    all.add(entry);
    all.sort(Comparator.comparing(HistoryEntry::startedAt));
    return new History(List.copyOf(all.subList(Math.max(0, all.size() - MAX_LINES), all.size())));
  }

  void write(Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (HistoryEntry entry : entries) {
      lines.append(JSON.writeValueAsString(entry)).append('\n');
    }
    AtomicFile.write(file, lines.toString());
  }

  /** The last run that passed before this one and may be compared with it. */
  Optional<HistoryEntry> before(HistoryEntry entry) {
    return entries.stream()
        .filter(other -> other.startedAt().compareTo(entry.startedAt()) < 0)
        .filter(other -> other.verdict() == Verdict.PASS && other.isComparable(entry))
        .reduce((older, newer) -> newer);
  }

  /** This run and those that may be compared with it, the oldest first. */
  List<HistoryEntry> comparable(HistoryEntry entry) {
    return with(entry).entries.stream().filter(entry::isComparable).toList();
  }

  private static Optional<HistoryEntry> parse(String line) {
    try {
      return Optional.ofNullable(JSON.readValue(line, HistoryEntry.class));
    } catch (JsonProcessingException damaged) {
      return Optional.empty();
    }
  }
}
