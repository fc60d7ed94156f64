package com.reactive.platform.gateway.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.openapi.OpenApi.About;
import com.reactive.platform.gateway.schema.SchemaException;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenApiTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final SchemaRegistry VALIDATOR =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12,
          builder ->
              builder.schemaRegistryConfig(
                  com.networknt.schema.SchemaRegistryConfig.builder()
                      .formatAssertionsEnabled(true)
                      .build()));
  private static final About OPEN =
      new About("1.2.3", "http://127.0.0.1:8080", false, false, false);

  private static StreamDefinition stream(
      String name, String schema, JsonForm form, String... routes) {
    try (InputStream avsc = OpenApiTest.class.getResourceAsStream("/avro/" + schema)) {
      return stream(name, new Schema.Parser().parse(avsc), form, routes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static StreamDefinition stream(
      String name, Schema schema, JsonForm form, String... routes) {
    return new StreamDefinition(
        name,
        List.of(routes),
        name + "-events",
        schema,
        form,
        List.of(),
        Framing.SINGLE_OBJECT,
        -1,
        RecordFormat.EVENT,
        Acks.ALL,
        false,
        20,
        65_536,
        true,
        List.of(),
        false);
  }

  private static JsonNode document(About about, StreamDefinition... streams) throws IOException {
    return MAPPER.readTree(OpenApi.of(List.of(streams), about));
  }

  private static JsonNode everything(JsonForm form) throws IOException {
    return document(
        OPEN,
        stream("all", "every-type.avsc", form, "/api/events/all", "/api/tenants/{tenant}/all"));
  }

  /** What the body schema of a path says against a body. */
  private static List<String> faults(JsonNode document, String path, JsonNode body) {
    ObjectNode schema = ((ObjectNode) content(document, path).get("schema")).deepCopy();
    schema.set("components", document.get("components"));
    return VALIDATOR.getSchema(schema).validate(body).stream().map(Object::toString).toList();
  }

  private static JsonNode content(JsonNode document, String path) {
    return document.get("paths").get(path).at("/post/requestBody/content/application~1json");
  }

  @ParameterizedTest
  @EnumSource
  void examplesFitTheirSchemas(JsonForm form) throws IOException {
    JsonNode document = everything(form);
    for (String path : List.of("/api/events/all", "/api/tenants/{tenant}/all")) {
      JsonNode example = content(document, path).get("example");
      assertThat(example.size()).isGreaterThan(10);
      assertThat(faults(document, path, example)).isEmpty();
    }
  }

  @Test
  void anExampleIsAsLongAsItsFieldsAskForAndOneLine() {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "R", "fields": [
                  {"name": "user", "type": "string"},
                  {"name": "country", "type": "string", "x-min-length": 2, "x-max-length": 2},
                  {"name": "code", "type": "string", "x-min-length": 6}]}
                """);
    StreamDefinition stream = stream("r", schema, JsonForm.PLAIN, "/api/users/{user}");

    assertThat(OpenApi.example(stream, "/api/users/{user}"))
        .isEqualTo("{\"country\":\"te\",\"code\":\"textxx\"}");
  }

  @ParameterizedTest
  @EnumSource
  void everySchemaIsOneByTheSpecification(JsonForm form) throws IOException {
    SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    var meta =
        registry.getSchema(
            com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    for (JsonNode schema : everything(form).at("/components/schemas")) {
      assertThat(meta.validate(schema)).isEmpty();
    }
  }

  @Test
  void everyReferenceLeadsSomewhere() throws IOException {
    JsonNode document = everything(JsonForm.PLAIN);
    Set<String> references = new HashSet<>();
    document.findValuesAsText("$ref").forEach(references::add);
    assertThat(references).hasSizeGreaterThan(20);
    for (String reference : references) {
      assertThat(document.at(reference.substring(1)).isMissingNode()).as(reference).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/local | \"9019-02-29T16:01:03\"",
        "/local | \"1900-02-29T16:01:03\"",
        "/big | 9223372036854775808",
        "/mac | \"AAECAwQ=\"",
        "/price | \"1.234\"",
        "/price | \"12345678.00\"",
        "/id | \"not a uuid\"",
        "/day | \"2026-13-01\"",
        "/at | \"yesterday\"",
        "/millisOfDay | \"24:00:00\"",
        "/scalar | true",
        "/shape | {\"radius\": 1}",
        "/colour | \"red\"",
        "/colour | \"pink\"",
        "/next | {\"value\": 1, \"next\": {\"value\": \"x\"}}",
        "/requestId | \"x\"",
        "/unknown | 1",
        "/octets | \"/x==\"",
        "/atNanos | \"0307-04-17T14:52:07Z\"",
        "/local | \"2026-02-30T12:00:00\"",
        "/span | \"P\"",
        "/span | \"P1DT\"",
        "/microsOfDay | 86400000000",
        "/at | \"2026-11-21T12:34:56.1234Z\"",
        "/tenant | \"\""
      })
  void whatTheGatewayRefusesTheSchemaRefuses(String pointer, String value) throws IOException {
    JsonNode document = everything(JsonForm.PLAIN);
    JsonNode body = with(document, pointer, value);
    assertThat(refusal(body)).isNotEmpty();
    assertThat(faults(document, "/api/events/all", body)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/local | \"2000-02-29T12:00:00\"",
        "/big | -9223372036854775808",
        "/mac | \"AAECAwQF\"",
        "/price | \"-1234567.89\"",
        "/price | 12",
        "/day | 20000",
        "/at | 1795257296789",
        "/at | \"2026-11-21T12:34:56+01:00\"",
        "/local | \"2026-11-21T12:34:56.000001\"",
        "/scalar | null",
        "/scalar | \"text\"",
        "/shape | {\"test.Square\": {\"side\": 1}}",
        "/octets | \"/w==\"",
        "/octets | \"\"",
        "/atNanos | \"2026-11-21T12:34:56.789123456+01:00\"",
        "/local | \"2024-02-29T12:00:00\"",
        "/span | \"P1Y2M3W4DT5H6M7.890S\"",
        "/millisOfDay | \"00:00:00\"",
        "/millisOfDay | 86399999",
        "/colour | \"blue\"",
        "/table | {\"a\": \"red\"}",
        "/next | {\"value\": 1, \"next\": {\"value\": 2, \"next\": null}}"
      })
  void whatTheGatewayTakesTheSchemaTakes(String pointer, String value) throws IOException {
    JsonNode document = everything(JsonForm.PLAIN);
    JsonNode body = with(document, pointer, value);
    assertThat(refusal(body)).isEmpty();
    assertThat(faults(document, "/api/events/all", body)).isEmpty();
  }

  /** What the gateway itself says of a body; empty if it takes it. */
  private static String refusal(JsonNode body) throws IOException {
    Schema schema = stream("all", "every-type.avsc", JsonForm.PLAIN, "/").schema();
    byte[] json = body.toString().getBytes(StandardCharsets.UTF_8);
    byte[] id = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    try {
      TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of())
          .newTranscoder()
          .transcode(json, 0, json.length, new EventMetadata(id, id, 0, null, null, Map.of()));
      return "";
    } catch (InvalidEventException e) {
      return e.getMessage();
    } catch (SchemaException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonNode with(JsonNode document, String pointer, String value) throws IOException {
    ObjectNode body = content(document, "/api/events/all").get("example").deepCopy();
    body.set(pointer.substring(1), MAPPER.readTree(value));
    return body;
  }

  @Test
  void whatThePathSaysIsNotInTheBody() throws IOException {
    JsonNode document = everything(JsonForm.PLAIN);
    assertThat(content(document, "/api/tenants/{tenant}/all").get("example").has("tenant"))
        .isFalse();
    JsonNode parameter = document.at("/paths/~1api~1tenants~1{tenant}~1all/post/parameters/0");
    assertThat(parameter.get("in").asText()).isEqualTo("path");
    assertThat(parameter.at("/schema/maxLength").asInt()).isEqualTo(64);
  }

  @Test
  void defaultsAreToldWhereBodyAndSchemaWriteThemAlike() throws IOException {
    JsonNode properties =
        everything(JsonForm.PLAIN).at("/components/schemas/test.Everything/properties");
    assertThat(properties.at("/small/default").asInt()).isEqualTo(7);
    assertThat(properties.at("/colour/default").asText()).isEqualTo("blue");
    assertThat(properties.at("/next/default").isNull()).isTrue();
    assertThat(properties.get("octets").has("default")).isFalse();
    assertThat(properties.at("/word/description").asText())
        .isEqualTo("Required when colour is red or green.");
  }

  @Test
  void typesOfOneNameAndDifferentShapeStandApart() throws IOException {
    StreamDefinition plain = stream("a", "every-type.avsc", JsonForm.PLAIN, "/a");
    Schema other =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"Everything\",\"namespace\":\"test\",\"fields\":[]}");
    StreamDefinition second =
        new StreamDefinition(
            "b",
            List.of("/b"),
            "b",
            other,
            JsonForm.PLAIN,
            List.of(),
            Framing.RAW,
            -1,
            RecordFormat.EVENT,
            Acks.ALL,
            true,
            20,
            100,
            false,
            List.of(),
            false);
    JsonNode document = document(OPEN, plain, second);
    assertThat(content(document, "/b").at("/schema/$ref").asText())
        .isEqualTo("#/components/schemas/test.Everything-2");
    assertThat(document.at("/paths/~1b/post/responses").has("201")).as("never waits").isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoMustSayWhoTheyAreIsTold(boolean authenticated) throws IOException {
    About about = new About("1", "/", authenticated, authenticated, authenticated);
    JsonNode document = document(about, stream("c", "every-type.avsc", JsonForm.PLAIN, "/c"));
    JsonNode responses = document.at("/paths/~1c/post/responses");
    assertThat(responses.has("401")).isEqualTo(authenticated);
    assertThat(responses.has("403")).as("pages of other origins").isTrue();
    List<String> schemes = new ArrayList<>();
    document.at("/components/securitySchemes").fieldNames().forEachRemaining(schemes::add);
    assertThat(schemes).hasSize(authenticated ? 3 : 0);
    assertThat(document.get("security")).hasSize(authenticated ? 3 : 0);
  }
}
