package com.reactive.platform.gateway.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Posts counter events over many connections at a time, each connection waiting for its answer, and
 * keeps every answer. Reconnects when a connection breaks, as a client would.
 */
public final class Poster {
  private static final long RETRY_MILLIS = 20;
  private static final long STEP_MILLIS = 3;
  private static final int STATUSES = 600;

  /**
   * What became of one post.
   *
   * @param idempotencyKey sent with it: the event's id in Kafka, if it got there
   * @param request its bytes
   * @param response null if the connection broke before an answer
   */
  public record Posted(String idempotencyKey, byte[] request, WireClient.Response response) {
    public int status() {
      return response == null ? 0 : response.status();
    }
  }

  private final Queue<Posted> posted = new ConcurrentLinkedQueue<>();
  private final AtomicIntegerArray counts = new AtomicIntegerArray(STATUSES);
  private final AtomicInteger sequence = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private final IntSupplier port;
  private final BooleanSupplier goOn;
  private final long pauseMillis;
  private final String action;
  private final String keyPrefix;

  /**
   * Starts posting a few thousand events per second, which leaves the machine to what they are
   * posted to.
   *
   * @param port asked at every connect, since a gateway may come back at another
   * @param goOn stop when this says no
   */
  public Poster(IntSupplier port, int connections, BooleanSupplier goOn) {
    this(port, connections, Integer.MAX_VALUE, goOn, STEP_MILLIS, "set", "key-");
  }

  /** The same with this action, which need not be one that the schema knows. */
  public Poster(IntSupplier port, int connections, BooleanSupplier goOn, String action) {
    this(port, connections, Integer.MAX_VALUE, goOn, STEP_MILLIS, action, action + "-");
  }

  private Poster(
      IntSupplier port,
      int connections,
      int total,
      BooleanSupplier goOn,
      long pauseMillis,
      String action,
      String keyPrefix) {
    this.action = action;
    this.keyPrefix = keyPrefix;
    this.port = port;
    this.goOn = goOn;
    this.pauseMillis = pauseMillis;
    for (int i = 0; i < connections; i++) {
      String session = "session-" + i;
      Thread thread = new Thread(() -> run(session, total), "poster-" + i);
      thread.start();
      threads.add(thread);
    }
  }

  /** Posts so many events, as fast as they are answered, and returns what became of each. */
  public static List<Posted> post(int port, int connections, int total)
      throws InterruptedException {
    return new Poster(() -> port, connections, total, () -> true, 0, "set", "key-").await();
  }

  private void run(String session, int total) {
    WireClient client = null;
    int number = sequence.getAndIncrement();
    while (number < total && goOn.getAsBoolean()) {
      String key = keyPrefix + number;
      byte[] request = request(session, key, number);
      WireClient.Response response = null;
      boolean sent = false;
      try {
        client = client == null ? new WireClient(port.getAsInt()) : client;
        sent = true;
        response = client.exchange(request);
        if ("close".equals(response.headers().get("connection"))) {
          client = close(client);
        }
      } catch (IOException e) {
        client = close(client);
        pause(RETRY_MILLIS);
      }
      if (sent) {
        Posted post = new Posted(key, request, response);
        posted.add(post);
        counts.incrementAndGet(post.status());
        number = sequence.getAndIncrement();
        // As a client does that is told to come again later.
        pause(post.status() == 503 ? RETRY_MILLIS : pauseMillis);
      }
    }
    close(client);
  }

  private byte[] request(String session, String key, int number) {
    return WireClient.post(
        "/api/counter",
        "Idempotency-Key: " + key + "\r\n",
        "{\"sessionId\":\"%s\",\"action\":\"%s\",\"value\":%d}".formatted(session, action, number));
  }

  private static WireClient close(WireClient client) {
    try {
      if (client != null) {
        client.close();
      }
    } catch (IOException e) {
      // It is given up anyway.
    }
    return null;
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many posts have their fate so far. */
  public int count() {
    return posted.size();
  }

  public long count(int status) {
    return counts.get(status);
  }

  /** Waits for the end of all posts. */
  public List<Posted> await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join(TimeUnit.MINUTES.toMillis(5));
      if (thread.isAlive()) {
        throw new IllegalStateException(thread.getName() + " does not end");
      }
    }
    return List.copyOf(posted);
  }
}
