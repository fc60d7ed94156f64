package com.reactive.platform.kafka.benchmark.footprint;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Asks a gateway's admin port again and again whether it would take events. */
final class ReadinessPoll {
  private static final long TIMEOUT_SECONDS = 60;
  private static final int ANSWER_MILLIS = 20_000;
  private static final long POLL_MILLIS = 5;
  private static final String OK = "HTTP/1.1 200 ";

  private final URI admin;

  ReadinessPoll(String admin) {
    this.admin = URI.create(admin);
  }

  /**
   * Returns when it says yes.
   *
   * @throws IOException if it does not within a minute
   */
  void await() throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!isReady()) {
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new IOException("the gateway at " + admin + " did not become ready");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** By hand, so that asking costs little: it shares the processors with what is measured. */
  private boolean isReady() throws IOException {
    try (Socket socket = new Socket(admin.getHost(), admin.getPort())) {
      socket.setSoTimeout(ANSWER_MILLIS);
      socket
          .getOutputStream()
          .write(
              "GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(OK.length()), StandardCharsets.US_ASCII).equals(OK);
    }
  }
}
