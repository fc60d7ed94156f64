package com.reactive.platform.gateway.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Serves {@code GET /livez}, {@code /readyz}, {@code /status} and {@code /calibration}. Built on
 * the JDK's own server: it shares no thread with the data port, so it answers while that one is
 * flooded.
 */
public final class AdminServer implements AutoCloseable {

  /** An answer: 200 or 503, and its body. */
  public record Answer(boolean ok, String contentType, String body) {
    public static Answer text(boolean ok, String body) {
      return new Answer(ok, "text/plain; charset=utf-8", body + "\n");
    }

    public static Answer json(String body) {
      return new Answer(true, "application/json", body + "\n");
    }
  }

  private static final int THREADS = 4;
  private static final int MAX_REQUEST_SECONDS = 5;

  private final HttpServer server;
  private final ExecutorService threads;

  private AdminServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /**
   * Binds and serves.
   *
   * @param readyz asked on every probe; must be quick
   * @param status asked on every request for the status; must be quick
   * @param calibration asked on every request for what was learned; must be quick
   * @throws IOException with one clear sentence if the port cannot be had
   */
  public static AdminServer start(
      AdminConfig config,
      Supplier<Answer> readyz,
      Supplier<Answer> status,
      Supplier<Answer> calibration)
      throws IOException {
    // The JDK's server has no limit of its own for how long a request may take to arrive.
    System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(MAX_REQUEST_SECONDS));
    System.setProperty("sun.net.httpserver.maxRspTime", Integer.toString(MAX_REQUEST_SECONDS));
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(config.host(), config.port()), 64);
    } catch (IOException e) {
      throw new IOException(
          "cannot listen on " + config.host() + ":" + config.port() + " (admin): " + e, e);
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "admin");
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(threads);
    serve(server, "/livez", () -> Answer.text(true, "live"));
    serve(server, "/readyz", readyz);
    serve(server, "/status", status);
    serve(server, "/calibration", calibration);
    server.createContext("/", exchange -> respond(exchange, 404, Answer.text(false, "not found")));
    server.start();
    return new AdminServer(server, threads);
  }

  private static void serve(HttpServer server, String path, Supplier<Answer> answers) {
    server.createContext(
        path,
        exchange -> {
          if (!exchange.getRequestURI().getPath().equals(path)) {
            respond(exchange, 404, Answer.text(false, "not found"));
          } else if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            respond(exchange, 405, Answer.text(false, "only GET"));
          } else {
            Answer answer = answers.get();
            respond(exchange, answer.ok() ? 200 : 503, answer);
          }
        });
  }

  private static void respond(HttpExchange exchange, int status, Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.contentType());
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    try (exchange) {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
  }
}
