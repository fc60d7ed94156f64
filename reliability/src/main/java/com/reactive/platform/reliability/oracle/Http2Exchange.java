package com.reactive.platform.reliability.oracle;

import com.reactive.platform.reliability.oracle.OracleRequests.Form;
import com.reactive.platform.testbed.ResponseContract;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * HTTP/2 with a stream for each request, and unary calls of gRPC. What is in flight is little, so
 * the server's windows are never used up.
 *
 * <p>After GOAWAY nothing more is sent; streams that the server says it has not seen, and those
 * that it refuses, count as 503: it promises that it did nothing for them (RFC 9113, 8.7).
 */
class Http2Exchange implements OracleExchange {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int END_HEADERS = 4;
  static final int END_STREAM = 1;
  static final int FRAME_HEAD_BYTES = 9;

  /** Before a message of gRPC: a byte for compression, and the length. */
  static final int PREFIX_BYTES = 5;

  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int ACK = 1;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int WINDOW_BYTES = 1 << 29;
  static final int REFUSED_STREAM = 7;
  private static final int MAX_FRAME_BYTES = 1 << 14;
  static final int UNAVAILABLE = ResponseContract.UNAVAILABLE;
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** What the server has sent of a response. */
  static final class Call {
    private final OracleFlight flight; // null for a stream of messages
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status = -1;
    private int grpcStatus = -1;
    private long retryAfterMillis;
    private boolean replayed;

    Call(OracleFlight flight) {
      this.flight = flight;
    }

    /** The bytes of its DATA that were not taken out. */
    ByteArrayOutputStream body() {
      return body;
    }

    /** The status of gRPC, or the counterpart of that of HTTP; -1 if it said none. */
    int outcome(OracleFields fields) {
      return grpcStatus >= 0 ? RpcOutcome.of(grpcStatus, fields) : status;
    }
  }

  final OracleRequests requests;
  final OracleSettings settings;
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
  private final Map<Integer, Call> calls = new LinkedHashMap<>();
  private int nextStream = 1;
  private int consumed;
  private boolean leaving;

  Http2Exchange(OracleRequests requests, OracleSettings settings) {
    this.requests = requests;
    this.settings = settings;
  }

  @Override
  public void begin(ByteBuffer output) {
    output.put(PREFACE);
    frame(output, SETTINGS, 0, 0, 6).putShort((short) INITIAL_WINDOW_SIZE).putInt(WINDOW_BYTES);
    frame(output, WINDOW_UPDATE, 0, 0, 4).putInt(WINDOW_BYTES);
  }

  static ByteBuffer frame(ByteBuffer output, int type, int flags, int stream, int length) {
    return output.putInt(length << 8 | type).put((byte) flags).putInt(stream);
  }

  @Override
  public void send(OracleFlight flight, ByteBuffer output) {
    Form form = requests.of(flight.variant());
    int stream = open(new Call(flight));
    frame(output, HEADERS, END_HEADERS, stream, form.head().length());
    form.head().write(flight.event(), output);
    frame(output, DATA, form.whole() ? END_STREAM : 0, stream, form.body().length());
    form.body().write(flight.event(), output);
  }

  /** Gives the call the next stream. */
  final int open(Call call) {
    int stream = nextStream;
    nextStream += 2;
    calls.put(stream, call);
    return stream;
  }

  @Override
  public boolean takes() {
    return !leaving;
  }

  @Override
  public boolean isOver() {
    return leaving && inFlight().isEmpty();
  }

  @Override
  public Collection<OracleFlight> inFlight() {
    List<OracleFlight> flights = new ArrayList<>(calls.size());
    for (Call call : calls.values()) {
      if (call.flight != null) {
        flights.add(call.flight);
      }
    }
    return flights;
  }

  @Override
  public int receive(byte[] input, ByteBuffer output, Handler handler) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(input);
    while (in.remaining() >= FRAME_HEAD_BYTES) {
      int start = in.position();
      int length = in.getInt(start) >>> 8;
      if (length > MAX_FRAME_BYTES) {
        throw new IOException("a frame of " + length + " bytes");
      }
      if (in.remaining() < FRAME_HEAD_BYTES + length) {
        break;
      }
      int type = in.get(start + 3);
      int flags = in.get(start + 4);
      int stream = in.getInt(start + 5) & Integer.MAX_VALUE;
      ByteBuffer payload = in.slice(start + FRAME_HEAD_BYTES, length);
      onFrame(type, flags, stream, payload, output, handler);
      in.position(start + FRAME_HEAD_BYTES + length);
    }
    return in.position();
  }

  private void onFrame(
      int type, int flags, int stream, ByteBuffer payload, ByteBuffer output, Handler handler)
      throws IOException {
    Call call = calls.get(stream);
    switch (type) {
      case HEADERS -> readHead(call, decode(flags, stream, payload));
      case DATA -> {
        giveBack(stream, payload.remaining(), output);
        if (call != null) {
          byte[] bytes = new byte[payload.remaining()];
          payload.get(bytes);
          call.body.writeBytes(bytes);
          onData(call, handler);
        }
      }
      case RST_STREAM -> {
        if (calls.remove(stream) != null) {
          onReset(call, payload.getInt(), handler);
        }
      }
      case SETTINGS, PING -> {
        if ((flags & ACK) == 0) {
          boolean ping = type == PING;
          reply(output, payload.remaining());
          frame(output, type, ACK, 0, ping ? payload.remaining() : 0);
          if (ping) {
            output.put(payload);
          }
        }
      }
      case GOAWAY -> onGoAway(payload.getInt() & Integer.MAX_VALUE, handler);
      default -> {} // Windows are large enough.
    }
    boolean ends = type <= HEADERS && (flags & END_STREAM) != 0;
    if (ends && calls.remove(stream) != null) {
      onEnd(call, output, handler);
    }
  }

  private Http2Headers decode(int flags, int stream, ByteBuffer payload) throws IOException {
    if ((flags & ~(END_HEADERS | END_STREAM)) != 0 || (flags & END_HEADERS) == 0) {
      throw new IOException("a head with padding, priority or CONTINUATION");
    }
    try {
      return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(payload));
    } catch (Http2Exception e) {
      throw new IOException("a head cannot be decoded: " + e.getMessage(), e);
    }
  }

  private static void readHead(Call call, Http2Headers headers) throws IOException {
    if (call == null) {
      return;
    }
    call.status = number(headers, ":status").orElse(call.status);
    call.grpcStatus = number(headers, "grpc-status").orElse(call.grpcStatus);
    call.replayed |= headers.contains("idempotent-replayed", "true");
    CharSequence details = headers.get("grpc-status-details-bin");
    call.retryAfterMillis =
        details == null
            ? TimeUnit.SECONDS.toMillis(number(headers, "retry-after").orElse(0))
            : RpcFailure.read(Base64.getDecoder().decode(details.toString())).retryAfterMillis();
  }

  private static Optional<Integer> number(Http2Headers headers, String name) throws IOException {
    CharSequence value = headers.get(name);
    try {
      return Optional.ofNullable(value).map(text -> Integer.parseInt(text.toString()));
    } catch (NumberFormatException e) {
      throw new IOException(name + " is " + value, e);
    }
  }

  private void giveBack(int stream, int bytes, ByteBuffer output) throws IOException {
    consumed += bytes;
    if (consumed > WINDOW_BYTES / 4) {
      // Streams of messages go on; those of requests are over long before.
      reply(output, 8);
      frame(output, WINDOW_UPDATE, 0, 0, 4).putInt(consumed);
      frame(output, WINDOW_UPDATE, 0, stream, 4).putInt(consumed);
      consumed = 0;
    }
  }

  private static void reply(ByteBuffer output, int bytes) throws IOException {
    if (output.remaining() < bytes + 2 * FRAME_HEAD_BYTES) {
      throw new IOException("the server asks for more than it takes");
    }
  }

  /** Streams above the last one that it names were not seen, and never will be. */
  private void onGoAway(int lastStream, Handler handler) throws IOException {
    leaving = true;
    List<Integer> unseen = calls.keySet().stream().filter(stream -> stream > lastStream).toList();
    for (int stream : unseen) {
      onReset(calls.remove(stream), REFUSED_STREAM, handler);
    }
  }

  /** The call has got more of its body. */
  void onData(Call call, Handler handler) throws IOException {}

  /** The server has reset the call's stream, or has never seen it. */
  void onReset(Call call, int error, Handler handler) throws IOException {
    settle(call.flight, error == REFUSED_STREAM ? UNAVAILABLE : -1, handler);
  }

  /** The call's stream has ended. */
  void onEnd(Call call, ByteBuffer output, Handler handler) throws IOException {
    byte[] bytes = call.body.toByteArray();
    boolean grpc = settings.protocol() != OracleProtocol.HTTP2;
    OracleFields fields =
        grpc
            ? OracleFields.protobuf(bytes, Math.min(PREFIX_BYTES, bytes.length))
            : OracleFields.json(bytes, 0, bytes.length);
    String id = call.flight.event().id();
    int status = call.outcome(fields);
    handler.onResponse(
        call.flight,
        status < 0
            ? OracleResponse.GARBLED
            : OracleResponse.of(status, fields, id, settings.topic())
                .with(call.replayed, call.retryAfterMillis));
  }

  /**
   * Ends a request that gets no response.
   *
   * @param status that makes the same promise; -1 for none
   */
  static void settle(OracleFlight flight, int status, Handler handler) throws IOException {
    if (status < 0) {
      handler.onUnanswered(flight);
    } else {
      handler.onResponse(flight, OracleResponse.of(status));
    }
  }
}
