package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One connection of the client and the requests in flight on it. The client's thread only.
 *
 * <p>Apart from the connection of the load generator, which has one request in flight, speaks TLS
 * and allocates nothing: this one pipelines, writes only after the journal was flushed, and comes
 * again for ever.
 */
final class OracleConnection implements OracleExchange.Handler {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int MAX_DOUBLINGS = 5;
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final byte[] NOTHING = {};

  private final Selector selector;
  private final ByteBuffer output;
  private final Supplier<OracleExchange> exchanges;
  private final OracleExchange.Handler client;
  private OracleExchange exchange;
  private byte[] input = NOTHING; // of an answer that came in pieces
  private SocketChannel channel; // null while there is none
  private SelectionKey key;
  private boolean up;
  private int failures;
  private long retryNanos;
  private boolean resting;
  private long restNanos;

  /**
   * @param exchanges makes one for each connection to the server
   * @param client told what becomes of requests
   */
  OracleConnection(
      Selector selector,
      int outputBytes,
      Supplier<OracleExchange> exchanges,
      OracleExchange.Handler client) {
    this.selector = selector;
    this.output = ByteBuffer.allocateDirect(outputBytes);
    this.exchanges = exchanges;
    this.client = client;
    this.exchange = exchanges.get();
    this.retryNanos = System.nanoTime();
  }

  /** Begins to connect if there is no connection and it is time. */
  void connectIfDue(InetSocketAddress address, long now) {
    if (channel != null || now - retryNanos < 0) {
      return;
    }
    try {
      channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      boolean connected = channel.connect(address);
      key = channel.register(selector, connected ? 0 : SelectionKey.OP_CONNECT, this);
      if (connected) {
        connected();
      }
    } catch (IOException e) {
      drop();
    }
  }

  /** The selector says that connecting has ended. */
  void finishConnect() throws IOException {
    channel.finishConnect();
    connected();
  }

  private void connected() throws IOException {
    if (channel.getLocalAddress().equals(channel.getRemoteAddress())) {
      // Nobody listens there, and the system chose that very port for this end.
      throw new IOException("connected to itself");
    }
    key.interestOps(SelectionKey.OP_READ);
    up = true;
    exchange.begin(output);
  }

  /** True if one more request may be sent. */
  boolean takes(int pipelined, long now) {
    resting = resting && now - restNanos < 0;
    return up && !resting && exchange.takes() && exchange.inFlight().size() < pipelined;
  }

  /** After a 503: sends nothing for a twentieth of a second. */
  private void rest() {
    resting = true;
    restNanos = System.nanoTime() + REST_NANOS;
  }

  /** Puts a request where {@link #write} finds it. */
  void add(OracleFlight flight) {
    exchange.send(flight, output);
  }

  /** Writes what the socket takes; the selector says when it takes more. */
  void write() throws IOException {
    output.flip();
    try {
      channel.write(output);
    } finally {
      output.compact();
    }
    int reading = SelectionKey.OP_READ;
    key.interestOps(output.position() > 0 ? reading | SelectionKey.OP_WRITE : reading);
  }

  /** True if there are bytes to write. */
  boolean hasOutput() {
    return up && output.position() > 0;
  }

  /**
   * Reads what is there.
   *
   * @param buffer to read into
   * @return whether the connection goes on
   * @throws IOException if it is lost
   */
  boolean read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    int count = channel.read(buffer);
    if (count < 0) {
      return false;
    }
    int before = input.length;
    input = Arrays.copyOf(input, before + count);
    buffer.flip().get(input, before, count);
    int taken = exchange.receive(input, output, this);
    input = taken == input.length ? NOTHING : Arrays.copyOfRange(input, taken, input.length);
    return !exchange.isOver();
  }

  @Override
  public void onResponse(OracleFlight flight, OracleResponse response) throws IOException {
    failures = 0;
    if (ResponseContract.asksToSlowDown(response.status())) {
      rest();
    }
    client.onResponse(flight, response);
  }

  @Override
  public void onUnanswered(OracleFlight flight) throws IOException {
    client.onUnanswered(flight);
  }

  /**
   * Ends the connection; the next one is made after a pause that grows with failures.
   *
   * @return the requests without a response
   */
  Collection<OracleFlight> drop() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It is gone either way.
      }
    }
    channel = null;
    up = false;
    input = NOTHING;
    output.clear();
    retryNanos = System.nanoTime() + (FIRST_PAUSE_NANOS << Math.min(failures, MAX_DOUBLINGS));
    failures++;
    Collection<OracleFlight> lost = exchange.inFlight();
    exchange = exchanges.get();
    return lost;
  }

  int inFlight() {
    return exchange.inFlight().size();
  }

  /** True if the oldest request has waited for so long. */
  boolean waitsSince(long nanos, long now) {
    Iterator<OracleFlight> oldest = exchange.inFlight().iterator();
    return oldest.hasNext() && now - oldest.next().sentNanos() > nanos;
  }
}
