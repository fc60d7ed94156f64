package com.reactive.platform.gateway.registry;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The statements of a .proto, each behind the names of the blocks that it stands in, sorted; so
 * that two texts with the same statements are equal, whatever their order, spaces and comments.
 */
final class ProtoStatements {
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*(?:[^*]|\\*(?!/))*+\\*/|\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|[\\w.]+|\\S",
          Pattern.DOTALL);

  private ProtoStatements() {}

  static List<String> of(String proto) {
    List<String> statements = new ArrayList<>();
    Deque<String> blocks = new ArrayDeque<>();
    StringBuilder statement = new StringBuilder();
    Matcher token = TOKEN.matcher(proto);
    while (token.find()) {
      String text = token.group();
      if (text.startsWith("//") || text.startsWith("/*")) {
        continue;
      }
      switch (text) {
        case ";" -> statements.add(String.join("/", blocks) + ": " + take(statement));
        case "{" -> blocks.addLast(take(statement));
        case "}" -> statements.add(blocks.isEmpty() ? "}" : "end of " + String.join("/", blocks));
        default -> statement.append(text).append(' ');
      }
      if (text.equals("}") && !blocks.isEmpty()) {
        blocks.removeLast();
      }
    }
    statements.add(take(statement));
    Collections.sort(statements);
    return statements;
  }

  /** The name of the first message on the top level; empty if there is none. */
  static String firstMessage(String proto) {
    int depth = 0;
    boolean isMessage = false;
    Matcher token = TOKEN.matcher(proto);
    while (token.find()) {
      String text = token.group();
      if (isMessage) {
        return text;
      }
      depth += text.equals("{") ? 1 : text.equals("}") ? -1 : 0;
      isMessage = depth == 0 && text.equals("message");
    }
    return "";
  }

  private static String take(StringBuilder statement) {
    String text = statement.toString().strip();
    statement.setLength(0);
    return text;
  }
}
