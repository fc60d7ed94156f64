package com.reactive.platform.reliability.mutate;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads requests by the letter of RFC 9112 and RFC 3986, in expressions; shares no code with the
 * gateway. More lenient than they are only in what the gateway means to be: a query may have any
 * bytes that are neither control nor {@code #}, and a segment what browsers leave as it is.
 */
final class StrictReader {
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final String HOST = "(?:\\[[0-9A-Za-z:.]+]|[A-Za-z0-9._~!$&'()*+;=%-]+)";
  private static final String SEGMENT = "(?:[A-Za-z0-9._~!$&'()*+,;=:@\\[\\]^|-]|%[0-9A-Fa-f]{2})+";
  private static final Pattern TARGET =
      Pattern.compile(
          "(?:[Hh][Tt][Tt][Pp][Ss]?://%s(?::[0-9]*)?)?/customers/(%s)(?:\\?[\\x21\\x22\\x24-\\x7E\\x80-\\xFF]*)?"
              .formatted(HOST, SEGMENT));
  private static final Pattern DOTS =
      Pattern.compile("(?:.*[/\\\\])?\\.\\.?(?:[/\\\\].*)?", Pattern.DOTALL);
  private static final Pattern REQUEST_LINE =
      Pattern.compile(TOKEN + " [\\x21\\x22\\x24-\\x7E\\x80-\\xFF]+ HTTP/1\\.[01]");
  private static final Pattern FIELD =
      Pattern.compile("(" + TOKEN + "):[\\t\\x20-\\x7E\\x80-\\xFF]*");
  private static final Pattern CHUNK_LINE =
      Pattern.compile("([0-9A-Fa-f]+)[ \\t]*(?:;[\\t\\x20-\\x7E\\x80-\\xFF]*)?");
  private static final List<String> ONCE =
      List.of("host", "content-type", "origin", "content-length", "transfer-encoding");

  private StrictReader() {}

  /** Whether this target, as Latin-1, is one of {@code /customers/{id}}. */
  static boolean isCustomer(String target) {
    Matcher parts = TARGET.matcher(target);
    if (!parts.matches()) {
      return false;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String segment = parts.group(1);
    for (int i = 0; i < segment.length(); i++) {
      boolean escaped = segment.charAt(i) == '%';
      bytes.write(
          escaped ? Integer.parseInt(segment.substring(i + 1, i + 3), 16) : segment.charAt(i));
      i += escaped ? 2 : 0;
    }
    try {
      String id = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
      return !DOTS.matcher(id).matches() && id.codePoints().noneMatch(Character::isISOControl);
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Whether these bytes begin with a request that is whole and can be read in one way only. */
  static boolean beginsWithRequest(byte[] bytes) {
    String text = new String(bytes, ISO_8859_1);
    for (int i = 0; i < 2 && text.startsWith("\r\n"); i++) {
      text = text.substring(2);
    }
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return false;
    }
    String[] lines = text.substring(0, end).split("\r\n", -1);
    String[] fields = Arrays.copyOfRange(lines, 1, lines.length);
    boolean head = REQUEST_LINE.matcher(lines[0]).matches() && areFields(fields);
    boolean chunked =
        Arrays.stream(fields)
            .anyMatch(line -> line.toLowerCase(Locale.ROOT).startsWith("transfer-encoding:"));
    return head && (!chunked || isChunked(text.substring(end + 4)));
  }

  private static boolean areFields(String[] lines) {
    for (String line : lines) {
      if (!FIELD.matcher(line).matches()) {
        return false;
      }
    }
    return ONCE.stream()
        .allMatch(
            name ->
                Arrays.stream(lines)
                        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                        .count()
                    <= 1);
  }

  private static boolean isChunked(String body) {
    int at = 0;
    while (true) {
      int end = body.indexOf("\r\n", at);
      Matcher line = CHUNK_LINE.matcher(end < 0 ? "" : body.substring(at, end));
      if (!line.matches()) {
        return false;
      }
      BigInteger size = new BigInteger(line.group(1), 16);
      at = end + 2;
      if (size.signum() == 0) {
        return isTrailer(body.substring(at));
      }
      if (size.bitLength() > 31 || !body.startsWith("\r\n", at + size.intValue())) {
        return false;
      }
      at += size.intValue() + 2;
    }
  }

  private static boolean isTrailer(String rest) {
    if (rest.startsWith("\r\n")) {
      return true;
    }
    int end = rest.indexOf("\r\n\r\n");
    return end >= 0 && areFields(rest.substring(0, end).split("\r\n", -1));
  }
}
