package com.reactive.platform.gateway.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * HTTP/2 over one plain socket, frame by frame as a test wants it: an ordinary client would not
 * send what is to be refused. Every read gives up after 60 s.
 */
public final class FrameClient implements AutoCloseable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int GOAWAY = 7;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;

  public static final int END_STREAM = 1;
  public static final int ACK = 1;
  public static final int END_HEADERS = 4;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket;
  private final DataInputStream in;
  private final DefaultHttp2HeadersEncoder encoder =
      new DefaultHttp2HeadersEncoder(Http2HeadersEncoder.NEVER_SENSITIVE, false);
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);

  /** Of the last HEADERS frame. */
  private Http2Headers headers;

  /** A frame as it came. */
  public record Frame(int type, int flags, int stream, byte[] payload) {
    /** The error code of a RST_STREAM or GOAWAY. */
    public int error() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }

    /** The last stream that a GOAWAY lets in. */
    public int lastStream() {
      return ByteBuffer.wrap(payload).getInt();
    }

    public boolean endsStream() {
      return (flags & END_STREAM) != 0;
    }
  }

  /**
   * A response, and how its stream ended.
   *
   * @param reset the error code of the reset behind it; -1 if it ended in order
   */
  public record Response(int stream, int status, Http2Headers headers, String body, int reset) {}

  /** Connects and says nothing. */
  public FrameClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  /** Connects and sends the preface, with empty settings. */
  public static FrameClient open(int port) throws IOException {
    return open(port, new byte[0]);
  }

  /** Connects and sends the preface, with these settings, and a wide window. */
  public static FrameClient open(int port, byte[] settings) throws IOException {
    FrameClient client = new FrameClient(port);
    client.send(PREFACE.getBytes(StandardCharsets.US_ASCII));
    client.send(SETTINGS, 0, 0, settings);
    client.send(WINDOW_UPDATE, 0, 0, number(1 << 30));
    return client;
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  public void send(int type, int flags, int stream, byte[] payload) throws IOException {
    send(frame(type, flags, stream, payload));
  }

  /** The bytes of a frame. */
  public static byte[] frame(int type, int flags, int stream, byte[] payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** A number as four bytes. */
  public static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  /** The head of a POST with JSON. */
  public static Http2Headers post(String path) {
    return new DefaultHttp2Headers(false)
        .method("POST")
        .scheme("http")
        .authority("localhost")
        .path(path)
        .add("content-type", "application/json");
  }

  /** The block of these headers. */
  public byte[] encode(Http2Headers headers) {
    ByteBuf block = Unpooled.buffer();
    try {
      encoder.encodeHeaders(1, headers, block);
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
    return ByteBufUtil.getBytes(block);
  }

  /** Sends a request; without a body if that is null. */
  public void request(int stream, Http2Headers headers, String body) throws IOException {
    int ends = body == null ? END_STREAM : 0;
    send(HEADERS, END_HEADERS | ends, stream, encode(headers));
    if (body != null) {
      send(DATA, END_STREAM, stream, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Sends a counter event. */
  public void event(int stream) throws IOException {
    request(stream, post("/api/counter"), "{\"sessionId\":\"s\",\"action\":\"reset\"}");
  }

  /** The next frame; acknowledges settings. Null at the end of the connection. */
  public Frame read() throws IOException {
    try {
      byte[] head = in.readNBytes(9);
      if (head.length < 9) {
        return null;
      }
      ByteBuffer fields = ByteBuffer.wrap(head);
      int length = fields.getInt() >>> 8;
      byte[] payload = new byte[length];
      in.readFully(payload);
      Frame frame = new Frame(head[3], head[4], fields.getInt(5), payload);
      if (frame.type() == SETTINGS && frame.flags() == 0) {
        send(SETTINGS, ACK, 0, new byte[0]);
      }
      if (frame.type() == HEADERS) {
        headers = decode(frame); // All of them: each may refer to what an earlier one had.
      }
      return frame;
    } catch (EOFException | SocketException e) {
      return null; // Cut off, or reset: what we had sent was not read.
    }
  }

  /** The next frame of this type; null at the end of the connection. */
  public Frame read(int type) throws IOException {
    Frame frame = read();
    while (frame != null && frame.type() != type) {
      frame = read();
    }
    return frame;
  }

  /** Of the last HEADERS frame that was read: a head, or trailers. */
  public Http2Headers headers() {
    return headers;
  }

  /** The next response, of whatever stream; others' frames must not come between. */
  public Response response() throws IOException {
    Frame head = read(HEADERS);
    if (head == null) {
      throw new EOFException("the connection ends");
    }
    Http2Headers received = headers;
    StringBuilder body = new StringBuilder();
    Frame last = head;
    while (!last.endsStream() && last.type() != RST_STREAM) {
      last = read();
      if (last == null) {
        throw new EOFException("the connection ends");
      }
      if (last.type() == DATA) {
        body.append(new String(last.payload(), StandardCharsets.UTF_8));
      }
    }
    return new Response(
        head.stream(),
        Integer.parseInt(received.status().toString()),
        received,
        body.toString(),
        last.type() == RST_STREAM ? last.error() : -1);
  }

  private Http2Headers decode(Frame frame) {
    try {
      return decoder.decodeHeaders(frame.stream(), Unpooled.wrappedBuffer(frame.payload()));
    } catch (Http2Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
