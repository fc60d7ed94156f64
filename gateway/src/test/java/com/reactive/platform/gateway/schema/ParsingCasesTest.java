package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.InvalidEventException.Kind;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the transcoder makes of the documents that tell JSON parsers apart. */
class ParsingCasesTest {
  private static final Schema ANY = ParsingCase.anyJson();

  private final Transcoder transcoder;

  ParsingCasesTest() throws SchemaException {
    transcoder = TranscoderPlan.compile(ANY, JsonForm.PLAIN, List.of(), List.of()).newTranscoder();
  }

  static List<ParsingCase> cases() throws IOException {
    return ParsingCase.all();
  }

  @Test
  void allCasesOfTheListAreThere() throws IOException {
    assertThat(cases()).filteredOn(each -> each.name().startsWith("y_")).hasSize(95);
    assertThat(cases()).filteredOn(each -> each.name().startsWith("n_")).hasSize(188);
    assertThat(cases()).filteredOn(each -> each.name().startsWith("i_")).hasSize(35);
    assertThat(cases()).extracting(ParsingCase::name).doesNotHaveDuplicates();
  }

  /** Else the list would be bent to what the gateway does. */
  @ParameterizedTest
  @MethodSource("cases")
  void whatTheListSaysIsWhatIsExpectedUnlessARuleIsNamed(ParsingCase each) {
    if (each.name().startsWith("y_") && !each.ownRule()) {
      assertThat(each.ours()).isEqualTo("stored");
    }
    if (each.name().startsWith("n_")) {
      assertThat(each.ours()).isEqualTo("400");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aDocumentWithinAnEventIsStoredAsItStandsOrRefused(ParsingCase each) throws IOException {
    byte[] body = each.asField();
    InvalidEventException refusal = refusal(body);
    switch (each.ours()) {
      case "stored" -> {
        assertThat(refusal).isNull();
        assertThat(stored()).isEqualTo(value(new ObjectMapper().readTree(each.document())));
      }
      case "422" -> {
        assertThat(refusal.kind()).isEqualTo(Kind.SCHEMA);
        assertThat(refusal.pointer()).startsWith("/v");
      }
      case "400" -> assertUnreadable(refusal);
      default -> throw new AssertionError(each.ours());
    }
  }

  /** No document of the list is an event by itself. */
  @ParameterizedTest
  @MethodSource("cases")
  void aDocumentAsTheWholeBodyIsRefusedForWhatItIs(ParsingCase each) {
    InvalidEventException refusal = refusal(each.document());
    if (each.ours().equals("400")) {
      assertUnreadable(refusal);
    } else {
      assertThat(refusal.kind()).isEqualTo(Kind.SCHEMA);
    }
  }

  private static void assertUnreadable(InvalidEventException refusal) {
    assertThat(refusal).isNotNull();
    assertThat(refusal.kind()).isEqualTo(Kind.UNREADABLE);
    assertThat(refusal.getMessage())
        .matches(".* at (line \\d+, column \\d+|byte \\d+)|.* is empty");
  }

  private InvalidEventException refusal(byte[] body) {
    return catchThrowableOfType(
        InvalidEventException.class,
        () -> transcoder.transcode(body, 0, body.length, Envelopes.empty()));
  }

  private Object stored() throws IOException {
    var decoder =
        DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
    GenericRecord event = new GenericDatumReader<GenericRecord>(ANY).read(null, decoder);
    assertThat(decoder.isEnd()).isTrue();
    return plain(event.get("v"));
  }

  /** Avro's strings as Java's, and one zero. */
  private static Object plain(Object value) {
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      list.forEach(each -> all.add(plain(each)));
      return all;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> all = new LinkedHashMap<>();
      map.forEach((name, each) -> all.put(name.toString(), plain(each)));
      return all;
    }
    if (value instanceof Double number) {
      return number + 0.0; // Jackson's tree has no zero below zero.
    }
    return value instanceof Utf8 text ? text.toString() : value;
  }

  private static Object value(JsonNode node) {
    if (node.isArray()) {
      List<Object> all = new ArrayList<>();
      node.forEach(each -> all.add(value(each)));
      return all;
    }
    if (node.isObject()) {
      Map<String, Object> all = new LinkedHashMap<>();
      node.properties().forEach(each -> all.put(each.getKey(), value(each.getValue())));
      return all;
    }
    if (node.isNumber()) {
      // What Java makes of the digits: the parser's own way to a double is not asked.
      return Double.valueOf(node.asText());
    }
    return node.isNull() ? null : node.isBoolean() ? (Object) node.asBoolean() : node.asText();
  }
}
