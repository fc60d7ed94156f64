package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseContract;
import com.reactive.platform.testbed.ResponseParser;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * One connection of the client and the requests in flight on it. The client's thread only.
 *
 * <p>Apart from the connection of the load generator, which has one request in flight, speaks TLS
 * and allocates nothing: this one pipelines, writes only after the journal was flushed, and comes
 * again for ever. Both take responses apart with {@link ResponseParser}.
 */
final class OracleConnection {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int MAX_DOUBLINGS = 5;
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final byte[] NOTHING = {};

  /** A request that is owed an answer. */
  record Flight(OracleEvent event, Variant variant, long sentNanos) {}

  private final Selector selector;
  private final ByteBuffer output;
  private final ArrayDeque<Flight> flights = new ArrayDeque<>();
  private byte[] input = NOTHING; // of an answer that came in pieces
  private SocketChannel channel; // null while there is none
  private SelectionKey key;
  private boolean up;
  private boolean last;
  private int failures;
  private long retryNanos;
  private boolean resting;
  private long restNanos;

  OracleConnection(Selector selector, int outputBytes) {
    this.selector = selector;
    this.output = ByteBuffer.allocateDirect(outputBytes);
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
  }

  /** True if one more request may be sent. */
  boolean takes(int pipelined, long now) {
    resting = resting && now - restNanos < 0;
    return up && !last && !resting && flights.size() < pipelined;
  }

  /** After a 503: sends nothing for a twentieth of a second. */
  private void rest() {
    resting = true;
    restNanos = System.nanoTime() + REST_NANOS;
  }

  /** Puts a request where {@link #write} finds it. */
  void add(Flight flight, OracleRequests requests) {
    requests.write(flight.event(), flight.variant(), output);
    flights.add(flight);
    // Its body does not come, so nothing can follow.
    last = flight.variant() == Variant.TOO_LARGE;
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

  /** Receives the responses, in order. */
  interface ResponseHandler {
    void onResponse(Flight flight, ResponseParser head, byte[] bytes) throws IOException;

    /** The response to this request cannot be parsed. */
    void onGarbledResponse(Flight flight) throws IOException;
  }

  /**
   * Reads what is there.
   *
   * @param buffer to read into
   * @return whether the connection goes on
   * @throws IOException if it is lost
   */
  boolean read(ByteBuffer buffer, ResponseParser parser, ResponseHandler handler)
      throws IOException {
    buffer.clear();
    int count = channel.read(buffer);
    if (count < 0) {
      return false;
    }
    int before = input.length;
    input = Arrays.copyOf(input, before + count);
    buffer.flip().get(input, before, count);
    while (input.length > 0) {
      int length;
      try {
        length = parser.parse(input, input.length);
      } catch (IOException e) {
        if (!flights.isEmpty()) {
          handler.onGarbledResponse(flights.poll());
        }
        return false;
      }
      if (length == ResponseParser.INCOMPLETE) {
        return true;
      }
      Flight flight = flights.poll();
      if (flight == null) {
        // A server that refuses a connection may say so before it is asked.
        return false;
      }
      failures = 0;
      handler.onResponse(flight, parser, input);
      if (ResponseContract.asksToSlowDown(parser.status())) {
        rest();
      }
      input = Arrays.copyOfRange(input, length, input.length);
      if (parser.close() || (last && flights.isEmpty())) {
        return false;
      }
    }
    input = NOTHING;
    return true;
  }

  /** Ends the connection; the next one is made after a pause that grows with failures. */
  void drop() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // It is gone either way.
      }
    }
    channel = null;
    up = false;
    last = false;
    input = NOTHING;
    output.clear();
    retryNanos = System.nanoTime() + (FIRST_PAUSE_NANOS << Math.min(failures, MAX_DOUBLINGS));
    failures++;
  }

  /** The next request that is owed an answer; null if none is. */
  Flight poll() {
    return flights.poll();
  }

  int inFlight() {
    return flights.size();
  }

  /** True if the oldest request has waited for so long. */
  boolean waitsSince(long nanos, long now) {
    Flight oldest = flights.peek();
    return oldest != null && now - oldest.sentNanos() > nanos;
  }
}
