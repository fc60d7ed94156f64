package com.reactive.platform.gateway.protobuf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The numbers that the fields and enum values of a stream's {@code .proto} have, now or once: what
 * {@code NAME.proto.lock} holds. An entry is never removed: what the schema no longer has keeps its
 * number, which is reserved.
 *
 * @param types in the order in which they came in
 */
public record FieldNumbers(List<Section> types) {
  /** No file. */
  public static final FieldNumbers NONE = new FieldNumbers(List.of());

  /** The largest field number, and the range that protobuf keeps for itself. */
  private static final int MAX_NUMBER = 536_870_911;

  private static final int FIRST_RESERVED = 19_000;
  private static final int LAST_RESERVED = 19_999;

  private static final String HEAD =
      "# Field numbers of the stream's .proto. Commit this file; never edit or remove a line.\n";
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String MESSAGE = "message";
  private static final String ENUM = "enum";

  /**
   * One message or enum.
   *
   * @param key the Avro name, or the path of the place that a wrapper message is for
   * @param name in the .proto
   */
  public record Section(boolean ofEnum, String key, String name, List<Entry> entries) {
    public Section {
      entries = List.copyOf(entries);
    }
  }

  /**
   * One number.
   *
   * @param field the name in Avro; of an enum the symbol
   * @param avro the name of its Avro type, in a union that of the branch; empty in an enum
   * @param type its protobuf type; empty in an enum
   */
  public record Entry(int number, String field, String avro, String type) {
    private String text() {
      return (number + " " + field + " " + avro + " " + type).strip();
    }
  }

  public FieldNumbers {
    types = List.copyOf(types);
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException with the line that is wrong
   */
  public static FieldNumbers parse(String text) {
    return new Reader().read(text);
  }

  /** The file. */
  public String text() {
    StringBuilder text = new StringBuilder(HEAD);
    for (Section type : types) {
      text.append('\n').append(type.ofEnum() ? ENUM : MESSAGE).append(' ').append(type.key());
      text.append(' ').append(type.name()).append('\n');
      type.entries().forEach(entry -> text.append("  ").append(entry.text()).append('\n'));
    }
    return text.toString();
  }

  /** The number after this one. */
  static int after(int number) {
    int next = number + 1;
    return next >= FIRST_RESERVED && next <= LAST_RESERVED ? LAST_RESERVED + 1 : next;
  }

  /** Reads line by line. */
  private static final class Reader {
    private final List<Section> types = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();
    private final Set<String> names = new HashSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private final Set<Integer> numbers = new HashSet<>();
    private String[] open;
    private int lineNumber;

    FieldNumbers read(String text) {
      for (String line : text.split("\n", -1)) {
        lineNumber++;
        String[] words = line.strip().split(" +", 4);
        if (words[0].equals(MESSAGE) || words[0].equals(ENUM)) {
          end();
          begin(words);
        } else if (!words[0].isEmpty() && !words[0].startsWith("#")) {
          entries.add(entry(words));
        }
      }
      end();
      return new FieldNumbers(types);
    }

    private void begin(String[] words) {
      if (words.length != 3 || !NAME.matcher(words[2]).matches()) {
        throw fault("must be '" + words[0] + " KEY NAME'");
      }
      if (!keys.add(words[0] + " " + words[1]) || !names.add(words[2])) {
        throw fault(words[1] + " " + words[2] + " is there twice");
      }
      open = words;
    }

    private Entry entry(String[] words) {
      int columns = open == null ? 0 : open[0].equals(ENUM) ? 2 : 4;
      if (words.length != columns || !NAME.matcher(words[1]).matches()) {
        throw fault("must be 'NUMBER FIELD AVRO-TYPE TYPE', or 'NUMBER SYMBOL' in an enum");
      }
      int number = number(words[0]);
      if (!numbers.add(number)) {
        throw fault("the number " + number + " is there twice");
      }
      return columns == 2
          ? new Entry(number, words[1], "", "")
          : new Entry(number, words[1], words[2], words[3]);
    }

    private int number(String word) {
      try {
        int number = Integer.parseInt(word);
        boolean usable = number < FIRST_RESERVED || number > LAST_RESERVED;
        if (number >= 1 && number <= MAX_NUMBER && usable) {
          return number;
        }
      } catch (NumberFormatException e) {
        // Reported below.
      }
      throw fault("'" + word + "' is not a field number");
    }

    private void end() {
      if (open != null) {
        types.add(new Section(open[0].equals(ENUM), open[1], open[2], entries));
      }
      entries.clear();
      numbers.clear();
    }

    private IllegalArgumentException fault(String sentence) {
      return new IllegalArgumentException("line " + lineNumber + ": " + sentence);
    }
  }
}
