package com.reactive.platform.reliability.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Asks the gateway what became of events whose outcome it did not know, again and again until it
 * does. Has a thread of its own; methods are for the client's thread.
 */
final class LookUps implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than the gateway's own. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** The gateway looks for all of them at once. */
  private static final int MAX_IN_FLIGHT = 16;

  private static final long AGAIN_MILLIS = 500;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  /**
   * The gateway's last word on an event.
   *
   * @param status 200 it is there, 404 it is not, 410 it is too old to tell
   * @param partition -1 if it is not there
   * @param offset the same
   */
  record Finding(OracleEvent event, int status, int partition, long offset) {}

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(
          1,
          work -> {
            Thread asking = new Thread(work, "look-ups");
            asking.setDaemon(true);
            return asking;
          },
          new ThreadPoolExecutor.DiscardPolicy()); // answers that come after the end
  private final Queue<Finding> findings = new ConcurrentLinkedQueue<>();
  private final String base;
  private int open;

  // On the thread.
  private final Queue<OracleEvent> waiting = new ArrayDeque<>();
  private int inFlight;

  /**
   * @param route to which events are posted
   */
  LookUps(URI route) {
    this.base = route + "/";
  }

  /** Asks for the event from now on. */
  void ask(OracleEvent event) {
    open++;
    thread.execute(() -> look(event));
  }

  /** The next finding; null if there is none now. */
  Finding poll() {
    Finding finding = findings.poll();
    open -= finding == null ? 0 : 1;
    return finding;
  }

  /** Number of events without a finding. */
  int open() {
    return open;
  }

  private void look(OracleEvent event) {
    waiting.add(event);
    send();
  }

  private void send() {
    while (inFlight < MAX_IN_FLIGHT && !waiting.isEmpty()) {
      OracleEvent event = waiting.poll();
      inFlight++;
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(base + event.id())).timeout(TIMEOUT).build();
      http.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
          .whenComplete((response, failure) -> thread.execute(() -> answered(event, response)));
    }
  }

  /**
   * @param response null if there is none: the gateway is away
   */
  private void answered(OracleEvent event, HttpResponse<byte[]> response) {
    inFlight--;
    Optional<Finding> finding = Optional.empty();
    if (response != null) {
      try {
        finding = finding(event, response.statusCode(), response.body());
      } catch (IOException e) {
        // It says something that is no answer.
      }
    }
    if (finding.isPresent()) {
      findings.add(finding.get());
    } else {
      thread.schedule(() -> look(event), AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }
    send();
  }

  /** What the response says; empty if it is not known yet, or is no answer to that question. */
  static Optional<Finding> finding(OracleEvent event, int status, byte[] body) throws IOException {
    if (status != OK && status != NOT_FOUND && status != GONE) {
      return Optional.empty();
    }
    JsonNode json = JSON.readTree(body);
    // A route that is not there has a 404, too, which says nothing about the event.
    if (!json.path("eventId").asText().equals(event.id())) {
      return Optional.empty();
    }
    int partition = json.path("partition").asInt(-1);
    return Optional.of(new Finding(event, status, partition, json.path("offset").asLong(-1)));
  }

  /** Asks no more. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
