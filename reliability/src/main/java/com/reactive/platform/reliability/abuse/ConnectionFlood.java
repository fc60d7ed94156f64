package com.reactive.platform.reliability.abuse;

import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Connections that are held open by sending too little: of the slow ones every other sends a head
 * without end and the rest a body, a byte every two seconds; the idle ones send nothing; the
 * unfinished ones send half of a large body, and then a byte every two seconds, even if they were
 * answered that there is no room for it. Whoever is cut off comes again. One thread of its own
 * looks after all of them.
 */
final class ConnectionFlood implements AutoCloseable {
  private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** So many at a time, that the rounds do not come as blows. */
  private static final int AT_ONCE = 50;

  private static final long JOIN_MILLIS = 10_000;
  private static final int MAX_BODY_BYTES = 4_096;
  private static final String HEAD = "POST /api/counter HTTP/1.1\r\nHost: localhost\r\n";
  private static final byte[] HEAD_START = ascii(HEAD + "X: ");
  private static final byte[] BODY_START =
      ascii(HEAD + "Content-Length: " + MAX_BODY_BYTES + "\r\n\r\n");

  private static final int LARGE_BODY_BYTES = 262_144;
  private static final int LARGE_PART_BYTES = 131_100;
  private static final byte[] LARGE_START =
      ascii(
          HEAD + "Content-Length: " + LARGE_BODY_BYTES + "\r\n\r\n" + " ".repeat(LARGE_PART_BYTES));
  private static final byte[] SILENCE = {};
  private static final byte[] OVERLOADED = ascii("HTTP/1.1 " + ResponseContract.UNAVAILABLE + " ");

  private final InetSocketAddress server;
  private final int slow;
  private final int idle;

  /** Of what each says first. */
  private final int[] sent;

  private final SocketChannel[] all;
  private final ByteBuffer drip = ByteBuffer.wrap(ascii(" "));
  private final ByteBuffer answer = ByteBuffer.allocate(4_096);
  private final AtomicLong cutOff = new AtomicLong();
  private final AtomicLong turnedAway = new AtomicLong();
  private final AtomicLong overloaded = new AtomicLong();
  private final Thread thread = new Thread(this::keep, "connection-flood");
  private volatile boolean closed;

  private ConnectionFlood(InetSocketAddress server, int slow, int idle, int unfinished) {
    this.server = server;
    this.slow = slow;
    this.idle = idle;
    this.all = new SocketChannel[slow + idle + unfinished];
    this.sent = new int[all.length];
    thread.setDaemon(true);
  }

  /**
   * Returns when all are connected.
   *
   * @throws IOException if one cannot be
   */
  static ConnectionFlood gather(InetSocketAddress server, int slow, int idle, int unfinished)
      throws IOException {
    ConnectionFlood flood = new ConnectionFlood(server, slow, idle, unfinished);
    try {
      for (int i = 0; i < flood.all.length; i++) {
        flood.all[i] = flood.connect(i);
      }
    } catch (IOException e) {
      flood.closeAll();
      throw new IOException(
          "of %d slow and %d idle connections and %d with unfinished bodies not all can be made: %s"
              .formatted(slow, idle, unfinished, e.getMessage()),
          e);
    }
    flood.thread.start();
    return flood;
  }

  /** Number of connections that the server closed. */
  long cutOff() {
    return cutOff.get();
  }

  /** Number of reconnects that the server rejected. */
  long turnedAway() {
    return turnedAway.get();
  }

  /** Number of unfinished bodies that got a 503. */
  long overloaded() {
    return overloaded.get();
  }

  private SocketChannel connect(int number) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.connect(server);
      channel.configureBlocking(false);
      sent[number] = channel.write(ByteBuffer.wrap(start(number)));
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private byte[] start(int number) {
    if (number < slow) {
      return number % 2 == 0 ? HEAD_START : BODY_START;
    }
    return number < slow + idle ? SILENCE : LARGE_START;
  }

  private void keep() {
    int slices = (all.length + AT_ONCE - 1) / AT_ONCE;
    while (!closed) {
      long round = System.nanoTime();
      for (int slice = 0; slice < slices && !closed; slice++) {
        int end = Math.min(all.length, (slice + 1) * AT_ONCE);
        for (int i = slice * AT_ONCE; i < end; i++) {
          visit(i);
        }
        park(round + ROUND_NANOS * (slice + 1) / slices);
      }
      park(round + ROUND_NANOS);
    }
  }

  private void park(long untilNanos) {
    long left = untilNanos - System.nanoTime();
    while (left > 0 && !closed) {
      LockSupport.parkNanos(left);
      left = untilNanos - System.nanoTime();
    }
  }

  private void visit(int number) {
    SocketChannel channel = all[number];
    if (channel != null && isOpen(channel, number)) {
      return;
    }
    if (channel != null) {
      cutOff.incrementAndGet();
      close(channel);
    }
    try {
      all[number] = connect(number);
    } catch (IOException e) {
      all[number] = null;
      turnedAway.incrementAndGet();
    }
  }

  private boolean isOpen(SocketChannel channel, int number) {
    byte[] start = start(number);
    try {
      answer.clear();
      if (channel.read(answer) != 0 && !isOverloaded()) {
        return false; // a 408, or the end
      }
      if (sent[number] < start.length) {
        int rest = start.length - sent[number];
        sent[number] += channel.write(ByteBuffer.wrap(start, sent[number], rest));
      } else if (start.length > 0) {
        drip.clear();
        channel.write(drip);
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isOverloaded() {
    answer.flip();
    boolean is =
        answer.remaining() > OVERLOADED.length
            && answer.slice(0, OVERLOADED.length).equals(ByteBuffer.wrap(OVERLOADED));
    if (is) {
      overloaded.incrementAndGet();
    }
    return is;
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone, which is what was wanted.
    }
  }

  private void closeAll() {
    Arrays.stream(all).filter(Objects::nonNull).forEach(ConnectionFlood::close);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Ends all of them. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(JOIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    closeAll();
  }
}
