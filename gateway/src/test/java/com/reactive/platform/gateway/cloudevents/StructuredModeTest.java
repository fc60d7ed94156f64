package com.reactive.platform.gateway.cloudevents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.cloudevents.CloudEvent.Attribute;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.InvalidEventException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructuredModeTest {
  private static final String REQUIRED =
      "\"specversion\":\"1.0\",\"type\":\"t\",\"source\":\"/s\",\"id\":\"1\"";

  private final CloudEventReader reader = new CloudEventReader();

  /** From the JSON format's section 3.2. */
  @Test
  void theExampleOfTheSpecification() throws InvalidEventException {
    CloudEvent event =
        read(
            """
            {
                "specversion" : "1.0",
                "type" : "com.example.someevent",
                "source" : "/mycontext",
                "subject": null,
                "id" : "C234-1234-1234",
                "time" : "2018-04-05T17:31:00Z",
                "comexampleextension1" : "value",
                "comexampleothervalue" : 5,
                "datacontenttype" : "application/json",
                "data" : {
                    "appinfoA" : "abc",
                    "appinfoB" : 123,
                    "appinfoC" : true
                }
            }
            """);

    assertThat(event.attributes())
        .containsExactly(
            new Attribute("specversion", "1.0"),
            new Attribute("type", "com.example.someevent"),
            new Attribute("source", "/mycontext"),
            new Attribute("id", "C234-1234-1234"),
            new Attribute("time", "2018-04-05T17:31:00Z"),
            new Attribute("comexampleextension1", "value"),
            new Attribute("comexampleothervalue", "5"),
            new Attribute("datacontenttype", "application/json"));
    assertThat(data(event)).startsWith("{\n").contains("\"appinfoB\" : 123,").endsWith("}");
    assertThat(event.dataPointer()).isEqualTo("/data");
    assertThat(event.id()).isEqualTo("C234-1234-1234");
    assertThat(event.source()).isEqualTo("/mycontext");
    assertThat(event.type()).isEqualTo("com.example.someevent");
    assertThat(event.time()).isEqualTo("2018-04-05T17:31:00Z");
    assertThat(event.subject()).isNull();
    assertThat(event.traceparent()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"I'm just a string\"",
        "\"\"",
        "\"\\\"}ü\"",
        "0",
        "-1.5e-7",
        "true",
        "null",
        "[]",
        "{}",
        "[ 1 , {\"a\":[]} ]",
        "{\"a\" : \"}\"}"
      })
  void theDataIsWhatStandsThere(String data) throws InvalidEventException {
    for (String around : new String[] {"%s", " \n%s\t"}) {
      String value = around.formatted(data);
      assertThat(data(read("{\"data\":" + value + "," + REQUIRED + "}"))).isEqualTo(data);
      assertThat(data(read("{" + REQUIRED + ",\"data\":" + value + "}"))).isEqualTo(data);
    }
  }

  @Test
  void theDataIsFoundInRandomEnvelopes() throws InvalidEventException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      String data = randomValue(random, 0);
      List<String> members = new ArrayList<>(List.of(REQUIRED.split(",", -1)));
      members.add("\"é\" : null".replace("é", "x" + random.nextInt(9)));
      members.add("\"subject\":\"ü€😀" + "y".repeat(random.nextInt(300)) + "\"");
      members.add(random.nextInt(members.size()), "\"data\" : " + data + " ");

      CloudEvent event = read("{" + String.join(",\n", members) + "}");

      assertThat(data(event)).as("seed %d", seed).isEqualTo(data);
    }
  }

  @Test
  void base64IsDecoded() throws InvalidEventException {
    String json = "{\"a\": \"ü\"}";
    String base64 = Base64.getEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));

    CloudEvent event = read("{" + REQUIRED + ",\"data_base64\":\"" + base64 + "\"}");

    assertThat(data(event)).isEqualTo(json);
    assertThat(event.dataPointer()).isEmpty();
  }

  @Test
  void typesOfAttributesBecomeTheirText() throws InvalidEventException {
    CloudEvent event =
        read("{" + REQUIRED + ",\"a\":true,\"b\":-2147483648,\"c\":\"\",\"d\":null,\"data\":1}");

    assertThat(event.attributes())
        .contains(
            new Attribute("a", "true"), new Attribute("b", "-2147483648"), new Attribute("c", ""));
    assertThat(event.get("d")).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"id\":1'                                  | /id              | id must be a string",
        "'\"id\":\"\"'                               | /id              | id must not be empty",
        "'\"id\":[\"1\"]'                            | /id              | id must be a string, a"
            + " whole",
        "'\"id\":\"a\\u0000b\"'                      | /id              | id has control"
            + " characters",
        "'\"id\":\"\\ud800\"'                        | /id              | half a surrogate pair",
        "'\"id\":\"\\ufdd0\"'                        | /id              | noncharacters",
        "'\"source\":\"a b\"'                        | /source          | source must be a URI",
        "'\"source\":\"\"'                           | /source          | source must be a URI",
        "'\"specversion\":\"0.3\"'                   | /specversion     | specversion must be 1.0",
        "'\"time\":\"2018-04-05\"'                   | /time            | time must be a timestamp",
        "'\"time\":\"2018-02-30T17:31:00Z\"'         | /time            | time must be a timestamp",
        "'\"time\":\"2018-04-05T24:00:00Z\"'         | /time            | time must be a timestamp",
        "'\"dataschema\":\"\"'                       | /dataschema      | dataschema must be a URI",
        "'\"datacontenttype\":\"text/xml\"'          | /datacontenttype | datacontenttype must be"
            + " JSON",
        "'\"x\":1.5'                                 | /x               | x must be a string, a"
            + " whole",
        "'\"x\":2147483648'                          | /x               | x must be a whole number"
            + " of 32",
        "'\"x\":{}'                                  | /x               | x must be a string, a"
            + " whole",
        "'\"aB\":\"\"'                               | /aB              | aB is not an attribute"
            + " name",
        "'\"a_b\":\"\"'                              | /a_b             | a_b is not an attribute"
            + " name",
        "'\"a/b~c\":\"\"'                            | /a~1b~0c         | a/b~c is not an attribute"
            + " name",
        "'\"\":\"\"'                                 | /                | is not an attribute name",
        "'\"data_base64\":\"MQ==\"'                  | /data_base64     | cannot be given together"
            + " with data",
      })
  void aMemberThatBreaksTheRulesIsNamed(String member, String pointer, String detail) {
    String name = member.substring(0, member.indexOf(':'));
    String others =
        String.join(
            ",",
            List.of(REQUIRED.split(",", -1)).stream()
                .filter(other -> !other.startsWith(name + ":"))
                .toList());

    InvalidEventException e = refusal("{" + others + ",\"data\":{}," + member + "}");

    assertThat(e.kind()).isEqualTo(Kind.SCHEMA);
    assertThat(e.pointer()).isEqualTo(pointer);
    assertThat(e).hasMessageContaining(detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"specversion", "type", "source", "id"})
  void whatIsMissingIsNamed(String name) {
    String json = "{" + REQUIRED.replace("\"" + name + "\"", "\"else\"") + ",\"data\":1}";
    InvalidEventException e = refusal(json);

    assertThat(e.kind()).isEqualTo(Kind.SCHEMA);
    assertThat(e.pointer()).isEqualTo("/" + name);
    assertThat(e).hasMessage(name + " is missing");
  }

  @Test
  void dataMustBeThere() {
    assertThat(refusal("{" + REQUIRED + "}").pointer()).isEqualTo("/data");
    assertThat(refusal("{" + REQUIRED + ",\"data_base64\":null}").pointer()).isEqualTo("/data");
    assertThat(refusal("{" + REQUIRED + ",\"data_base64\":\"%\"}"))
        .hasMessage("data_base64 must be base64");
    assertThat(refusal("{" + REQUIRED + ",\"data_base64\":1}"))
        .hasMessage("data_base64 must be a string");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"id\":}",
        "{\"id\":\"1\",\"id\":\"2\"}",
        "{\"id\":1,\"data\":[}",
        "{\"data\":{\"a\":1,\"a\":2}}",
        "{} {}",
        "\uFEFF{}",
        "{\"Id\":1"
      })
  void whatIsNotJsonIsUnreadable(String body) {
    InvalidEventException e = refusal(body);

    assertThat(e.kind()).isEqualTo(Kind.UNREADABLE);
    assertThat(e.pointer()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "\"a\"", "null"})
  void whatIsNoObjectIsNoEvent(String body) {
    InvalidEventException e = refusal(body);

    assertThat(e.kind()).isEqualTo(Kind.SCHEMA);
    assertThat(e.pointer()).isEmpty();
  }

  @Test
  void badUtf8IsUnreadable() {
    byte[] body = "{\"id\":\"x\"}".getBytes(StandardCharsets.UTF_8);
    body[7] = (byte) 0xC0;

    assertThatThrownBy(() -> reader.read(ContentMode.STRUCTURED, List.of(), body, 0, body.length))
        .hasMessageStartingWith("the body is not valid UTF-8 at byte ");
  }

  @Test
  void theBoundsHold() throws InvalidEventException {
    String name = "n".repeat(64);
    assertThat(read("{" + REQUIRED + ",\"data\":1,\"" + name + "\":\"\"}").get(name)).isEmpty();
    assertThat(refusal("{" + REQUIRED + ",\"data\":1,\"n" + name + "\":\"\"}"))
        .hasMessageContaining("use 1 to 64 lower-case letters and digits");

    StringBuilder many = new StringBuilder(REQUIRED);
    for (int i = 4; i < 32; i++) {
      many.append(",\"a").append(i).append("\":\"\"");
    }
    assertThat(read("{" + many + ",\"data\":1}").attributes()).hasSize(32);
    assertThat(refusal("{" + many + ",\"b\":\"\",\"data\":1}"))
        .hasMessage("b exceeds the limit of 32 attributes");

    String longest = "ü".repeat(2_031);
    assertThat(read("{" + REQUIRED + ",\"data\":1,\"ext\":\"" + longest + "\"}").get("ext"))
        .isEqualTo(longest);
    assertThat(refusal("{" + REQUIRED + ",\"data\":1,\"ext\":\"" + longest + "ü\"}"))
        .hasMessage("ext is too long: all attributes together may have 4096 bytes");

    String deep = "[".repeat(64) + "]".repeat(64);
    assertThat(data(read("{" + REQUIRED + ",\"data\":" + deep + "}"))).isEqualTo(deep);
    assertThat(refusal("{" + REQUIRED + ",\"data\":[" + deep + "]}").kind())
        .isEqualTo(Kind.UNREADABLE);
    assertThat(refusal("{" + REQUIRED + ",\"data\":" + "1".repeat(1_001) + "}").kind())
        .isEqualTo(Kind.UNREADABLE);
  }

  @Test
  void aReaderForgetsWhatItReadBefore() throws InvalidEventException {
    read("{" + REQUIRED + ",\"ext\":\"1\",\"data\":{\"first\":1}}");
    refusal("{" + REQUIRED + "}");

    CloudEvent second = read("{" + REQUIRED + ",\"data\":2}");

    assertThat(second.get("ext")).isNull();
    assertThat(data(second)).isEqualTo("2");
  }

  private static String randomValue(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 4 : 6)) {
      case 0 -> Integer.toString(random.nextInt());
      case 1 -> "\"" + "aü€😀\\\"\\u00e9]}".repeat(random.nextInt(40)) + "\"";
      case 2 -> Double.toString(random.nextGaussian());
      case 3 -> random.nextBoolean() ? "null" : "false";
      case 4 -> "[" + randomValue(random, depth + 1) + " , " + randomValue(random, depth + 1) + "]";
      default -> "{\"k\":\n" + randomValue(random, depth + 1) + "}";
    };
  }

  private static String data(CloudEvent event) {
    return new String(event.data(), event.offset(), event.length(), StandardCharsets.UTF_8);
  }

  private InvalidEventException refusal(String json) {
    return catchThrowableOfType(InvalidEventException.class, () -> read(json));
  }

  /** As the body lies in the buffer of a connection: not at its beginning, and not alone. */
  private CloudEvent read(String json) throws InvalidEventException {
    byte[] body = ("#####" + json + "###").getBytes(StandardCharsets.UTF_8);
    return reader.read(ContentMode.STRUCTURED, List.of(), body, 5, body.length - 8);
  }
}
