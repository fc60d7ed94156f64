package com.reactive.platform.reliability.abuse;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Posts events that do not match their stream's schema, so many per second, over a few connections
 * with a thread each. Whoever is late does not catch up: then fewer are sent, and the counts tell.
 */
final class BadEventFlood implements AutoCloseable {
  static final int CONNECTIONS = 8;

  private static final int BODY_BYTES = 200;
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final String LENGTH = "content-length:";

  private final InetSocketAddress server;
  private final byte[] request;
  private final long everyNanos;
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong quarantined = new AtomicLong();
  private final AtomicLong unexpected = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  private BadEventFlood(InetSocketAddress server, String path, int perSecond) {
    this.server = server;
    this.request = request(path);
    this.everyNanos = TimeUnit.SECONDS.toNanos(CONNECTIONS) / perSecond;
  }

  /** Begins to post. */
  static BadEventFlood start(InetSocketAddress server, String path, int perSecond) {
    BadEventFlood flood = new BadEventFlood(server, path, perSecond);
    for (int i = 0; i < CONNECTIONS; i++) {
      Thread thread = new Thread(flood::post, "bad-events-" + i);
      thread.setDaemon(true);
      flood.threads.add(thread);
      thread.start();
    }
    return flood;
  }

  /** Events that got 422. */
  long answered() {
    return answered.get();
  }

  /** Those of them that are in the quarantine. */
  long quarantined() {
    return quarantined.get();
  }

  /** Events that got another answer, or none. */
  long unexpected() {
    return unexpected.get();
  }

  private static byte[] request(String path) {
    String body = "{\"n\":\"" + "x".repeat(BODY_BYTES - 8) + "\"}";
    return ("POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  private void post() {
    try (Socket socket = new Socket()) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.connect(server);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      long due = System.nanoTime();
      while (!closed) {
        socket.getOutputStream().write(request);
        count(in);
        due = Math.max(due + everyNanos, System.nanoTime());
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      }
    } catch (IOException e) {
      unexpected.incrementAndGet();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void count(InputStream in) throws IOException {
    String status = line(in);
    int length = 0;
    for (String field = line(in); !field.isEmpty(); field = line(in)) {
      if (field.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(field.substring(LENGTH.length()).strip());
      }
    }
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    if (!status.startsWith("HTTP/1.1 422 ")) {
      unexpected.incrementAndGet();
      return;
    }
    answered.incrementAndGet();
    if (body.contains("\"quarantined\":true")) {
      quarantined.incrementAndGet();
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException();
      }
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /** Returns when the last answer is there. */
  @Override
  public void close() {
    closed = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
