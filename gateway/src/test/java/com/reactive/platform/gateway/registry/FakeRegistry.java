package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;

/**
 * As much of the Confluent API as clients of Avro schemas use, with its status and error codes and
 * backward compatibility; and faults on demand, which a real registry cannot be asked for.
 */
final class FakeRegistry implements AutoCloseable {
  /** Answers instead of the registry. */
  interface Fault {
    void answer(HttpExchange exchange) throws IOException;
  }

  final List<String> questions = new CopyOnWriteArrayList<>();
  final List<String> authorizations = new CopyOnWriteArrayList<>();

  /** The languages of what was asked for; AVRO where none was named. */
  final List<String> types = new CopyOnWriteArrayList<>();

  volatile Fault fault;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> texts = new ArrayList<>();
  private final Map<String, List<Integer>> subjects = new ConcurrentHashMap<>();

  FakeRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** As if somebody had registered it before. */
  int add(String subject, Schema schema) {
    return add(subject, schema.toString());
  }

  private synchronized int add(String subject, String text) {
    int id = texts.indexOf(text) + 1;
    if (id == 0) {
      texts.add(text);
      id = texts.size();
    }
    List<Integer> versions = subjects.computeIfAbsent(subject, name -> new ArrayList<>());
    if (!versions.contains(id)) {
      versions.add(id);
    }
    return id;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getRawPath();
      questions.add(exchange.getRequestMethod() + " " + path);
      authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
      if (fault != null) {
        fault.answer(exchange);
        return;
      }
      String[] parts = path.substring(1).split("/", -1);
      if (path.endsWith("/versions/latest")) {
        latest(exchange, URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      } else if (parts[0].equals("schemas")) {
        schemaById(exchange, Integer.parseInt(parts[2]));
      } else if (exchange.getRequestMethod().equals("POST")
          && parts[0].equals("subjects")
          && "application/vnd.schemaregistry.v1+json"
              .equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
        String subject = URLDecoder.decode(parts[1], StandardCharsets.UTF_8);
        Map<String, String> question = fields(exchange);
        String type = question.getOrDefault("schemaType", "AVRO");
        types.add(type);
        if (parts.length == 3) {
          register(exchange, subject, type, question.get("schema"));
        } else {
          lookUp(exchange, subject, question.get("schema"));
        }
      } else {
        error(exchange, 404, 404, "HTTP 404 Not Found");
      }
    }
  }

  private synchronized void lookUp(HttpExchange exchange, String subject, String text)
      throws IOException {
    List<Integer> versions = subjects.get(subject);
    if (versions == null) {
      error(exchange, 404, 40401, "Subject '" + subject + "' not found.");
      return;
    }
    int id = texts.indexOf(text) + 1;
    if (versions.contains(id)) {
      answer(exchange, 200, object("subject", subject, "version", 1, "id", id));
    } else {
      error(exchange, 404, 40403, "Schema not found");
    }
  }

  private synchronized void latest(HttpExchange exchange, String subject) throws IOException {
    List<Integer> versions = subjects.get(subject);
    if (versions == null) {
      error(exchange, 404, 40401, "Subject '" + subject + "' not found.");
      return;
    }
    int id = versions.get(versions.size() - 1);
    answer(
        exchange,
        200,
        object(
            "subject", subject, "version", versions.size(), "id", id, "schema", texts.get(id - 1)));
  }

  private synchronized void register(
      HttpExchange exchange, String subject, String type, String text) throws IOException {
    List<Integer> versions =
        type.equals("AVRO") ? subjects.getOrDefault(subject, List.of()) : List.of();
    for (int id : versions) {
      Schema schema = new Schema.Parser().parse(text);
      Schema earlier = new Schema.Parser().parse(texts.get(id - 1));
      if (SchemaCompatibility.checkReaderWriterCompatibility(schema, earlier).getType()
          != SchemaCompatibilityType.COMPATIBLE) {
        error(exchange, 409, 409, "Schema being registered is incompatible with an earlier schema");
        return;
      }
    }
    answer(exchange, 200, object("id", add(subject, text)));
  }

  private synchronized void schemaById(HttpExchange exchange, int id) throws IOException {
    if (id > texts.size()) {
      error(exchange, 404, 40403, "Schema not found");
    } else {
      answer(exchange, 200, object("schema", texts.get(id - 1)));
    }
  }

  private static void error(HttpExchange exchange, int status, int code, String message)
      throws IOException {
    answer(exchange, status, object("error_code", code, "message", message));
  }

  static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static byte[] object(Object... namesAndValues) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      for (int i = 0; i < namesAndValues.length; i += 2) {
        json.writeFieldName((String) namesAndValues[i]);
        if (namesAndValues[i + 1] instanceof Integer number) {
          json.writeNumber(number);
        } else {
          json.writeString((String) namesAndValues[i + 1]);
        }
      }
      json.writeEndObject();
    }
    return out.toByteArray();
  }

  /** The members of the question that are texts. */
  private static Map<String, String> fields(HttpExchange exchange) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(exchange.getRequestBody())) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
          fields.put(parser.currentName(), parser.getText());
        }
      }
    }
    return fields;
  }
}
