package com.reactive.platform.gateway.openapi;

import static com.reactive.platform.gateway.openapi.Tree.object;
import static com.reactive.platform.gateway.openapi.Tree.reference;

import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/**
 * The OpenAPI 3.1 document of a set of streams: what client developers need to send events.
 *
 * <p>Compressed bodies are told of in words: a {@code Content-Encoding} parameter would make client
 * generators set the header and leave the body as it is.
 */
public final class OpenApi {
  private static final Pattern PATH_FIELD = Pattern.compile("\\{([^}/]+)}");
  private static final List<String> HEADERS =
      List.of("Idempotency-Key", "Prefer", "traceparent", "tracestate");

  /**
   * What the document says besides the streams.
   *
   * @param version of the gateway
   * @param serverUrl where clients reach the data port
   * @param apiKeys whether {@code X-API-Key} is understood
   * @param bearer whether {@code Authorization: Bearer} is understood
   * @param mutualTls whether a client's certificate says who it is
   */
  public record About(
      String version, String serverUrl, boolean apiKeys, boolean bearer, boolean mutualTls) {
    boolean authenticated() {
      return apiKeys || bearer || mutualTls;
    }
  }

  private final About about;
  private final BodySchemas bodies = new BodySchemas();
  private final Map<String, Object> paths = new LinkedHashMap<>();

  private OpenApi(About about) {
    this.about = about;
  }

  /** The document, as JSON text. */
  public static String of(List<StreamDefinition> streams, About about) {
    return new OpenApi(about).document(streams);
  }

  /** The least that this route takes as an event of this stream: its body, as JSON on one line. */
  public static String example(StreamDefinition stream, String route) {
    return Tree.writeLine(sample(stream, pathFields(route)));
  }

  private static Object sample(StreamDefinition stream, Set<String> pathFields) {
    return stream.jsonSchema().isPresent()
        ? stream.jsonSchema().flatMap(JsonSchema::example).orElse(Map.of())
        : Sample.of(stream.schema(), stream.json(), pathFields);
  }

  private String document(List<StreamDefinition> streams) {
    List<Object> tags = new ArrayList<>();
    for (StreamDefinition stream : streams) {
      tags.add(object("name", stream.name(), "description", about(stream)));
      for (String route : stream.routes()) {
        paths.put(route, object("post", operation(stream, route)));
      }
      paths.put(StreamRuntime.lookUpPath(stream) + "/{eventId}", object("get", lookUp(stream)));
    }
    Map<String, Object> schemas = new LinkedHashMap<>(Responses.schemas());
    schemas.putAll(bodies.components());
    Map<String, Object> components =
        object(
            "schemas", schemas,
            "parameters", parameters(),
            "headers", Responses.headers(about.authenticated()),
            "responses", Responses.components(about.authenticated()));
    if (about.authenticated()) {
      components.put("securitySchemes", securitySchemes());
    }
    return Tree.write(
        object(
            "openapi",
            "3.1.0",
            "info",
            info(),
            "servers",
            List.of(object("url", about.serverUrl)),
            "security",
            security(),
            "tags",
            tags,
            "paths",
            paths,
            "components",
            components));
  }

  private Map<String, Object> info() {
    return object(
        "title",
        "Reactive: events to Kafka",
        "version",
        about.version,
        "description",
        """
        A request carries one event, which becomes one Kafka record. A 201 means that the event is committed; every \
        error says whether the same request may be retried. After a 504 retry with the same Idempotency-Key: it is not \
        written again. Without a key events are not deduplicated.""",
        "license",
        object("name", "Apache-2.0", "identifier", "Apache-2.0"));
  }

  private static String about(StreamDefinition stream) {
    String doc = stream.schema().getDoc();
    return (doc == null ? "Events of the schema " + stream.schema().getFullName() + "." : doc)
        + " Sent to the Kafka topic "
        + stream.topic()
        + stream.hotKey().topic().map(topic -> ", those of hot keys to " + topic).orElse("")
        + ".";
  }

  private Map<String, Object> operation(StreamDefinition stream, String route) {
    Set<String> pathFields = pathFields(route);
    List<Object> parameters = new ArrayList<>();
    pathFields.forEach(field -> parameters.add(pathParameter(stream.schema(), field)));
    HEADERS.forEach(name -> parameters.add(reference("parameters", name)));
    if (stream.versions().hasEarlier()) {
      parameters.add(
          parameter(
              "Schema-Version",
              "The version of the schema by which the event is checked; without it, the first that fits.",
              object("type", "string", "enum", stream.versions().names())));
    }
    return object(
        "operationId", operationId(stream, pathFields),
        "summary", "Send an event of the stream " + stream.name(),
        "description", about(stream),
        "tags", List.of(stream.name()),
        "parameters", parameters,
        "requestBody", requestBody(stream, pathFields),
        "responses", Responses.ofOperation(about.authenticated(), stream.respondAsync()));
  }

  private static Map<String, Object> lookUp(StreamDefinition stream) {
    return object(
        "operationId",
        "find-" + stream.name(),
        "summary",
        "Ask what became of an event of the stream " + stream.name(),
        "description",
        "A 201, 202 or 504 names this address in its Location header.",
        "tags",
        List.of(stream.name()),
        "parameters",
        List.of(
            object(
                "name", "eventId",
                "in", "path",
                "required", true,
                "description", "The event's id, a slash as %2F",
                "schema", object("type", "string", "minLength", 1, "maxLength", 128))),
        "responses",
        Responses.ofLookUp());
  }

  private static Set<String> pathFields(String route) {
    Set<String> fields = new TreeSet<>();
    Matcher matcher = PATH_FIELD.matcher(route);
    while (matcher.find()) {
      fields.add(matcher.group(1));
    }
    return fields;
  }

  private static String operationId(StreamDefinition stream, Set<String> pathFields) {
    StringBuilder id = new StringBuilder("post-").append(stream.name());
    pathFields.forEach(field -> id.append("-by-").append(field));
    return id.toString().toLowerCase(Locale.ROOT);
  }

  private Map<String, Object> requestBody(StreamDefinition stream, Set<String> pathFields) {
    Map<String, Object> body = object("schema", bodies.body(stream, pathFields));
    if (stream.jsonSchema().isEmpty() || stream.jsonSchema().get().example().isPresent()) {
      body.put("example", sample(stream, pathFields));
    }
    Map<String, Object> content = object("application/json", body);
    String description =
        "At most "
            + stream.maxBodyBytes()
            + " bytes. May be compressed: Content-Encoding gzip or zstd.";
    if (stream.protobuf().hasNumbers()) {
      content.put("application/protobuf", object()); // No JSON Schema describes it.
      description += " Its .proto is at /proto/" + stream.name() + " on the admin port.";
    }
    if (stream.cloudEvents()) {
      content.put("application/cloudevents+json", cloudEvent(stream, pathFields));
      description +=
          " As a CloudEvent in binary mode its attributes are ce-* headers; in structured mode the event is its data.";
    }
    return object("required", true, "description", description, "content", content);
  }

  private Map<String, Object> cloudEvent(StreamDefinition stream, Set<String> pathFields) {
    Map<String, Object> text = object("type", "string", "minLength", 1);
    return object(
        "schema",
        object(
            "type",
            "object",
            "properties",
            object(
                "specversion", object("type", "string", "const", "1.0"),
                "id", text,
                "source", object("type", "string", "minLength", 1, "format", "uri-reference"),
                "type", text,
                "data", bodies.body(stream, pathFields)),
            "required",
            List.of("specversion", "id", "source", "type", "data")),
        "example",
        object(
            "specversion", "1.0",
            "id", "1",
            "source", "/app",
            "type", stream.schema().getFullName(),
            "data", sample(stream, pathFields)));
  }

  private Map<String, Object> pathParameter(Schema schema, String name) {
    Schema.Field field = schema.getField(name);
    Map<String, Object> value = object("type", "string", "minLength", 1);
    if (field != null && field.getObjectProp("x-max-length") instanceof Number longest) {
      value.put("maxLength", longest.intValue());
    }
    return object(
        "name",
        name,
        "in",
        "path",
        "required",
        true,
        "description",
        "The event's " + name + "; may be left out of the body",
        "schema",
        value);
  }

  private static Map<String, Object> parameters() {
    String key = "[A-Za-z0-9._:~+/=-]{1,128}";
    return object(
        "Idempotency-Key",
        parameter(
            "Idempotency-Key",
            "Becomes the event id. Within the window a repeat of the key gets the outcome of the first, and is not written again.",
            object("type", "string", "pattern", "^(" + key + "|\"" + key + "\")$")),
        "Prefer",
        parameter(
            "Prefer",
            "`respond-async`: respond 202 at once. `wait=N`: wait at most N seconds for Kafka. Others are ignored (RFC 7240).",
            object("type", "string")),
        "traceparent",
        parameter(
            "traceparent",
            "W3C trace context, stored with the event. An invalid one is ignored.",
            object("type", "string")),
        "tracestate",
        parameter(
            "tracestate",
            "W3C trace context; requires a traceparent, and is ignored beyond 512 characters.",
            object("type", "string")));
  }

  private static Map<String, Object> parameter(
      String name, String description, Map<String, Object> schema) {
    return object(
        "name",
        name,
        "in",
        "header",
        "required",
        false,
        "description",
        description,
        "schema",
        schema);
  }

  private Map<String, Object> securitySchemes() {
    Map<String, Object> schemes = new LinkedHashMap<>();
    if (about.apiKeys) {
      schemes.put("apiKey", object("type", "apiKey", "in", "header", "name", "X-API-Key"));
    }
    if (about.bearer) {
      schemes.put("bearer", object("type", "http", "scheme", "bearer"));
    }
    if (about.mutualTls) {
      schemes.put("mutualTLS", object("type", "mutualTLS"));
    }
    return schemes;
  }

  private List<Object> security() {
    return about.authenticated()
        ? securitySchemes().keySet().stream()
            .<Object>map(scheme -> object(scheme, List.of()))
            .toList()
        : List.of();
  }
}
