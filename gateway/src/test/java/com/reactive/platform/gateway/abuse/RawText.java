package com.reactive.platform.gateway.abuse;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes as a line of text: escapes, {@code {name}} for pieces that return, {@code {x*9}} for what
 * is repeated, {@code {body:name}} and {@code {chunked:name}} for a body of {@link Bodies} with the
 * header that frames it.
 */
final class RawText {
  /** An event as it should be, 38 bytes. */
  static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  private static final Map<String, String> PIECES =
      Map.of(
          "post", "POST /api/counter HTTP/1.1\\r\\n",
          "host", "Host: h\\r\\n",
          "p", "{post}{host}",
          "cl", "Content-Length: 38\\r\\n",
          "te", "Transfer-Encoding: chunked\\r\\n",
          "e", EVENT,
          "chunk", "26\\r\\n{e}\\r\\n",
          "chunks", "{chunk}0\\r\\n\\r\\n",
          "hidden", "{p}{cl}\\r\\n{e}");

  private static final Pattern PIECE =
      Pattern.compile(
          "\\{(?:(?<name>"
              + String.join("|", PIECES.keySet())
              + ")|(?<framing>body|chunked):(?<body>[a-z-]+)|(?<text>[^{}]+)\\*(?<times>\\d+))\\}");

  private RawText() {}

  static byte[] bytes(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Matcher piece = PIECE.matcher(text);
    int end = 0;
    while (piece.find()) {
      out.writeBytes(unescaped(text.substring(end, piece.start())));
      out.writeBytes(expanded(piece));
      end = piece.end();
    }
    out.writeBytes(unescaped(text.substring(end)));
    return out.toByteArray();
  }

  private static byte[] expanded(Matcher piece) {
    if (piece.group("name") != null) {
      return bytes(PIECES.get(piece.group("name")));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (piece.group("body") != null) {
      byte[] body = Bodies.named(piece.group("body"));
      boolean chunked = piece.group("framing").equals("chunked");
      out.writeBytes(
          (chunked
                  ? "Transfer-Encoding: chunked\r\n\r\n%x\r\n".formatted(body.length)
                  : "Content-Length: %d\r\n\r\n".formatted(body.length))
              .getBytes(ISO_8859_1));
      out.writeBytes(body);
      out.writeBytes((chunked ? "\r\n0\r\n\r\n" : "").getBytes(ISO_8859_1));
    } else {
      byte[] once = unescaped(piece.group("text"));
      for (int i = Integer.parseInt(piece.group("times")); i > 0; i--) {
        out.writeBytes(once);
      }
    }
    return out.toByteArray();
  }

  private static byte[] unescaped(String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        out.write(c);
      } else if (text.charAt(++i) == 'x') {
        out.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        out.write(escaped(text.charAt(i)));
      }
    }
    return out.toByteArray();
  }

  private static char escaped(char c) {
    return switch (c) {
      case 'r' -> '\r';
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'v' -> '\u000B';
      case 'f' -> '\f';
      case 's' -> ' ';
      case '0' -> '\0';
      case '\\' -> '\\';
      default -> throw new IllegalArgumentException("no such escape: " + c);
    };
  }
}
