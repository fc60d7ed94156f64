package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * A document that tells JSON parsers apart; the file that they come from says what they are.
 *
 * @param name begins with y, n or i: to be accepted, to be refused, either
 * @param ours what the gateway makes of it: {@code stored}, {@code 422} or {@code 400}
 * @param ownRule whether a rule of our own decides that
 */
record ParsingCase(String name, String ours, boolean ownRule, byte[] document) {
  private static final String FILE = "/json/parsing-cases.txt";
  private static final String OWN_RULE = "# Ours: ";
  private static final int MAX_DEPTH = 4;

  static List<ParsingCase> all() throws IOException {
    List<ParsingCase> cases = new ArrayList<>();
    try (var in = ParsingCase.class.getResourceAsStream(FILE)) {
      String above = "";
      for (String line : new String(in.readAllBytes(), UTF_8).split("\n", -1)) {
        if (!line.isEmpty() && !line.startsWith("#")) {
          String[] parts = line.split(" ", 3);
          boolean ownRule = above.startsWith(OWN_RULE);
          cases.add(new ParsingCase(parts[0], parts[1], ownRule, bytes(parts[2])));
        }
        above = line;
      }
    }
    return cases;
  }

  private static byte[] bytes(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '%') {
        bytes.write(text.charAt(i));
      } else if (text.charAt(i + 1) == '(') {
        int colon = text.indexOf(':', i);
        // What is repeated has no bracket of this kind in it.
        int end = text.indexOf(')', i);
        int times = Integer.parseInt(text.substring(i + 2, colon));
        bytes.writeBytes(text.substring(colon + 1, end).repeat(times).getBytes(UTF_8));
        i = end;
      } else {
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      }
    }
    return bytes.toByteArray();
  }

  /** An event whose field {@code v} is the document. */
  byte[] asField() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("{\"v\":".getBytes(UTF_8));
    bytes.writeBytes(document);
    bytes.write('}');
    return bytes.toByteArray();
  }

  /** Its field {@code v} takes any JSON that is not too deep. */
  static Schema anyJson() {
    String any = "'null','boolean','double','string'";
    for (int i = 0; i < MAX_DEPTH; i++) {
      String deeper = "[" + any + "]";
      any =
          "'null','boolean','double','string',"
              + "{'type':'array','items':"
              + deeper
              + "},{'type':'map','values':"
              + deeper
              + "}";
    }
    return Try.schema("{'name':'v','type':[" + any + "]}");
  }

  @Override
  public String toString() {
    return name;
  }
}
