package com.reactive.platform.gateway.cloudevents;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.cloudevents.CloudEvent.Attribute;
import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.InvalidEventException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryModeTest {
  private static final byte[] BODY = "--{\"a\":1}--".getBytes(StandardCharsets.UTF_8);

  /** From the HTTP binding's section 3.1.4. */
  private static final List<Map.Entry<String, String>> EXAMPLE =
      List.of(
          entry("Host", "webhook.example.com"),
          entry("ce-specversion", "1.0"),
          entry("ce-type", "com.example.someevent"),
          entry("ce-time", "2018-04-05T03:56:24Z"),
          entry("ce-id", "1234-1234-1234"),
          entry("ce-source", "/mycontext/subcontext"),
          entry("Content-Type", "application/json; charset=utf-8"));

  @Test
  void theExampleOfTheSpecification() throws InvalidEventException {
    CloudEvent event = read(EXAMPLE);

    assertThat(event.attributes())
        .containsExactly(
            new Attribute("specversion", "1.0"),
            new Attribute("type", "com.example.someevent"),
            new Attribute("time", "2018-04-05T03:56:24Z"),
            new Attribute("id", "1234-1234-1234"),
            new Attribute("source", "/mycontext/subcontext"));
    assertThat(event.data()).isSameAs(BODY);
    assertThat(event.offset()).isEqualTo(2);
    assertThat(event.length()).isEqualTo(7);
    assertThat(event.dataPointer()).isEmpty();
  }

  @Test
  void namesOfHeadersMayBeInAnyCase() throws InvalidEventException {
    assertThat(read(with("CE-TraceParent", "00-ab")).traceparent()).isEqualTo("00-ab");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // From the HTTP binding's section 3.1.3.2.
        "Euro%20%E2%82%AC%20%F0%9F%98%80 | Euro € 😀",
        "%e2%82%ac                       | €",
        "%41%2F%25                       | A/%",
        "a b                             | a b",
        "\"a \\\"b\\\\\"                 | a \"b\\",
        "\"%20\"                         | ' '",
        "a\"b                            | a\"b",
        "''                              | ''",
      })
  void valuesAreDecoded(String header, String value) throws InvalidEventException {
    assertThat(read(with("ce-ext", header)).get("ext")).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%",
        "%4",
        "%4g",
        "100%",
        "%C0%A0",
        "%ff",
        "%ED%A0%80",
        "ü",
        "a\tb",
        "\"a",
        "\"a\"b",
        "\"a\\"
      })
  void valuesThatAreNotEncodedAreRefused(String header) {
    assertThatThrownBy(() -> read(with("ce-ext", header)))
        .isInstanceOfSatisfying(
            InvalidEventException.class, e -> assertThat(e.kind()).isEqualTo(Kind.HEADER))
        .hasMessage(
            "the header ce-ext must be printable ASCII, with all else as percent-encoded UTF-8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ce-id              | ''               | ce-id must not be empty",
        "ce-id              | a%00             | ce-id has control characters",
        "ce-source          | a%20b            | ce-source must be a URI",
        "ce-time            | yesterday        | ce-time must be a timestamp as in RFC 3339",
        "ce-specversion     | 0.3              | ce-specversion must be 1.0",
        "ce-my_ext          | 1                | ce-my_ext is not an attribute name",
        "ce-                | 1                | ce- is not an attribute name",
        "ce-data            | 1                | ce-data is not an attribute name",
        "ce-datacontenttype | application/json | must not be sent: Content-Type",
      })
  void aHeaderThatBreaksTheRulesIsNamed(String name, String value, String detail) {
    assertThatThrownBy(() -> read(with(name, value)))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.HEADER);
              assertThat(e.pointer()).isNull();
            })
        .hasMessageContaining(detail);
  }

  @Test
  void aHeaderThatComesTwiceIsRefused() {
    List<Map.Entry<String, String>> twice = new ArrayList<>(EXAMPLE);
    twice.add(entry("CE-ID", "another"));

    assertThatThrownBy(() -> read(twice)).hasMessage("the header ce-id is given twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ce-type", "ce-id", "ce-source"})
  void whatIsMissingIsNamed(String name) {
    List<Map.Entry<String, String>> rest =
        EXAMPLE.stream().filter(header -> !header.getKey().equals(name)).toList();

    assertThatThrownBy(() -> read(rest))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.SCHEMA);
              assertThat(e.pointer()).isNull();
            })
        .hasMessage("the header " + name + " is missing");
  }

  @Test
  void theBoundsHold() throws InvalidEventException {
    List<Map.Entry<String, String>> many = new ArrayList<>(EXAMPLE);
    for (int i = 5; i < 32; i++) {
      many.add(entry("ce-a" + i, "1"));
    }
    assertThat(read(many).attributes()).hasSize(32);
    many.add(entry("ce-b", "1"));
    assertThatThrownBy(() -> read(many))
        .hasMessage("the header ce-b exceeds the limit of 32 attributes");

    assertThatThrownBy(() -> read(with("ce-ext", "x".repeat(4_096))))
        .hasMessage("the header ce-ext is too long: all attributes together may have 4096 bytes");
    assertThatThrownBy(() -> read(with("ce-" + "n".repeat(5_000), "1")))
        .hasMessageContaining("is not an attribute name")
        .hasMessageNotContaining("n".repeat(100));
  }

  @Test
  void recordsCarryTheAttributesAsHeaders() throws InvalidEventException {
    List<Map.Entry<String, String>> all = new ArrayList<>(EXAMPLE);
    all.add(entry("ce-subject", "Euro%20%E2%82%AC"));

    assertThat(CloudEventHeaders.of(read(all)))
        .containsExactly(
            new EventFrame.Attribute("ce_specversion", "1.0"),
            new EventFrame.Attribute("ce_type", "com.example.someevent"),
            new EventFrame.Attribute("ce_time", "2018-04-05T03:56:24Z"),
            new EventFrame.Attribute("ce_id", "1234-1234-1234"),
            new EventFrame.Attribute("ce_source", "/mycontext/subcontext"),
            new EventFrame.Attribute("ce_subject", "Euro €"));
  }

  /** It says what the data was; the record's content type says what it is. */
  @Test
  void theContentTypeOfTheDataIsNoHeader() throws InvalidEventException {
    byte[] body =
        "{\"specversion\":\"1.0\",\"type\":\"t\",\"source\":\"s\",\"id\":\"1\",\"datacontenttype\":\"a/json\",\"data\":1}"
            .getBytes(StandardCharsets.UTF_8);
    CloudEvent event =
        new CloudEventReader().read(ContentMode.STRUCTURED, List.of(), body, 0, body.length);

    assertThat(CloudEventHeaders.of(event))
        .extracting(EventFrame.Attribute::name)
        .containsExactly("ce_specversion", "ce_type", "ce_source", "ce_id");
  }

  @Test
  void theLargestEventFitsItsHeaders() throws InvalidEventException {
    List<Map.Entry<String, String>> all = new ArrayList<>(EXAMPLE);
    for (int i = 5; i < 32; i++) {
      all.add(entry("ce-" + "n".repeat(62) + i, "v".repeat(79)));
    }
    EventBuffer frame = new EventBuffer();
    byte[] id = new byte[EventIds.LENGTH];
    EventFrame.begin(frame, 0, id, id, null, null, CloudEventHeaders.of(read(all)));

    assertThat(frame.length()).isBetween(4_000, EventFrame.MAX_ATTRIBUTE_BYTES);
    assertThat(EventFrame.read(frame.array(), 0, frame.length()).attributes()).hasSize(32);
  }

  private static List<Map.Entry<String, String>> with(String name, String value) {
    List<Map.Entry<String, String>> headers = new ArrayList<>();
    EXAMPLE.stream()
        .filter(header -> !header.getKey().equalsIgnoreCase(name))
        .forEach(headers::add);
    headers.add(entry(name, value));
    return headers;
  }

  private static CloudEvent read(List<Map.Entry<String, String>> headers)
      throws InvalidEventException {
    return new CloudEventReader().read(ContentMode.BINARY, headers, BODY, 2, BODY.length - 4);
  }
}
