package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.fetch.Fetch;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the token issuer's keys on a thread of its own: at the start, every ten minutes, and soon
 * after a token named a key that is not there, but then at most once a minute. While it fails, the
 * last good keys stay and it tries again, after a second at first and after a minute at last.
 */
final class JwksRefresher implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(JwksRefresher.class);
  private static final long REFRESH_MILLIS = TimeUnit.MINUTES.toMillis(10);
  private static final long MAX_RETRY_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final long MIN_WANTED_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int MAX_BYTES = 512 * 1024;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final URI url;
  private final Consumer<byte[]> keys;
  private final Thread thread = new Thread(this::run, "jwks");
  private final Semaphore wanted = new Semaphore(0);
  private final AtomicBoolean asked = new AtomicBoolean();
  private volatile long lastTryNanos = System.nanoTime();

  /**
   * Fetches nothing yet.
   *
   * @param keys takes what was fetched; throws {@link IllegalArgumentException} with a sentence if
   *     it is of no use
   */
  JwksRefresher(URI url, Consumer<byte[]> keys) {
    this.url = url;
    this.keys = keys;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** A token named a key that is not there. From any thread; never blocks. */
  void keyIsMissing() {
    if (System.nanoTime() - lastTryNanos >= MIN_WANTED_NANOS && asked.compareAndSet(false, true)) {
      wanted.release();
    }
  }

  private void run() {
    long retryMillis = 1_000;
    try {
      while (!Thread.interrupted()) {
        boolean fetched = refresh();
        wanted.tryAcquire(fetched ? REFRESH_MILLIS : retryMillis, TimeUnit.MILLISECONDS);
        retryMillis = fetched ? 1_000 : Math.min(MAX_RETRY_MILLIS, 2 * retryMillis);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean refresh() throws InterruptedException {
    lastTryNanos = System.nanoTime();
    asked.set(false);
    wanted.drainPermits();
    try {
      keys.accept(fetch(TIMEOUT_MILLIS));
      return true;
    } catch (IllegalArgumentException e) {
      log.warn("The JWT issuer's keys at {} are not usable: {}", url, e.getMessage());
    } catch (IOException | RuntimeException e) {
      log.warn("Cannot fetch the JWT issuer's keys from {}: {}", url, e.toString());
    }
    return false;
  }

  /** Bounded in bytes and in time, whatever the other side does; follows no redirect. */
  byte[] fetch(int timeoutMillis) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(url).header("Accept", "application/json").build();
    HttpResponse<byte[]> answer = Fetch.send(client, request, MAX_BYTES, timeoutMillis);
    if (answer.statusCode() != 200) {
      throw new IOException("status " + answer.statusCode());
    }
    return answer.body();
  }

  /** Returns at once; the thread ends with its current attempt. */
  @Override
  public void close() {
    thread.interrupt();
  }
}
