package com.reactive.platform.kafka.benchmark.subject.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * One keep-alive connection and the request that is in flight on it. For the load worker's thread.
 */
final class HttpConnection {
  private static final int CONNECT_MILLIS = 5_000;
  private static final byte[] NOTHING = {};

  private final HttpEndpoint endpoint;
  private final Selector selector;
  private SocketChannel channel;
  private SelectionKey key;
  private TlsSession tls; // null without TLS, and before the first connection
  private ByteBuffer unwritten; // null if all of the request is written
  private byte[] partial = NOTHING; // of a response that came in pieces

  /** The request in flight, while there is one. */
  long sequence;

  long intendedNanos;
  boolean busy;

  /** When it was up, and how often it failed since then. */
  long connectedNanos;

  int attempts;
  long retryNanos;

  HttpConnection(HttpEndpoint endpoint, Selector selector) {
    this.endpoint = endpoint;
    this.selector = selector;
  }

  /** Connects and waits for it. */
  void connect() throws IOException {
    channel = SocketChannel.open();
    try {
      channel.socket().connect(endpoint.address(), CONNECT_MILLIS);
      if (endpoint.tls().isPresent()) {
        tls = TlsSession.open(endpoint.tls().get(), channel, CONNECT_MILLIS);
      }
      channel.configureBlocking(false);
      up();
      key = channel.register(selector, SelectionKey.OP_READ, this);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Begins to connect; with TLS, waits for all of it.
   *
   * @return true if it is connected already; if not, the selector reports it
   */
  boolean beginConnect() throws IOException {
    if (endpoint.tls().isPresent()) {
      connect();
      return true;
    }
    channel = SocketChannel.open();
    channel.configureBlocking(false);
    boolean connected = channel.connect(endpoint.address());
    key =
        channel.register(
            selector, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
    if (connected) {
      up();
    }
    return connected;
  }

  void finishConnect() throws IOException {
    channel.finishConnect();
    up();
    key.interestOps(SelectionKey.OP_READ);
  }

  private void up() throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    connectedNanos = System.nanoTime();
  }

  /** Writes as much of the request as the socket takes; keeps the rest for the selector. */
  void write(ByteBuffer request) throws IOException {
    ByteBuffer bytes = tls == null ? request : tls.seal(request);
    channel.write(bytes);
    if (bytes.hasRemaining()) {
      unwritten = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
      key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }
  }

  void writeRest() throws IOException {
    if (unwritten != null) {
      channel.write(unwritten);
      if (unwritten.hasRemaining()) {
        return;
      }
      unwritten = null;
    }
    key.interestOps(SelectionKey.OP_READ);
  }

  /**
   * Reads what is there behind what came of this response before.
   *
   * @return number of bytes in {@code into}; negative if the server has closed
   */
  int read(ByteBuffer buffer, byte[] into) throws IOException {
    int before = partial.length;
    buffer.clear().limit(into.length - before);
    int count = tls == null ? channel.read(buffer) : tls.read(channel, buffer);
    if (count < 0) {
      return count;
    }
    System.arraycopy(partial, 0, into, 0, before);
    buffer.flip().get(into, before, count);
    return before + count;
  }

  /** The response is not whole; its next bytes come behind these. */
  void keep(byte[] bytes, int length) {
    partial = Arrays.copyOf(bytes, length);
  }

  /** The response is whole. */
  void done() {
    partial = NOTHING;
    busy = false;
    attempts = 0;
  }

  /** Gives up the socket; the connection may be made again. */
  void disconnect() {
    unwritten = null;
    partial = NOTHING;
    busy = false;
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
