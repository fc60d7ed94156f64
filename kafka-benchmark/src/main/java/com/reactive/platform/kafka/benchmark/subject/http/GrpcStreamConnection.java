package com.reactive.platform.kafka.benchmark.subject.http;

import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.Arrays;

/**
 * An HTTP/2 connection with one call of gRPC, {@code PublishStream}: a request is a message of it,
 * and its sequence finds the result. The call is open as long as the connection.
 */
final class GrpcStreamConnection extends Http2Connection {
  private static final int STREAM = 1;
  private static final int PREFIX_BYTES = 5;
  private static final int MAX_SEQUENCE_BYTES = 6;
  private static final int USUAL_WINDOW = 65_535;
  private static final int SEQUENCE = 1 << 3;
  private static final int RESPONSE = 2 << 3 | 2;
  private static final int OK = 0;

  private boolean opened;
  private int nextSequence = 1;

  /** What the server takes, of the connection and of the call, bytes. */
  private int connectionWindow = USUAL_WINDOW;

  private int callWindow = USUAL_WINDOW;
  private int initialWindow = USUAL_WINDOW;

  /** Results, the last perhaps in part. */
  private byte[] results = new byte[1 << 16];

  private int resultBytes;

  GrpcStreamConnection(InetSocketAddress address, Selector selector, byte[] head)
      throws IOException {
    super(address, selector, head, head);
  }

  /**
   * Adds a message.
   *
   * @param body the event, as a field of {@code PublishRequest}
   */
  @Override
  boolean send(Call call, byte[] body) throws IOException {
    int message = 1 + varintBytes(nextSequence) + body.length;
    int length = PREFIX_BYTES + message;
    if (Math.min(connectionWindow, callWindow) < length
        || !hasRoom(2 * FRAME_HEAD_BYTES + firstHead.length + body.length + MAX_SEQUENCE_BYTES)) {
      return false;
    }
    if (!opened) {
      opened = true;
      frame(HEADERS, END_HEADERS, STREAM, firstHead.length).put(firstHead);
    }
    ByteBuffer frame = frame(DATA, 0, STREAM, length);
    frame.put((byte) 0).putInt(message).put((byte) SEQUENCE);
    int rest = nextSequence;
    while (rest > 0x7F) {
      frame.put((byte) (rest | 0x80));
      rest >>>= 7;
    }
    frame.put((byte) rest).put(body);
    connectionWindow -= length;
    callWindow -= length;
    calls.put(nextSequence++, call);
    return true;
  }

  private static int varintBytes(int value) {
    int bytes = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      bytes++;
    }
    return bytes;
  }

  @Override
  void onWindow(int stream, int bytes) {
    if (stream == 0) {
      connectionWindow += bytes;
    } else {
      callWindow += bytes;
    }
  }

  @Override
  void onSetting(int id, int value) {
    if (id == INITIAL_WINDOW) {
      callWindow += value - initialWindow;
      initialWindow = value;
    }
  }

  @Override
  void openWindow(int bytes) {
    super.openWindow(bytes);
    frame(WINDOW_UPDATE, 0, STREAM, 4).putInt(bytes);
  }

  @Override
  void onHeaders(Receiver receiver, int stream, Http2Headers headers) throws IOException {
    CharSequence status = headers.get(GRPC_STATUS);
    if (status != null) {
      throw new IOException("the call has ended with grpc-status " + status);
    }
  }

  @Override
  void onEnd(Receiver receiver, int stream, boolean reset) throws IOException {
    throw new IOException("the call has ended");
  }

  @Override
  void onData(Receiver receiver, int stream, int offset, int length) {
    if (results.length - resultBytes < length) {
      results = Arrays.copyOf(results, 2 * results.length);
    }
    System.arraycopy(in.array(), offset, results, resultBytes, length);
    resultBytes += length;
    int at = 0;
    while (resultBytes - at >= PREFIX_BYTES) {
      int end = at + PREFIX_BYTES + ByteBuffer.wrap(results).getInt(at + 1);
      if (end > resultBytes) {
        break;
      }
      onResult(receiver, at + PREFIX_BYTES, end);
      at = end;
    }
    System.arraycopy(results, at, results, 0, resultBytes - at);
    resultBytes -= at;
  }

  /** The server writes the sequence first, then a response or a status. */
  private void onResult(Receiver receiver, int from, int end) {
    int sequence = 0;
    int at = from + 1;
    int shift = 0;
    while (results[at] < 0) {
      sequence |= (results[at++] & 0x7F) << shift;
      shift += 7;
    }
    sequence |= results[at++] << shift;
    Call call = calls.remove(sequence);
    if (call == null) {
      throw new IllegalStateException("a result for sequence " + sequence + ", which is not open");
    }
    boolean accepted = results[at] == RESPONSE;
    at += results[at + 1] < 0 ? 3 : 2;
    if (accepted) {
      call.status = OK;
      receiver.data(this, call, results, at, end - at);
    } else {
      call.status = results[at + 1]; // The code is the first field.
    }
    receiver.ended(this, call, false);
  }
}
