package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.openapi.OpenApi;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the OpenAPI document says of problems is what they are. */
class DocumentedProblemsTest {
  @ParameterizedTest
  @EnumSource
  void theDocumentHasTheProblem(Rejection type) throws IOException {
    JsonNode document =
        new ObjectMapper()
            .readTree(OpenApi.of(List.of(), new OpenApi.About("1", "/", true, true, true)));
    JsonNode example =
        document.at(
            "/components/responses/Problem%d/content/application~1problem+json/examples/%s/value"
                .formatted(type.status(), type.name().toLowerCase(Locale.ROOT).replace('_', '-')));
    assertThat(example.isMissingNode()).as("%s in the document", type).isFalse();
    assertThat(example.get("title").asText()).isEqualTo(type.title());
    assertThat(example.get("retryable").asBoolean()).isEqualTo(type.retryable());
    assertThat(example.get("type").asText()).isEqualTo("urn:reactive:problem:" + type.slug());
  }
}
