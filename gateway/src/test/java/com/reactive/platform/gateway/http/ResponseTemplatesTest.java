package com.reactive.platform.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseTemplatesTest {
  private static final String REQUEST_ID = "0123456789abcdef0123456789abcdef";
  private static final String EVENT_ID = "A.Z_0:9~+/=-";

  private final Exchange exchange =
      new Exchange(
          null,
          null,
          new Ledger(),
          RequestMetrics.NONE,
          new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
          false);
  private FullHttpResponse response;

  @AfterEach
  void release() {
    if (response != null) {
      assertThat(response.release()).isTrue();
    }
  }

  @Test
  void createdSaysWhereKafkaHasIt() throws IOException {
    withIds();
    exchange.prefer(
        Preferences.NONE, true, 1); // else it would tell its connection, which there is none of
    exchange.acked(2_147_483_647, 1L << 53);
    response = written(Response.CREATED);
    assertHead(201, "application/json");
    assertThat(json())
        .containsExactly(
            Map.entry("requestId", REQUEST_ID),
            Map.entry("eventId", EVENT_ID),
            Map.entry("topic", "a.topic"),
            Map.entry("partition", "2147483647"),
            Map.entry("offset", "9007199254740992"));
    assertThat(response.headers().contains("preference-applied")).isFalse();
    assertThat(response.headers().contains("retry-after")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void acceptedSaysWhetherItWasAskedFor(boolean asked) throws IOException {
    withIds();
    exchange.prefer(new Preferences(asked, -1), true, 1);
    response = written(Response.ACCEPTED);
    assertHead(202, "application/json");
    assertThat(json())
        .containsExactly(Map.entry("requestId", REQUEST_ID), Map.entry("eventId", EVENT_ID));
    assertThat(response.headers().get("preference-applied"))
        .isEqualTo(asked ? "respond-async" : null);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          -1, false, -,             -
           5, false, wait=5,        wait=5
           0, false, -,             -
          10, false, -,             -
          -1, true,  respond-async, -
           0, true,  respond-async, -
           5, true,  'respond-async, wait=5', wait=5
          10, true,  respond-async, -
          """)
  void whatWasFollowedIsSaid(int wait, boolean async, String accepted, String created) {
    withIds();
    exchange.prefer(new Preferences(async, wait), false, 10_000);
    assertThat(exchange.async()).as("at once").isEqualTo(async && wait <= 0);
    assertThat(exchange.asyncApplied()).isEqualTo(accepted);
    assertThat(exchange.waitApplied()).isEqualTo(created);
    response = written(Problem.of(Rejection.UNKNOWN, ""));
    assertThat(response.headers().get("preference-applied")).isEqualTo(created);
  }

  @Test
  void aChallengeIsPassedOn() {
    response = written(Problem.withHeader(Rejection.UNAUTHENTICATED, "", "Bearer"));
    assertThat(response.headers().get("www-authenticate")).isEqualTo("Bearer");
    release();
    response = written(Problem.of(Rejection.UNAUTHENTICATED, ""));
    assertThat(response.headers().contains("www-authenticate")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void everyProblemIsAProblemDocument(Rejection type) throws IOException {
    response = written(Problem.of(type, "some detail"));
    assertHead(type.status(), "application/problem+json");
    assertThat(json())
        .containsExactly(
            Map.entry("type", "urn:reactive:problem:" + type.slug()),
            Map.entry("title", type.title()),
            Map.entry("status", Integer.toString(type.status())),
            Map.entry("help", "docs/troubleshooting.md#" + type.slug()),
            Map.entry("detail", "some detail"),
            Map.entry("retryable", Boolean.toString(type.retryable())));
    assertThat(type.slug()).matches("[a-z]+(-[a-z]+)*");
    assertThat(response.headers().get("retry-after"))
        .isEqualTo(type.status() == 503 || type.status() == 429 ? "1" : null);
    assertThat(response.headers().get("allow")).isEqualTo(type.status() == 405 ? "POST" : null);
  }

  /** Whoever may send again without asking is told so, and nobody else. */
  @ParameterizedTest
  @EnumSource
  void whatIsRetryableFollowsFromTheStatus(Rejection type) {
    assertThat(type.retryable())
        .isEqualTo(
            (type.status() >= 500 && type.status() != 505)
                || type.status() == 408
                || type.status() == 429);
    // What Kafka refuses had been accepted.
    assertThat(type.outcome().category() == Category.REJECTED)
        .isEqualTo((type.status() < 500 && type != Rejection.REFUSED) || type.status() == 505);
    assertThat(type.outcome()).isNotEqualTo(Outcome.ACKED);
  }

  @Test
  void aProblemNamesTheIdsWhenTheyAreKnown() throws IOException {
    withIds();
    response = written(new Problem(Rejection.UNKNOWN, "d", "/value"));
    assertThat(json())
        .containsEntry("requestId", REQUEST_ID)
        .containsEntry("eventId", EVENT_ID)
        .containsEntry("pointer", "/value");
  }

  @Test
  void aProblemNamesTheRequestAlsoWithoutAnEvent() throws IOException {
    exchange.requestId(ascii(REQUEST_ID));
    response = written(Problem.of(Rejection.NOT_FOUND, "d"));
    assertThat(json()).containsEntry("requestId", REQUEST_ID).doesNotContainKey("eventId");
  }

  @Test
  void whatIsNotKnownIsLeftOut() throws IOException {
    response = written(Problem.of(Rejection.NOT_FOUND, ""));
    assertThat(json()).containsOnlyKeys("type", "title", "status", "help", "retryable");
    release();
    response = written(new Problem(Rejection.SCHEMA_MISMATCH, "d", ""));
    assertThat(json())
        .as("the pointer to the whole document is empty")
        .containsEntry("pointer", "");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"quoted\"",
        "back\\slash",
        "line\r\nfeed\ttab",
        "\u0000\u001f\u007f",
        "</script>",
        "\u00e4\u20ac\ud83d\ude00",
        "\u2028"
      })
  void whatNeedsEscapingIsEscaped(String text) throws IOException {
    response = written(new Problem(Rejection.SCHEMA_MISMATCH, text, "/" + text));
    assertThat(json()).containsEntry("detail", text).containsEntry("pointer", "/" + text);
    assertThat(response.content().toString(UTF_8)).doesNotContain("\n").doesNotContain("\r");
  }

  @Test
  void aLongDetailGrowsTheBuffer() throws IOException {
    String detail = "\u20ac".repeat(10_000);
    response = written(Problem.of(Rejection.MALFORMED_JSON, detail));
    assertHead(400, "application/problem+json");
    assertThat(json()).containsEntry("detail", detail);
  }

  /** As whoever reads its bytes understands it. */
  private FullHttpResponse written(Response decided) {
    exchange.response(decided);
    return WrittenResponse.of(exchange, false);
  }

  private FullHttpResponse written(Problem problem) {
    return written(Response.of(problem));
  }

  private void withIds() {
    WrittenResponse.accept(exchange, "a.topic", REQUEST_ID, EVENT_ID);
  }

  private void assertHead(int status, String contentType) {
    assertThat(response.status().code()).isEqualTo(status);
    assertThat(response.headers().getAll("content-type")).containsExactly(contentType);
    assertThat(response.headers().getAll("content-length"))
        .containsExactly(Integer.toString(response.content().readableBytes()));
  }

  /** The body's fields as text, in their order; fails if it is not one flat JSON object. */
  private Map<String, String> json() throws IOException {
    byte[] bytes = new byte[response.content().readableBytes()];
    response.content().getBytes(response.content().readerIndex(), bytes);
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(bytes)) {
      assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        assertThat(parser.nextToken().isScalarValue()).isTrue();
        assertThat(fields.put(name, parser.getText())).isNull();
      }
      assertThat(parser.nextToken()).isNull();
    }
    return fields;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
