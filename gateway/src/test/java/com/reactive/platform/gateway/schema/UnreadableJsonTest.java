package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.InvalidEventException.Kind;
import java.nio.charset.Charset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that {@link Transcoder} cannot read at all: not JSON, or beyond the limits. */
class UnreadableJsonTest {
  private static final String GOOD = "{\"sessionId\":\"s\",\"action\":\"reset\"}";

  private final Transcoder transcoder = CounterSchema.transcoder();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " \n\t",
        "hello",
        "{",
        "{\"sessionId\"",
        "{\"sessionId\":",
        "{\"sessionId\":\"s",
        "{\"sessionId\":\"s\"",
        "{\"sessionId\":\"s\",",
        "{\"sessionId\":\"s\",}",
        "{\"sessionId\":\"s\",\"action\":\"reset\"",
        "{,\"sessionId\":\"s\"}",
        "{sessionId:\"s\"}",
        "{\"sessionId\" \"s\"}",
        "{\"sessionId\":\"s\"]",
        "[1,]",
        "[1",
        "}",
        "{'sessionId':'s','action':'reset'}",
        "/* c */{\"sessionId\":\"s\",\"action\":\"reset\"}",
        "{\"sessionId\":\"s\",\"action\":\"reset\"}// c",
        "{\"sessionId\":\"s\",\"action\":\"reset\" # c\n}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":NaN}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":-Infinity}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":01}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":-01}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":+1}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":.5}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1.}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1e}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":0x1}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":-}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":1a}",
        "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":True}",
        "{\"sessionId\":\"a\nb\",\"action\":\"reset\"}",
        "{\"sessionId\":\"\\x\",\"action\":\"reset\"}",
        "{\"sessionId\":\"\\u12g4\",\"action\":\"reset\"}",
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"action\":\"reset\"}",
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"\\u0061ction\":\"set\"}",
        "{\"x\":{\"a\":1,\"a\":2},\"sessionId\":\"s\",\"action\":\"reset\"}"
      })
  void whatIsNotJsonIsUnreadable(String body) {
    assertUnreadable(body);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "{}", "]", "}", ",", "1", "null", "\"", "\u0000", "[1", GOOD})
  void nothingMayFollowTheObject(String trailing) {
    assertUnreadable(GOOD + trailing);
    assertUnreadable(GOOD + "\n" + trailing);
  }

  /** What the schema says of the first part counts only if the whole is JSON. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"x\":1",
        "{\"x\":[1,",
        "{\"sessionId\":1,\"y\"",
        "{\"x\":1,\"x\":2}",
        "{\"value\":1.5,\"action\":nope}",
        "{\"x\":[{]}",
        "[{\"sessionId\":\"s\"",
        "{\"x\":1} x",
        "{\"sessionId\":\"s\"} {}",
        "{} 1",
        "[1] x",
        "1 2",
        "\"s\" }"
      })
  void aBodyThatIsNoJsonAndNoEventIsUnreadable(String body) {
    assertUnreadable(body);
  }

  @Test
  void everyTruncationIsUnreadable() {
    String body = "{\"sessionId\":\"\u20ac\\u20ac\",\"action\":\"set\",\"value\":-12 }";
    byte[] bytes = body.getBytes(UTF_8);
    assertThat(failure(bytes, bytes.length)).isNull();
    for (int length = 0; length < bytes.length; length++) {
      InvalidEventException failure = failure(bytes, length);
      assertThat(failure).as("first %d bytes", length).isNotNull();
      assertThat(failure.kind()).as("first %d bytes", length).isEqualTo(Kind.UNREADABLE);
    }
  }

  @Test
  void nestingMayBe64DeepButNotDeeper() {
    // The event's own object is the first level.
    assertThat(kind("{\"x\":" + "[".repeat(63) + "]".repeat(63) + "}")).isEqualTo(Kind.SCHEMA);
    assertUnreadable("{\"x\":" + "[".repeat(64) + "]".repeat(64) + "}");
    assertUnreadable("{\"sessionId\":" + "{\"a\":".repeat(64) + "1" + "}".repeat(65));
    assertUnreadable("[".repeat(65) + "]".repeat(65));
    assertUnreadable("[".repeat(100_000));
  }

  @Test
  void aNumberMayHave1000DigitsButNotMore() {
    for (String field : new String[] {"value", "x"}) {
      String start = "{\"" + field + "\":";
      assertThat(kind(start + "1".repeat(1_000) + "}")).isEqualTo(Kind.SCHEMA);
      assertUnreadable(start + "1".repeat(1_001) + "}");
      assertUnreadable(start + "1." + "1".repeat(1_001) + "}");
    }
    assertUnreadable("1".repeat(1_001));
  }

  @Test
  void aFieldNameMayHave1000CharactersButNotMore() {
    assertThat(kind("{\"" + "n".repeat(1_000) + "\":1}")).isEqualTo(Kind.SCHEMA);
    assertUnreadable("{\"" + "n".repeat(1_001) + "\":1}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u00c0\u00af", // overlong slash
        "\u00e0\u0080\u00af", // overlong in three bytes
        "\u00f0\u0080\u0080\u00af", // overlong in four
        "\u0080", // continuation alone
        "\u00e2\u0082", // cut short
        "\u00f0\u009f\u0098",
        "\u00ed\u00a0\u0080", // half a surrogate pair
        "\u00ed\u00a0\u00bd\u00ed\u00b8\u0080", // both halves: CESU-8
        "\u00f4\u0090\u0080\u0080", // beyond U+10FFFF
        "\u00fe",
        "\u00ff",
        "\u00e4" // Latin-1
      })
  void badUtf8IsUnreadable(String bytesAsLatin1) {
    assertUnreadable("{\"sessionId\":\"" + bytesAsLatin1 + "\",\"action\":\"reset\"}", ISO_8859_1);
    assertUnreadable("{\"" + bytesAsLatin1 + "\":1}", ISO_8859_1);
    assertUnreadable(GOOD + bytesAsLatin1, ISO_8859_1);
    assertUnreadable(bytesAsLatin1, ISO_8859_1);
  }

  @Test
  void aByteOrderMarkIsUnreadable() {
    assertUnreadable("\ufeff" + GOOD);
  }

  /** Plain ASCII in UTF-16 or UTF-32 is valid UTF-8 too, so only a parser that guesses reads it. */
  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
  void otherEncodingsAreUnreadable(String charset) {
    assertUnreadable(GOOD, Charset.forName(charset));
  }

  @Test
  void otherEncodingsDoNotHideWhatUtf8Forbids() {
    String lone = "{\"sessionId\":\"\u0100\",\"action\":\"reset\"}";
    assertUnreadable(lone, UTF_16BE);
    assertUnreadable(lone, UTF_16LE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\\ud800", "\\udc00", "\\ud800x", "\\udc00\\ud800", "\\ud83d\\ud83d\\ude00"})
  void halfASurrogatePairIsUnreadable(String escape) {
    for (String field : new String[] {"sessionId", "customerId", "action"}) {
      assertUnreadable("{\"" + field + "\":\"" + escape + "\"}");
    }
    assertUnreadable(
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"customerId\":\"" + escape + "\"}");
  }

  /** The answer names the field, and half a pair cannot be written as UTF-8. */
  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udc00", "a\\ud800b"})
  void halfASurrogatePairInAFieldNameIsUnreadable(String name) {
    assertUnreadable("{\"" + name + "\":1}");
  }

  @Test
  void thePositionIsTold() {
    InvalidEventException failure = failure("{\n  \"sessionId\": nope\n}".getBytes(UTF_8), 22);
    assertThat(failure.getMessage()).contains("line 2, column ");
    assertThat(failure.pointer()).isNull();
  }

  /** In the body, wherever that lies in the bytes that are read from. */
  @Test
  void thePositionOfWhatIsNotUtf8OrBeyondALimitIsTold() {
    byte[] bytes = ("12345{\"x\":\"" + "\u00e4" + "?\"}").getBytes(UTF_8);
    bytes[12] = (byte) 0xFF;
    assertThat(messageAt(bytes, 5)).isEqualTo("the body is not valid UTF-8 at byte 7");
    assertThat(messageAt(new byte[] {' ', ' ', '[', 0, 1}, 0)).endsWith(" at byte 4");
    assertThat(messageAt("\n\ufeff{}".getBytes(UTF_8), 1)).endsWith(" at byte 1");
    assertThat(messageAt("..{\"x\":\n[".getBytes(UTF_8), 2)).endsWith(" at line 2, column 2");
    String deep = "..\n" + "[".repeat(65);
    assertThat(messageAt(deep.getBytes(UTF_8), 2)).endsWith(" at line 2, column 66");
    String known = "..{\"sessionId\":" + "[".repeat(65);
    assertThat(messageAt(known.getBytes(UTF_8), 2)).contains(" at line 1, column ");
  }

  private String messageAt(byte[] bytes, int offset) {
    return catchThrowableOfType(
            InvalidEventException.class,
            () -> transcoder.transcode(bytes, offset, bytes.length - offset, Envelopes.empty()))
        .getMessage();
  }

  private Kind kind(String body) {
    byte[] bytes = body.getBytes(UTF_8);
    return failure(bytes, bytes.length).kind();
  }

  private void assertUnreadable(String body) {
    assertUnreadable(body, UTF_8);
  }

  private void assertUnreadable(String body, Charset charset) {
    byte[] bytes = body.getBytes(charset);
    InvalidEventException failure = failure(bytes, bytes.length);
    String start = body.substring(0, Math.min(80, body.length()));
    assertThat(failure).as("%s is refused", start).isNotNull();
    assertThat(failure.kind()).as(start).isEqualTo(Kind.UNREADABLE);
    assertThat(failure.getMessage()).isNotEmpty();
    assertThat(failure.pointer()).isNull();
  }

  private InvalidEventException failure(byte[] bytes, int length) {
    return catchThrowableOfType(
        InvalidEventException.class,
        () -> transcoder.transcode(bytes, 0, length, Envelopes.empty()));
  }
}
