package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.fetch.Fetch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/**
 * Speaks the Confluent REST API, as much of it as finds and registers a schema. Each call blocks
 * for the configured time at most. Follows no redirect, so that credentials go to one host only.
 */
final class RegistryClient {
  private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
  private static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;
  private static final JsonFactory JSON = new JsonFactory();

  private final RegistryConfig config;
  private final String url;
  private final HttpClient http;

  RegistryClient(RegistryConfig config, URI url) {
    this.config = config;
    this.url = url.toString();
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofMillis(config.timeoutMillis()))
            .build();
  }

  /** The id that a reader of the subject will find exactly this schema by. */
  int idOf(String subject, RegistrySchema schema) throws RegistryException, InterruptedException {
    String path = "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8);
    boolean register = config.mode() == RegistryConfig.Mode.REGISTER;
    // The whole text: what stands in the registry is then what stands in the file, so that others
    // who register the file find the same id. Readers ignore attributes that they do not know.
    byte[] question = question(schema);
    byte[] answer =
        ask(
            request(register ? path + "/versions" : path)
                .header("Content-Type", MEDIA_TYPE)
                .POST(BodyPublishers.ofByteArray(question)));
    int id = intField(answer, "id");
    checkMeaning(id, schema);
    return id;
  }

  /** The latest version of the subject. */
  LatestSchema latest(String subject) throws RegistryException, InterruptedException {
    String path = "/subjects/" + URLEncoder.encode(subject, StandardCharsets.UTF_8);
    return LatestSchema.read(ask(request(path + "/versions/latest").GET()));
  }

  /** Records with a wrong id cannot be read by anyone, and nobody would notice here. */
  private void checkMeaning(int id, RegistrySchema schema)
      throws RegistryException, InterruptedException {
    String text = textField(ask(request("/schemas/ids/" + id).GET()), "schema");
    boolean same;
    try {
      same = schema.isSame(text);
    } catch (RuntimeException e) { // not only Avro's own
      same = false;
    }
    if (!same) {
      throw RegistryException.refused("the registry has a different schema with id " + id);
    }
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofMillis(config.timeoutMillis()))
            .header("Accept", MEDIA_TYPE + ", application/json");
    if (config.username().isPresent()) {
      String pair = config.username().get() + ":" + config.password().orElse("");
      byte[] bytes = pair.getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
    } else {
      config.bearerToken().ifPresent(token -> request.header("Authorization", "Bearer " + token));
    }
    return request;
  }

  private byte[] ask(HttpRequest.Builder request) throws RegistryException, InterruptedException {
    HttpResponse<byte[]> response;
    try {
      response = Fetch.send(http, request.build(), MAX_ANSWER_BYTES, config.timeoutMillis());
    } catch (IOException e) {
      throw unreachable(e);
    }
    if (response.statusCode() != 200) {
      throw refusal(response);
    }
    return response.body();
  }

  private static RegistryException unreachable(IOException cause) {
    if (cause instanceof HttpTimeoutException) {
      return RegistryException.unavailable("no response from the registry in time");
    }
    if (cause instanceof ConnectException) {
      return RegistryException.unavailable(
          cause.getCause() instanceof UnresolvedAddressException
              ? "the registry's host name cannot be resolved"
              : "cannot connect to the registry");
    }
    String message = cause.getMessage();
    return RegistryException.unavailable(
        "invalid response from the registry: "
            + (message == null
                ? cause.getClass().getSimpleName()
                : RegistryException.clean(message)));
  }

  private static RegistryException refusal(HttpResponse<byte[]> response) {
    int status = response.statusCode();
    return switch (status) {
      case 401 -> RegistryException.refused("the registry rejected the credentials (401)");
      case 403 -> RegistryException.refused("the registry denied access (403)");
      case 404 ->
          isRegistryError(response.body())
              ? RegistryException.refused(
                  "the schema is not registered; register it, or let the gateway register it with"
                      + " registry.mode: register")
              : RegistryException.refused("no Confluent API at that address (404)");
      case 409 ->
          RegistryException.refused(
              "the schema is incompatible with the registered versions" + quote(response.body()));
      case 408, 429 -> RegistryException.unavailable("the registry is too busy (" + status + ")");
      default ->
          status >= 400 && status < 500
              ? RegistryException.refused(
                  "the registry rejected it (" + status + ")" + quote(response.body()))
              : RegistryException.unavailable("the registry returned status " + status);
    };
  }

  /** Error codes 404xx tell "no such schema" from "no such page". */
  private static boolean isRegistryError(byte[] body) {
    try {
      int code = intField(body, "error_code");
      return code == 404 || code / 100 == 404;
    } catch (RegistryException e) {
      return false;
    }
  }

  private static String quote(byte[] body) {
    try {
      return ": " + RegistryException.clean(textField(body, "message"));
    } catch (RegistryException e) {
      return "";
    }
  }

  private static byte[] question(RegistrySchema schema) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      if (schema.type().isPresent()) {
        json.writeStringField("schemaType", schema.type().get());
      }
      json.writeStringField("schema", schema.text());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return out.toByteArray();
  }

  private static int intField(byte[] json, String name) throws RegistryException {
    try (JsonParser parser = at(json, name)) {
      if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT && parser.getIntValue() >= 0) {
        return parser.getIntValue();
      }
    } catch (IOException e) {
      // Said below.
    }
    throw RegistryException.noApi();
  }

  private static String textField(byte[] json, String name) throws RegistryException {
    try (JsonParser parser = at(json, name)) {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        return parser.getText();
      }
    } catch (IOException e) {
      // Said below.
    }
    throw RegistryException.noApi();
  }

  /** A parser that stands at the value of a member of the object, or at the object's end. */
  private static JsonParser at(byte[] json, String name) throws IOException {
    JsonParser parser = JSON.createParser(json);
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals(name);
        parser.nextToken();
        if (found) {
          break;
        }
        parser.skipChildren();
      }
    }
    return parser;
  }
}
