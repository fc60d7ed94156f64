package com.reactive.platform.kafka.benchmark.subject.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
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
 * One HTTP/2 connection, each request a stream, with some in flight. No more than a load generator
 * needs: requests all alike, whose windows never close, since servers give back what they read. For
 * the load worker's thread.
 */
class Http2Connection {
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

  /** Keeps only what says how a request ended. */
  private static final class StatusHeaders extends DefaultHttp2Headers {
    StatusHeaders() {
      super(false, 2);
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
      return STATUS.contentEquals(name) || GRPC_STATUS.contentEquals(name)
          ? super.add(name, value)
          : this;
    }
  }

  static final AsciiString STATUS = AsciiString.cached(":status");
  static final AsciiString GRPC_STATUS = AsciiString.cached("grpc-status");
  private static final int CONNECT_MILLIS = 5_000;
  static final int FRAME_HEAD_BYTES = 9;
  static final int DATA = 0;
  static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  private static final int SETTING_BYTES = 6;
  static final short INITIAL_WINDOW = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  static final int END_HEADERS = 4;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int WINDOW_BYTES = 1 << 29;
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private final SelectionKey key;
  private final DefaultHttp2HeadersDecoder decoder =
      new DefaultHttp2HeadersDecoder(false) {
        @Override
        protected Http2Headers newHeaders() {
          return new StatusHeaders();
        }
      };
  final Map<Integer, Call> calls = new HashMap<>();
  final byte[] firstHead;
  private final byte[] laterHead;
  private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
  final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
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
    frame(SETTINGS, 0, 0, SETTING_BYTES).putShort(INITIAL_WINDOW).putInt(WINDOW_BYTES);
    frame(WINDOW_UPDATE, 0, 0, 4).putInt(WINDOW_BYTES);
  }

  int open() {
    return calls.size();
  }

  Iterable<Call> calls() {
    return calls.values();
  }

  final ByteBuffer frame(int type, int flags, int stream, int length) {
    return out.putInt(length << 8 | type).put((byte) flags).putInt(stream);
  }

  /** Adds a request to what the next {@link #flush} sends; false if that is too much already. */
  boolean send(Call call, byte[] body) throws IOException {
    byte[] head = nextStream == 1 ? firstHead : laterHead;
    if (!hasRoom(2 * FRAME_HEAD_BYTES + head.length + body.length)) {
      return false;
    }
    frame(HEADERS, END_HEADERS, nextStream, head.length).put(head);
    frame(DATA, END_STREAM, nextStream, body.length).put(body);
    calls.put(nextStream, call);
    nextStream += 2;
    return true;
  }

  /** True if so many bytes can be added to what is sent next. */
  final boolean hasRoom(int bytes) throws IOException {
    if (out.remaining() < bytes) {
      flush();
    }
    return out.remaining() >= bytes;
  }

  /** Writes as much as the socket takes. */
  final void flush() throws IOException {
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
    switch (type) {
      case HEADERS -> onHeaders(receiver, stream, decode(flags, stream, offset, length));
      case DATA -> {
        onData(receiver, stream, offset, length);
        consume(length);
      }
      case WINDOW_UPDATE -> onWindow(stream, in.getInt(offset));
      case SETTINGS -> {
        for (int at = offset; at < offset + length; at += SETTING_BYTES) {
          onSetting(in.getShort(at), in.getInt(at + 2));
        }
        acknowledge(SETTINGS, flags, offset, 0);
      }
      case PING -> acknowledge(PING, flags, offset, length);
      case GOAWAY -> throw new IOException("GOAWAY with error " + in.getInt(offset + 4));
      default -> {}
    }
    boolean reset = type == RST_STREAM;
    if (reset || (type <= HEADERS && (flags & END_STREAM) != 0)) {
      onEnd(receiver, stream, reset);
    }
  }

  void onHeaders(Receiver receiver, int stream, Http2Headers headers) throws IOException {
    receiver.headers(this, calls.get(stream), headers);
  }

  void onData(Receiver receiver, int stream, int offset, int length) throws IOException {
    receiver.data(this, calls.get(stream), in.array(), offset, length);
  }

  void onEnd(Receiver receiver, int stream, boolean reset) throws IOException {
    Call call = calls.remove(stream);
    if (call != null) {
      receiver.ended(this, call, reset);
    }
  }

  /** Requests are smaller than any window, and servers give back what they read. */
  void onWindow(int stream, int bytes) {}

  void onSetting(int id, int value) {}

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
      openWindow(consumed);
      consumed = 0;
    }
  }

  /** Lets the server send so much more. */
  void openWindow(int bytes) {
    frame(WINDOW_UPDATE, 0, 0, 4).putInt(bytes);
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
