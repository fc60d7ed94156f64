package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A parser that goes on from body to body reads each as a new one would. */
class BodyParserTest {
  private static final List<String> BODIES =
      List.of(
          "{'s':'a','m':{'k':1,'l':-2.5e3},'a':[true,null,{}]}",
          "{'s':'a",
          "{'s':'\\u20ac\u20ac','m':{}}",
          "[1,2",
          "{\n 's'\n : 12345678901234567890 }",
          "{'s':1e",
          " {'a':[[[[1]]]]} ",
          "{'s':'" + "x".repeat(100_000) + "'}",
          "{'a':[1,}",
          "'only text'",
          "17",
          "{'s':'a'} {",
          "");

  private final JsonInput.Parsers parsers = new JsonInput.Parsers();

  @Test
  void whateverWasReadBefore() {
    for (String before : BODIES) {
      for (String body : BODIES) {
        read(parsers, before);
        assertThat(read(parsers, body))
            .as("%s after %s", body, before)
            .isEqualTo(read(new JsonInput.Parsers(), body));
      }
    }
  }

  @Test
  void aFaultIsWhereItIsInItsOwnBody() throws Exception {
    Transcoder transcoder = CounterSchema.transcoder();
    byte[] good = "\n\n{\"sessionId\":\"s\",\n\"action\":\"reset\"}\n".getBytes(UTF_8);
    byte[] bad = "  {\n  nope".getBytes(UTF_8);
    for (int i = 0; i < 3; i++) {
      transcoder.transcode(good, 0, good.length, Envelopes.empty());
    }
    assertThatExceptionOfType(InvalidEventException.class)
        .isThrownBy(() -> transcoder.transcode(bad, 2, bad.length - 2, Envelopes.empty()))
        .withMessageContaining("line 2, column");
  }

  /** They are the clients': a million of them must not stay. */
  @Test
  void namesDoNotGatherForEver() throws IOException {
    for (int i = 0; i < 5_000; i++) {
      byte[] body = "{\"name-%d\":1}".formatted(i).getBytes(UTF_8);
      BodyParser parser = parsers.open(body, 0, body.length);
      while (parser.nextToken() != null) {
        assertThat(parser.names()).isLessThanOrEqualTo(1_001);
      }
      parsers.giveBack(parser, body.length);
    }
  }

  /** One fault, and the parser goes, with all names that its bodies had. */
  @Test
  void namesOfFaultyBodiesDoNotGather() throws IOException {
    for (int i = 0; i < 5_000; i++) {
      byte[] body = "{\"name-%d\":1,\"other-%d\":}".formatted(i, i).getBytes(UTF_8);
      BodyParser parser = parsers.open(body, 0, body.length);
      assertThat(parser.names()).isZero();
      assertThatExceptionOfType(JsonProcessingException.class)
          .isThrownBy(
              () -> {
                while (parser.nextToken() != null) {
                  // To the fault.
                }
              });
      assertThat(parser.names()).isEqualTo(2);
      parsers.discard(parser);
    }
  }

  /** All tokens with their text and place, to the end or the fault. */
  private static String read(JsonInput.Parsers parsers, String text) {
    byte[] body = text.replace('\'', '"').getBytes(UTF_8);
    byte[] shifted = new byte[body.length + 7];
    Arrays.fill(shifted, (byte) '{');
    System.arraycopy(body, 0, shifted, 3, body.length);
    StringBuilder seen = new StringBuilder();
    BodyParser parser = parsers.open(shifted, 3, body.length);
    try {
      while (parser.nextToken() != null) {
        seen.append(parser.currentToken()).append(parser.getText()).append(parser.currentName());
        seen.append(JsonInput.at(parser.currentTokenLocation()));
        seen.append(parser.getParsingContext().getNestingDepth()).append('\n');
      }
      parsers.giveBack(parser, body.length);
    } catch (IOException e) {
      seen.append(e.getMessage());
      end(parser);
    }
    return seen.toString();
  }

  private static void end(BodyParser parser) {
    try {
      parser.end();
    } catch (IOException e) {
      throw new AssertionError("reading from memory", e);
    }
  }
}
