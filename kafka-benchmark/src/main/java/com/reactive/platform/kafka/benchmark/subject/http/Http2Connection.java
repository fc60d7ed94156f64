package com.reactive.platform.kafka.benchmark.subject.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * One HTTP/2 connection with some streams in flight. No more than a load generator needs: requests
 * all alike, whose windows never close, since servers give back what they read. For the load
 * worker's thread.
 */
final class Http2Connection {
  /** Takes what comes. The payload is valid during the call. */
  interface Receiver {
    void headers(Http2Connection from, Call call, Http2Headers headers);

    void data(Http2Connection from, Call call, byte[] bytes, int offset, int length);

    /** The stream has ended: in order, or by a reset. */
    void ended(Http2Connection from, Call call, boolean reset);
  }

  /** A request in flight. */
  static final class Call {
    final long sequence;
    final long intendedNanos;

    /** What its response says: the status of HTTP or of gRPC; -1 before it is there. */
    int status = -1;

    boolean asExpected;

    Call(long sequence, long intendedNanos) {
      this.sequence = sequence;
      this.intendedNanos = intendedNanos;
    }
  }

  private static final int CONNECT_MILLIS = 5_000;
  private static final int FRAME_HEAD_BYTES = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int WINDOW_BYTES = 1 << 29;
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private final SelectionKey key;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
  private final Map<Integer, Call> calls = new HashMap<>();
  private final byte[] firstHead;
  private final byte[] laterHead;
  private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
  private int nextStream = 1;
  private int consumed;

  /** Connects and waits for it. */
  Http2Connection(InetSocketAddress address, Selector selector, byte[] firstHead, byte[] laterHead)
      throws IOException {
    this.firstHead = firstHead;
    this.laterHead = laterHead;
    channel = SocketChannel.open();
    try {
      channel.socket().connect(address, CONNECT_MILLIS);
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      key = channel.register(selector, SelectionKey.OP_READ, this);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    out.put(PREFACE);
    frame(SETTINGS, 0, 0, 0);
    frame(WINDOW_UPDATE, 0, 0, 4).putInt(WINDOW_BYTES);
  }

  int open() {
    return calls.size();
  }

  Iterable<Call> calls() {
    return calls.values();
  }

  private ByteBuffer frame(int type, int flags, int stream, int length) {
    return out.putInt(length << 8 | type).put((byte) flags).putInt(stream);
  }

  /** Adds a request to what the next {@link #flush} sends; false if that is too much already. */
  boolean send(Call call, byte[] body) throws IOException {
    byte[] head = nextStream == 1 ? firstHead : laterHead;
    int needed = 2 * FRAME_HEAD_BYTES + head.length + body.length;
    if (out.remaining() < needed) {
      flush();
      if (out.remaining() < needed) {
        return false;
      }
    }
    frame(HEADERS, END_HEADERS, nextStream, head.length).put(head);
    frame(DATA, END_STREAM, nextStream, body.length).put(body);
    calls.put(nextStream, call);
    nextStream += 2;
    return true;
  }

  /** Writes as much as the socket takes. */
  void flush() throws IOException {
    out.flip();
    channel.write(out);
    out.compact();
    boolean rest = out.position() > 0;
    int wanted = rest ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (key.interestOps() != wanted) {
      key.interestOps(wanted);
    }
  }

  /**
   * Reads what is there.
   *
   * @throws IOException if the server has closed, or says something that cannot be understood
   */
  void read(Receiver receiver) throws IOException {
    int count = channel.read(in);
    if (count < 0) {
      throw new IOException("the server closed it");
    }
    in.flip();
    while (in.remaining() >= FRAME_HEAD_BYTES) {
      int start = in.position();
      int length = in.getInt(start) >>> 8;
      if (in.remaining() < FRAME_HEAD_BYTES + length) {
        break;
      }
      int type = in.get(start + 3);
      int flags = in.get(start + 4);
      int stream = in.getInt(start + 5);
      receive(receiver, type, flags, stream, start + FRAME_HEAD_BYTES, length);
      in.position(start + FRAME_HEAD_BYTES + length);
    }
    in.compact();
  }

  private void receive(Receiver receiver, int type, int flags, int stream, int offset, int length)
      throws IOException {
    Call call = calls.get(stream);
    switch (type) {
      case HEADERS -> receiver.headers(this, call, decode(flags, stream, offset, length));
      case DATA -> {
        receiver.data(this, call, in.array(), offset, length);
        consume(length);
      }
      case SETTINGS -> acknowledge(SETTINGS, flags, offset, 0);
      case PING -> acknowledge(PING, flags, offset, length);
      case GOAWAY -> throw new IOException("GOAWAY with error " + in.getInt(offset + 4));
      default -> {}
    }
    boolean reset = type == RST_STREAM;
    if (call != null && (reset || (type <= HEADERS && (flags & END_STREAM) != 0))) {
      calls.remove(stream);
      receiver.ended(this, call, reset);
    }
  }

  private Http2Headers decode(int flags, int stream, int offset, int length) throws IOException {
    if ((flags & ~(END_HEADERS | END_STREAM)) != 0 || (flags & END_HEADERS) == 0) {
      throw new IOException("a head with padding, priority or CONTINUATION");
    }
    try {
      return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(in.array(), offset, length));
    } catch (Http2Exception e) {
      throw new IOException("a head cannot be decoded: " + e.getMessage(), e);
    }
  }

  private void consume(int length) {
    consumed += length;
    if (consumed > WINDOW_BYTES / 2) {
      frame(WINDOW_UPDATE, 0, 0, 4).putInt(consumed);
      consumed = 0;
    }
  }

  private void acknowledge(int type, int flags, int offset, int length) throws IOException {
    if ((flags & ACK) == 0) {
      frame(type, ACK, 0, length).put(in.array(), offset, length);
      flush();
    }
  }

  void disconnect() {
    calls.clear();
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }
}
