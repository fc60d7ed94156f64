package com.reactive.platform.gateway.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The table of statuses in a document, between two comments. The code prints it. */
public final class StatusTable {
  private static final Path DOCUMENTS = Path.of("..", "docs");
  private static final String START = "<!-- statuses -->\n";
  private static final String END = "<!-- /statuses -->";

  /** System property: writes the table into the document instead of comparing. */
  private static final String UPDATE = "reactive.docs.update";

  private StatusTable() {}

  /**
   * Fails if the document's table is another.
   *
   * @param document a file's name in {@code docs}
   */
  public static void check(String document, String table) throws IOException {
    Path file = DOCUMENTS.resolve(document);
    String text = Files.readString(file);
    int start = text.indexOf(START) + START.length();
    int end = text.indexOf(END);
    if (Boolean.getBoolean(UPDATE)) {
      Files.writeString(file, text.substring(0, start) + table + text.substring(end));
      return;
    }
    assertThat(text.substring(start, end))
        .as("run this test with -D" + UPDATE + "=true")
        .isEqualTo(table);
  }
}
