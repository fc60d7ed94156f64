package com.reactive.platform.kafka.benchmark.footprint;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One of HTTP/2, which begins with preface and settings: an idle one has sent them and has had the
 * gateway's. One stream at a time.
 */
final class HeldHttp2Connection implements HeldConnection {
  private static final int FRAME_HEAD_BYTES = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final byte[] PREFACE = ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  private static final byte[] HEAD = head();
  private static final byte[] FIRST_HALF = ascii(BODY.substring(0, BODY.length() / 2));
  private static final byte[] SECOND_HALF = ascii(BODY.substring(BODY.length() / 2));

  private final Socket socket;
  private final DataInputStream in;

  /** Unbuffered: each frame or run of frames is one write. */
  private final OutputStream out;

  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
  private int stream = -1;
  private int status;

  HeldHttp2Connection(Socket socket) throws IOException {
    this.socket = socket;
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
    ByteArrayOutputStream opening = new ByteArrayOutputStream();
    opening.writeBytes(PREFACE);
    opening.writeBytes(frame(SETTINGS, 0, 0));
    out.write(opening.toByteArray());
    for (boolean acknowledged = false; !acknowledged; ) {
      acknowledged = readFrame() == SETTINGS; // Theirs, then ours come back.
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** In HPACK, by the static table: POST and http, then path, authority and content type. */
  private static byte[] head() {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(new byte[] {(byte) 0x83, (byte) 0x86});
    field(block, "/api/counter", 0x04);
    field(block, "localhost", 0x01);
    field(block, "application/json", 0x0F, 0x10);
    return block.toByteArray();
  }

  private static void field(ByteArrayOutputStream block, String value, int... name) {
    for (int b : name) {
      block.write(b);
    }
    block.write(value.length());
    block.writeBytes(ascii(value));
  }

  private static byte[] frame(int type, int flags, int stream, byte... payload) {
    return ByteBuffer.allocate(FRAME_HEAD_BYTES + payload.length)
        .putInt(payload.length << 8 | type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  @Override
  public void begin() throws IOException {
    stream += 2;
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    frames.writeBytes(frame(HEADERS, END_HEADERS, stream, HEAD));
    frames.writeBytes(frame(DATA, 0, stream, FIRST_HALF));
    out.write(frames.toByteArray());
  }

  @Override
  public void finish() throws IOException {
    out.write(frame(DATA, END_STREAM, stream, SECOND_HALF));
  }

  @Override
  public void awaitSuccess() throws IOException {
    while (readFrame() != DATA) {
      // The head comes first.
    }
    if (status / 100 != 2) {
      throw new IOException("the gateway responded " + status);
    }
  }

  /** Returns the type of the frame; responses end with one of DATA. */
  private int readFrame() throws IOException {
    int lengthAndType = in.readInt();
    int flags = in.readUnsignedByte();
    int of = in.readInt();
    byte[] payload = in.readNBytes(lengthAndType >>> 8);
    int type = lengthAndType & 0xFF;
    if (type == HEADERS) {
      status = status(of, payload);
    } else if (type == SETTINGS && (flags & ACK) == 0) {
      out.write(frame(SETTINGS, ACK, 0));
      return readFrame();
    }
    return type;
  }

  private int status(int of, byte[] block) throws IOException {
    try {
      CharSequence text = decoder.decodeHeaders(of, Unpooled.wrappedBuffer(block)).status();
      return Integer.parseInt(text.toString());
    } catch (Http2Exception e) {
      throw new IOException("a head cannot be decoded: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
