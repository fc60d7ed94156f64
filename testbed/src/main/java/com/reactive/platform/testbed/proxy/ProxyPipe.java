package com.reactive.platform.testbed.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a proxied connection: one thread reads, another writes when the bytes are due.
 * Between them lie at most {@value #MAX_CHUNKS} chunks; then the sender has to wait, as TCP has it.
 */
final class ProxyPipe {
  private static final int CHUNK_BYTES = 16 << 10;
  private static final int MAX_CHUNKS = 64;
  private static final long STEP_MILLIS = 5;

  /** An idle connection finds out this late that it was reset. */
  private static final long IDLE_MILLIS = 100;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(STEP_MILLIS);

  /** Bytes and when they are due; an empty array is the end. */
  private record Chunk(byte[] bytes, long dueNanos) {}

  /** Returns the part of the bytes that is let through. */
  interface Filter {
    /**
     * Takes the next bytes.
     *
     * @param out longer than {@code length} by {@link ResponseFilter#HEAD_BYTES}
     * @return how many bytes were put there
     */
    int filter(byte[] bytes, int length, byte[] out);
  }

  /** The connection that the direction belongs to. */
  interface Connection {
    /** Runs the work of a thread; any failure of it resets the connection. */
    void run(Work work);

    ProxyMode mode();

    boolean isReset();

    /** Notes that one direction has come to its end. */
    void endDirection();
  }

  /** The work of one thread of a connection. */
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  private final Connection connection;
  private final Socket from;
  private final Socket to;
  private final Filter filter;
  private final BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(MAX_CHUNKS);

  ProxyPipe(Connection connection, Socket from, Socket to, Filter filter) {
    this.connection = connection;
    this.from = from;
    this.to = to;
    this.filter = filter;
  }

  void start(String name) {
    run(name + "-read", this::read);
    run(name + "-write", this::write);
  }

  private void run(String name, Work work) {
    Thread thread = new Thread(() -> connection.run(work), name);
    thread.setDaemon(true);
    thread.start();
  }

  private void read() throws IOException, InterruptedException {
    InputStream in = from.getInputStream();
    byte[] bytes = new byte[CHUNK_BYTES];
    byte[] out = new byte[CHUNK_BYTES + ResponseFilter.HEAD_BYTES];
    for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
      int kept = filter.filter(bytes, length, out);
      if (kept > 0 && !put(Arrays.copyOf(out, kept))) {
        return;
      }
    }
    put(new byte[0]);
  }

  /** False if the connection was reset meanwhile. */
  private boolean put(byte[] bytes) throws InterruptedException {
    Chunk chunk = new Chunk(bytes, System.nanoTime() + connection.mode().delayNanos());
    while (!connection.isReset()) {
      if (underWay.offer(chunk, STEP_MILLIS, TimeUnit.MILLISECONDS)) {
        return true;
      }
    }
    return false;
  }

  private void write() throws IOException, InterruptedException {
    OutputStream out = to.getOutputStream();
    while (!connection.isReset()) {
      Chunk chunk = underWay.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
      if (chunk == null || !awaitDue(chunk.dueNanos)) {
        continue;
      }
      if (chunk.bytes.length == 0) {
        to.shutdownOutput();
        connection.endDirection();
        return;
      }
      out.write(chunk.bytes);
    }
  }

  /** False if the connection was reset meanwhile. */
  private boolean awaitDue(long dueNanos) throws InterruptedException {
    while (!connection.isReset()) {
      long left = dueNanos - System.nanoTime();
      if (left <= 0 && !connection.mode().holds()) {
        return true;
      }
      // A sleep is rounded up to milliseconds, which is as long as a short delay.
      LockSupport.parkNanos(left <= 0 ? STEP_NANOS : Math.min(STEP_NANOS, left));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return false;
  }
}
