package com.reactive.platform.gateway.abuse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a client sends, and what must become of it; the cases stand in files of resources.
 *
 * @param answers in their order; each 201 and 202 among them is an event stored
 * @param end what the connection does then
 */
public record AbuseCase(String name, List<Answer> answers, End end, byte[] bytes) {
  /**
   * One that is due.
   *
   * @param headOnly it answers HEAD, so it has no body
   */
  public record Answer(int status, boolean headOnly) {
    boolean isFinal() {
      return status >= 200;
    }

    boolean isStored() {
      return status == 201 || status == 202;
    }
  }

  /** What follows the last answer. */
  public enum End {
    /** The connection goes on: what comes behind is answered as usual. */
    OPEN,
    /** The gateway says that it closes it, and does: what comes behind is not read. */
    END,
    /** As END, but it was too late to say so. */
    CUT,
    /** The client shuts its side behind its bytes, and the gateway the connection. */
    SHUT
  }

  /** Those that must be refused. */
  public static List<AbuseCase> refused() {
    return read("/abuse/refused.txt");
  }

  /** Those that must be taken, odd as they are. */
  public static List<AbuseCase> taken() {
    return read("/abuse/taken.txt");
  }

  /** How many of the answers are to requests, and not only on the way to one. */
  int requests() {
    return (int) answers.stream().filter(Answer::isFinal).count();
  }

  int stored() {
    return (int) answers.stream().filter(Answer::isStored).count();
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<AbuseCase> read(String resource) {
    try (InputStream in = AbuseCase.class.getResourceAsStream(resource)) {
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(AbuseCase::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static AbuseCase of(String line) {
    String[] columns = line.split(" \\| ", 3);
    List<Answer> answers = new ArrayList<>();
    String[] words = columns[1].strip().split(" ", -1);
    for (int i = 0; i < words.length - 1; i++) {
      answers.add(new Answer(Integer.parseInt(words[i].replace("h", "")), words[i].endsWith("h")));
    }
    String end = words[words.length - 1].toUpperCase(Locale.ROOT);
    return new AbuseCase(
        columns[0].strip(), answers, End.valueOf(end), RawText.bytes(columns[2].strip()));
  }
}
