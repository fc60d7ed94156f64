package com.reactive.platform.gateway.openapi;

import static com.reactive.platform.gateway.openapi.Tree.object;
import static com.reactive.platform.gateway.openapi.Tree.reference;

import com.reactive.platform.gateway.ingest.EventLookup;
import com.reactive.platform.gateway.ingest.Rejection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The responses: the part of the document that is the same for every stream. */
final class Responses {
  /** These have an event id. */
  private static final Set<Rejection> AFTER_INTAKE =
      EnumSet.of(Rejection.REFUSED, Rejection.NOT_WRITTEN, Rejection.UNKNOWN);

  private static final int UNAUTHENTICATED = 401;
  private static final String REQUEST_ID = "01a1fc55db73a75899354cbf01a21200";
  private static final String EVENT_ID = "01a1fc55db73465f520a1bc162fd3157";

  private Responses() {}

  /** By status, for one operation. */
  static Map<String, Object> ofOperation(boolean authenticated, boolean alwaysAsync) {
    Map<String, Object> responses = new TreeMap<>();
    if (!alwaysAsync) {
      responses.put("201", reference("responses", "Created"));
    }
    responses.put("202", reference("responses", "Accepted"));
    for (int status : statuses(authenticated)) {
      responses.put(Integer.toString(status), reference("responses", problemName(status)));
    }
    return responses;
  }

  /** By the names that {@link #ofOperation} refers to. */
  static Map<String, Object> components(boolean authenticated) {
    Map<String, Object> responses = new LinkedHashMap<>();
    responses.put(
        "Created",
        answer(
            "The event is committed: all in-sync replicas have it.",
            "Created",
            object(
                "requestId",
                REQUEST_ID,
                "eventId",
                EVENT_ID,
                "topic",
                "counter-events",
                "partition",
                3,
                "offset",
                42)));
    responses.put(
        "Accepted",
        answer(
            "The event is accepted but not committed yet: the client asked not to wait, the stream"
                + " never waits, or Kafka is unavailable and the event is on disk (spooled).",
            "Accepted",
            object("requestId", REQUEST_ID, "eventId", EVENT_ID)));
    for (int status : statuses(authenticated)) {
      responses.put(problemName(status), problem(status));
    }
    return responses;
  }

  /** What the answers are made of. */
  static Map<String, Object> schemas() {
    Map<String, Object> ids =
        object(
            "requestId",
            object(
                "type",
                "string",
                "pattern",
                "^[0-9a-f]{32}$",
                "description",
                "New for each request"),
            "eventId",
            object(
                "type",
                "string",
                "minLength",
                1,
                "maxLength",
                128,
                "description",
                "The Idempotency-Key, if one was sent; identifies duplicates"));
    Map<String, Object> created = new LinkedHashMap<>(ids);
    created.put("topic", object("type", "string"));
    created.put("partition", object("type", "integer", "format", "int32", "minimum", 0));
    created.put(
        "offset",
        object(
            "type", "integer",
            "format", "int64",
            "minimum", -1,
            "description", "-1 if the stream does not wait for Kafka's acknowledgement"));
    Map<String, Object> accepted = new LinkedHashMap<>(ids);
    accepted.put(
        "spooled",
        object(
            "type",
            "boolean",
            "const",
            true,
            "description",
            "The event is on disk, and is sent to Kafka once it is available"));
    Map<String, Object> problem =
        object(
            "type",
            object(
                "type",
                "string",
                "format",
                "uri",
                "description",
                "Stable identifier of the problem"),
            "title",
            object("type", "string"),
            "status",
            object("type", "integer", "minimum", 400, "maximum", 599),
            "help",
            object(
                "type",
                "string",
                "description",
                "Where the documentation of Reactive says what to do about it"),
            "detail",
            object("type", "string"),
            "pointer",
            object("type", "string", "description", "JSON pointer of the invalid field"),
            "retryable",
            object(
                "type", "boolean",
                "description", "Whether the same request may be retried unchanged"),
            "quarantined",
            object(
                "type", "boolean",
                "description", "True if the body is kept in the stream's quarantine"));
    problem.putAll(ids);
    return object(
        "Created", closed(created, new ArrayList<>(created.keySet())),
        "Accepted", closed(accepted, new ArrayList<>(ids.keySet())),
        "LookUp",
            closed(
                object(
                    "eventId", object("type", "string"),
                    "state", object("type", "string"),
                    "topic", object("type", "string"),
                    "partition", object("type", "integer", "format", "int32", "minimum", 0),
                    "offset", object("type", "integer", "format", "int64", "minimum", 0)),
                List.of("eventId", "state")),
        "Problem", closed(problem, List.of("type", "title", "status", "retryable", "requestId")));
  }

  /** The responses of a look-up, by status. */
  static Map<String, Object> ofLookUp() {
    Map<String, Object> responses = new LinkedHashMap<>();
    for (EventLookup.State state : EventLookup.State.values()) {
      Map<String, Object> example =
          object("eventId", EVENT_ID, "state", state.text(), "topic", "orders");
      if (state == EventLookup.State.COMMITTED) {
        example.put("partition", 0);
        example.put("offset", 42);
      }
      Map<String, Object> content =
          object(
              "application/json",
              object("schema", reference("schemas", "LookUp"), "example", example));
      if (state == EventLookup.State.ABSENT) {
        content.putAll(problemContent()); // what can be no id is a path that does not exist
      }
      responses.put(
          Integer.toString(state.status()),
          object("description", "The event is " + state.text() + ".", "content", content));
    }
    responses.put(
        "default", object("description", "The question is refused.", "content", problemContent()));
    return responses;
  }

  private static Map<String, Object> problemContent() {
    return object("application/problem+json", object("schema", reference("schemas", "Problem")));
  }

  private static Map<String, Object> closed(Map<String, Object> properties, List<String> required) {
    return object("type", "object", "properties", properties, "required", required);
  }

  private static Map<String, Object> answer(
      String description, String schema, Map<String, Object> example) {
    return object(
        "description",
        description,
        "headers",
        object(
            "Preference-Applied", reference("headers", "Preference-Applied"),
            "Idempotent-Replayed", reference("headers", "Idempotent-Replayed"),
            "Location", reference("headers", "Location")),
        "content",
        object(
            "application/json",
            object("schema", reference("schemas", schema), "example", example)));
  }

  private static List<Integer> statuses(boolean authenticated) {
    return Arrays.stream(Rejection.values())
        .map(Rejection::status)
        .filter(status -> authenticated || status != UNAUTHENTICATED)
        .distinct()
        .sorted()
        .toList();
  }

  /** Its own for those that share a slug, too. */
  private static String exampleName(Rejection rejection) {
    return rejection.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String problemName(int status) {
    return "Problem" + status;
  }

  private static Map<String, Object> problem(int status) {
    Map<String, Object> examples = new LinkedHashMap<>();
    List<String> titles = new ArrayList<>();
    for (Rejection rejection : Rejection.values()) {
      if (rejection.status() == status) {
        titles.add(rejection.title() + (rejection.retryable() ? " (may be retried)" : ""));
        examples.put(exampleName(rejection), object("value", example(rejection)));
      }
    }
    Map<String, Object> response = object("description", String.join("; ", titles) + ".");
    Map<String, Object> headers = headers(status);
    if (!headers.isEmpty()) {
      response.put("headers", headers);
    }
    response.put(
        "content",
        object(
            "application/problem+json",
            object("schema", reference("schemas", "Problem"), "examples", examples)));
    return response;
  }

  private static Map<String, Object> example(Rejection rejection) {
    Map<String, Object> example =
        object(
            "type", "urn:reactive:problem:" + rejection.slug(),
            "title", rejection.title(),
            "status", rejection.status(),
            "help", rejection.help());
    if (rejection == Rejection.SCHEMA_MISMATCH) {
      example.put("detail", "sessionId is missing");
      example.put("pointer", "/sessionId");
    }
    example.put("retryable", rejection.retryable());
    example.put("requestId", REQUEST_ID);
    if (AFTER_INTAKE.contains(rejection)) {
      example.put("eventId", EVENT_ID);
    }
    return example;
  }

  private static Map<String, Object> headers(int status) {
    List<String> names =
        Arrays.stream(Rejection.values())
            .filter(rejection -> rejection.status() == status && rejection.header() != null)
            .map(Rejection::header)
            .distinct()
            .toList();
    Map<String, Object> headers = new LinkedHashMap<>();
    names.forEach(name -> headers.put(name, reference("headers", name)));
    if (status == Rejection.RATE_LIMITED.status()) {
      headers.put("RateLimit", reference("headers", "RateLimit"));
      headers.put("RateLimit-Policy", reference("headers", "RateLimit-Policy"));
    }
    if (status == Rejection.UNKNOWN.status()) {
      headers.put("Location", reference("headers", "Location"));
      headers.put("Idempotent-Replayed", reference("headers", "Idempotent-Replayed"));
    }
    return headers;
  }

  /** By the names that the responses refer to. */
  static Map<String, Object> headers(boolean authenticated) {
    Map<String, Object> headers = new LinkedHashMap<>();
    headers.put(
        "Preference-Applied",
        header("The preferences that were honoured", object("type", "string")));
    headers.put(
        "Idempotent-Replayed",
        header(
            "The outcome is that of an earlier request with this key",
            object("type", "string", "const", "true")));
    headers.put(
        "Location", header("Where to ask what became of the event", object("type", "string")));
    headers.put("Allow", header("Supported methods", object("type", "string")));
    headers.put(
        "Accept",
        header("Supported media types, after an unsupported one", object("type", "string")));
    headers.put(
        "Accept-Encoding",
        header("Supported content encodings, after an unsupported one", object("type", "string")));
    headers.put(
        "Retry-After",
        header("Seconds to wait before retrying", object("type", "integer", "minimum", 0)));
    headers.put(
        "RateLimit",
        header(
            "After a rate was exceeded: its name, r=0, and t, the seconds until it is not",
            object("type", "string")));
    headers.put(
        "RateLimit-Policy",
        header(
            "That rate: its name, q requests at once, which come back in w seconds",
            object("type", "string")));
    if (authenticated) {
      headers.put(
          "WWW-Authenticate", header("Supported authentication schemes", object("type", "string")));
    }
    return headers;
  }

  private static Map<String, Object> header(String description, Map<String, Object> schema) {
    return object("description", description, "schema", schema);
  }
}
