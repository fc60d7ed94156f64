package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The suite of the JSON Schema project: each of its values, as a field of a body. The variable
 * JSON_SCHEMA_SUITE names its folder tests/draft2020-12; without it this is skipped.
 */
class JsonSchemaSuiteTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** They alone may refer to schemas at other addresses, which are never fetched. */
  private static final Set<String> OF_REMOTE_SCHEMAS = Set.of("dynamicRef.json", "refRemote.json");

  private static final String OF_OTHER_DIALECTS = "vocabulary.json";

  @Test
  void requiredKeywords() throws IOException {
    String folder = System.getenv("JSON_SCHEMA_SUITE");
    assumeTrue(folder != null, "JSON_SCHEMA_SUITE is not set");
    List<Path> files;
    try (Stream<Path> list = Files.list(Path.of(folder))) {
      files =
          list.filter(file -> file.toString().endsWith(".json"))
              .filter(file -> !file.endsWith(OF_OTHER_DIALECTS))
              .sorted()
              .toList();
    }
    assertThat(files).hasSizeGreaterThan(40);
    Set<String> different = new TreeSet<>();
    List<String> passed = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      for (JsonNode group : MAPPER.readTree(file.toFile())) {
        check(name, group, passed, different);
      }
    }
    System.out.println("JSON Schema: " + passed.size() + " cases as in the suite");
    assertThat(different).isEmpty();
    assertThat(passed).hasSizeGreaterThan(1_000);
  }

  private static void check(String file, JsonNode group, List<String> passed, Set<String> different)
      throws IOException {
    String where = file + ": " + group.path("description").asText();
    Transcoder transcoder;
    try {
      JsonSchema schema = JsonSchema.parse(around(group.get("schema")));
      transcoder = TranscoderPlan.ofJson(Try.schema(""), schema, List.of()).newTranscoder();
    } catch (IllegalArgumentException e) {
      if (OF_REMOTE_SCHEMAS.contains(file)
          && e.getMessage().endsWith("is not allowed to be loaded.")) {
        return;
      }
      different.add(where + " (" + e.getMessage() + ")");
      return;
    }
    for (JsonNode test : group.get("tests")) {
      boolean valid = isValid(transcoder, test.get("data"));
      if (valid == test.get("valid").asBoolean()) {
        passed.add(where);
      } else {
        different.add(where + ": " + test.path("description").asText());
      }
    }
  }

  /** The schema for the field {@code v} of an object; its own references stay its own. */
  private static String around(JsonNode schema) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    JsonNode inner = schema.deepCopy();
    if (inner instanceof ObjectNode object && !object.has("$id")) {
      object.put("$id", "https://suite.example/schema");
    }
    root.putObject("properties").set("v", inner);
    return root.toString();
  }

  private static boolean isValid(Transcoder transcoder, JsonNode value) throws IOException {
    byte[] body = MAPPER.writeValueAsBytes(MAPPER.createObjectNode().set("v", value));
    try {
      transcoder.transcode(body, 0, body.length, Envelopes.empty());
      return true;
    } catch (InvalidEventException e) {
      assertThat(e.kind()).as(e.getMessage()).isEqualTo(InvalidEventException.Kind.SCHEMA);
      return false;
    }
  }
}
