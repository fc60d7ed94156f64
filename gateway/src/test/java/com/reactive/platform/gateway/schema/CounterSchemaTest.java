package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.InvalidEventException.Kind;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The counter is a stream like any other: good bodies, and those that are no counter event. */
class CounterSchemaTest {
  private final Transcoder transcoder = CounterSchema.transcoder();

  @ParameterizedTest
  @CsvSource({
    "increment, 5, 5",
    "increment, -5, -5",
    "decrement, 0, 0",
    "decrement, -0, 0",
    "set, 2147483647, 2147483647",
    "set, -2147483648, -2147483648",
    "reset, 9, 9"
  })
  void everyActionIsRead(String action, String value, int number) throws InvalidEventException {
    assertThat(parse("{\"sessionId\":\"s\",\"action\":\"" + action + "\",\"value\":" + value + "}"))
        .isEqualTo(new Counter("", "s", action, number));
  }

  @ParameterizedTest
  @ValueSource(strings = {"increment", "decrement", "reset"})
  void theValueMayBeLeftOutWhereItIsPlain(String action) throws InvalidEventException {
    assertThat(parse("{\"sessionId\":\"s\",\"action\":\"" + action + "\"}").value()).isEqualTo(1);
  }

  @Test
  void theCustomerIsNamedByTheBodyOrThePathOrBoth() throws InvalidEventException {
    String without = "{\"sessionId\":\"s\",\"action\":\"reset\"}";
    String with = "{\"customerId\":\"c\",\"sessionId\":\"s\",\"action\":\"reset\"}";
    assertThat(parse(without).customerId()).isEmpty();
    assertThat(parse(with).customerId()).isEqualTo("c");
    assertThat(parse(without, "p").customerId()).isEqualTo("p");
    assertThat(parse(with, "c").customerId()).isEqualTo("c");
    assertSchema(invalid(with, "p"), "/customerId");
  }

  @Test
  void spaceAndOrderDoNotMatter() throws InvalidEventException {
    String body =
        " \t\r\n{ \"value\"\n:\t3 ,\r\n\"action\" : \"set\" , \"sessionId\": \"s\" }\n \t\r\n";
    assertThat(parse(body)).isEqualTo(new Counter("", "s", "set", 3));
  }

  @Test
  void escapesAndUnicodeAreRead() throws InvalidEventException {
    String body =
        "{\"session\\u0049d\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\ud83d\\uDE00\\u0000\","
            + "\"customerId\":\"\u00e4\u20ac\ud83d\ude00\u0301\",\"action\":\"\\u0073et\","
            + "\"value\":1}";
    assertThat(parse(body))
        .isEqualTo(
            new Counter(
                "\u00e4\u20ac\ud83d\ude00\u0301",
                "\"\\/\b\f\n\r\t\u00e4\ud83d\ude00\u0000",
                "set",
                1));
  }

  @Test
  void theBodyMayLieAnywhereInABuffer() throws InvalidEventException {
    byte[] body = "{\"sessionId\":\"\u00e4\",\"action\":\"reset\"}".getBytes(UTF_8);
    byte[] buffer = new byte[body.length + 30];
    Arrays.fill(buffer, (byte) 0xFF);
    System.arraycopy(body, 0, buffer, 13, body.length);
    transcoder.transcode(buffer, 13, body.length, Envelopes.empty());
    assertThat(CounterSchema.decode(transcoder).get("sessionId")).hasToString("\u00e4");
  }

  @Test
  void anIdMayHave256CharactersButNotMore() throws InvalidEventException {
    String longest = "\u20ac".repeat(256);
    assertThat(parse("{\"sessionId\":\"" + longest + "\",\"action\":\"reset\"}").sessionId())
        .isEqualTo(longest);
    for (String id : new String[] {"", "x".repeat(257)}) {
      assertSchema(invalid("{\"sessionId\":\"" + id + "\",\"action\":\"reset\"}"), "/sessionId");
      assertSchema(
          invalid("{\"customerId\":\"" + id + "\",\"sessionId\":\"s\",\"action\":\"reset\"}"),
          "/customerId");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                                                        | /sessionId",
        "{\"action\":\"reset\"}                                    | /sessionId",
        "{\"sessionId\":\"s\"}                                     | /action",
        "{\"sessionId\":\"s\",\"action\":\"set\"}                  | /value",
        "{\"sessionId\":null,\"action\":\"reset\"}                 | /sessionId",
        "{\"sessionId\":1,\"action\":\"reset\"}                    | /sessionId",
        "{\"sessionId\":[\"s\"],\"action\":\"reset\"}              | /sessionId",
        "{\"sessionId\":{\"sessionId\":\"s\"},\"action\":\"set\"}  | /sessionId",
        "{\"customerId\":null,\"sessionId\":\"s\",\"action\":\"reset\"} | /customerId",
        "{\"customerId\":true,\"sessionId\":\"s\",\"action\":\"reset\"} | /customerId",
        "{\"sessionId\":\"s\",\"action\":\"Reset\"}                | /action",
        "{\"sessionId\":\"s\",\"action\":\"RESET\"}                | /action",
        "{\"sessionId\":\"s\",\"action\":\" reset\"}               | /action",
        "{\"sessionId\":\"s\",\"action\":\"\"}                     | /action",
        "{\"sessionId\":\"s\",\"action\":\"drop\"}                 | /action",
        "{\"sessionId\":\"s\",\"action\":null}                     | /action",
        "{\"sessionId\":\"s\",\"action\":3}                        | /action",
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"Value\":1}    | /Value",
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"\":1}         | /",
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"a/b~c\":1}    | /a~1b~0c",
        "{\"sessionId\":\"s\",\"action\":\"reset\",\"~1\":[{}]}    | /~01",
        "{\"x\":{\"value\":\"v\"},\"value\":\"v\"}                 | /x"
      })
  void whatIsNotOfTheSchemaIsRefusedWithItsPlace(String body, String pointer) {
    assertSchema(invalid(body), pointer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.5",
        "1.0",
        "1e2",
        "1E0",
        "\"1\"",
        "2147483648",
        "-2147483649",
        "null",
        "true",
        "[1]",
        "{}",
        "99999999999999999999"
      })
  void aValueIsAWholeNumberOf32Bits(String value) {
    for (String action : new String[] {"increment", "set", "reset"}) {
      assertSchema(
          invalid("{\"sessionId\":\"s\",\"action\":\"" + action + "\",\"value\":" + value + "}"),
          "/value");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "[{\"sessionId\":\"s\",\"action\":\"reset\"}]",
        "1",
        "\"{}\"",
        "null",
        "true"
      })
  void anEventIsAnObject(String body) {
    assertSchema(invalid(body), "");
  }

  @Test
  void aLongFieldNameIsCutInTheAnswerAndNotInTheMiddleOfACharacter() {
    String name = "n".repeat(999);
    assertThat(invalid("{\"" + name + "\":1}").pointer()).isEqualTo("/" + "n".repeat(200));
    String cutInTwo = "n".repeat(199) + "\ud83d\ude00";
    String pointer = invalid("{\"" + cutInTwo + "\":1}").pointer();
    assertThat(UTF_8.newEncoder().canEncode(pointer))
        .as("pointer can be written as UTF-8")
        .isTrue();
  }

  @Test
  void noErrorRepeatsWhatTheClientSent() {
    String secret = "hunter2";
    String[] bodies = {
      "{\"sessionId\":\"s\",\"action\":\"" + secret + "\"}",
      "{\"sessionId\":\"s\",\"action\":\"set\",\"value\":\"" + secret + "\"}",
      "{\"sessionId\":\"" + secret.repeat(50) + "\",\"action\":\"reset\"}",
      "{\"x\":\"" + secret + "\"}",
      "\"" + secret + "\"",
      secret,
      "{\"sessionId\":\"" + secret,
      "{\"sessionId\":" + secret + "}",
      "{\"sessionId\":\"s\"} " + secret,
      "{\"sessionId\":\"" + secret + "\\ud800\"}",
      "{\"sessionId\":\"" + secret + "\\x\"}"
    };
    for (String body : bodies) {
      InvalidEventException failure = invalid(body);
      assertThat(failure.getMessage()).isNotEmpty().doesNotContain(secret);
      assertThat(failure.pointer() == null ? "" : failure.pointer()).doesNotContain(secret);
    }
    String customers =
        "{\"customerId\":\"" + secret + "\",\"sessionId\":\"s\",\"action\":\"set\",\"value\":1}";
    assertThat(invalid(customers, "p").getMessage()).doesNotContain(secret);
  }

  /** The attributes are not part of what consumers compare. */
  @Test
  void theFingerprintIsWhatItWas() {
    assertThat(SchemaNormalization.parsingFingerprint64(CounterSchema.SCHEMA))
        .isEqualTo(-4_873_139_306_717_877_237L);
  }

  @Test
  void whatTheGatewaySetsClientsMayNot() {
    for (String name :
        new String[] {"requestId", "eventId", "timestamp", "traceparent", "tracestate", "timing"}) {
      for (String value : new String[] {"\"x\"", "null", "1", "{}"}) {
        InvalidEventException failure =
            invalid("{\"sessionId\":\"s\",\"action\":\"reset\",\"" + name + "\":" + value + "}");
        assertSchema(failure, "/" + name);
        assertThat(failure).hasMessage(name + " is set by the gateway");
      }
    }
  }

  @Test
  void theCustomerOfThePathHasTheSameBounds() throws InvalidEventException {
    String body = "{\"sessionId\":\"s\",\"action\":\"reset\"}";
    assertSchema(invalid(body, ""), "/customerId");
    assertSchema(invalid(body, "x".repeat(257)), "/customerId");
    assertThat(parse(body, "x".repeat(256)).customerId()).hasSize(256);
    assertThat(parse(body, "\u20ac \"\\").customerId()).isEqualTo("\u20ac \"\\");
  }

  @Test
  void theKeyIsTheCustomerElseTheSession() throws InvalidEventException {
    parse("{\"sessionId\":\"s\u00e4\",\"action\":\"reset\"}");
    assertThat(transcoder.key()).isEqualTo("s\u00e4".getBytes(UTF_8));
    parse("{\"action\":\"reset\",\"sessionId\":\"s\",\"customerId\":\"c\"}");
    assertThat(transcoder.key()).isEqualTo("c".getBytes(UTF_8));
    parse("{\"sessionId\":\"s\",\"action\":\"reset\"}", "p");
    assertThat(transcoder.key()).isEqualTo("p".getBytes(UTF_8));
  }

  private record Counter(String customerId, String sessionId, String action, int value) {}

  private static void assertSchema(InvalidEventException failure, String pointer) {
    assertThat(failure.kind()).isEqualTo(Kind.SCHEMA);
    assertThat(failure.pointer()).isEqualTo(pointer);
    assertThat(failure.getMessage()).isNotEmpty();
  }

  private Counter parse(String body) throws InvalidEventException {
    return parse(body, null);
  }

  private Counter parse(String body, String customerIdOfPath) throws InvalidEventException {
    byte[] bytes = body.getBytes(UTF_8);
    Map<String, String> path =
        customerIdOfPath == null ? Map.of() : Map.of("customerId", customerIdOfPath);
    transcoder.transcode(bytes, 0, bytes.length, Envelopes.of(path));
    GenericRecord event = CounterSchema.decode(transcoder);
    return new Counter(
        event.get("customerId").toString(),
        event.get("sessionId").toString(),
        event.get("action").toString(),
        (int) event.get("value"));
  }

  private InvalidEventException invalid(String body) {
    return invalid(body, null);
  }

  private InvalidEventException invalid(String body, String customerIdOfPath) {
    InvalidEventException failure =
        catchThrowableOfType(InvalidEventException.class, () -> parse(body, customerIdOfPath));
    assertThat(failure).as(body).isNotNull();
    return failure;
  }
}
