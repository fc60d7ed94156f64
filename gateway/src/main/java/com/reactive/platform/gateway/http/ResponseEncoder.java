package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Encodes responses of HTTP/1.1 and writes them, those of one connection at a time: first each is
 * added, by {@link #begin} and {@link #whole}, then all are {@link #write}n as one buffer. One per
 * event loop; not thread-safe.
 *
 * <p>A buffer that the channel has done with by the time it is {@link #giveBack given back} serves
 * for the next connection.
 */
final class ResponseEncoder implements ResponseWriter {
  private static final byte[] LINE_END = ascii("\r\n");
  private static final byte[] CLOSE = ascii("connection: close\r\n");
  private static final byte[] LOCATION = ascii("location: ");
  private static final byte[] REPLAYED = ascii("idempotent-replayed: true\r\n");
  private static final byte[] KEEP_ALIVE = ascii("connection: keep-alive\r\n");
  private static final byte[] NO_CONTENT = ascii(ResponseHead.statusLine(204));
  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final int LEAST_BYTES = 512;
  private static final int MAX_KEPT_BYTES = 128 << 10;

  private final ResponseBytes out = new ResponseBytes();
  private final ResponseBytes body = new ResponseBytes();
  private final ResponseBytes location = new ResponseBytes();

  /** Names and values in turn. */
  private final List<String> rare = new ArrayList<>(4);

  private final DateHeader date;

  /** Encoded headers of calls: the few that are the same for many. */
  private final Map<RpcMetadata, byte[]> constants = new HashMap<>();

  /** Free to be written to; null if there is none. */
  private ByteBuf spare;

  private boolean lastOfConnection;

  ResponseEncoder() {
    this(System::currentTimeMillis);
  }

  /** The clock is read for each response. */
  ResponseEncoder(LongSupplier clockMillis) {
    date = new DateHeader(clockMillis);
  }

  DateHeader date() {
    return date;
  }

  /**
   * Empty, for the one head of a call that is encoded at a time, perhaps with its body, to be
   * {@linkplain #copy copied} or {@linkplain #write written} at once.
   */
  ResponseBytes callHead() {
    out.clear();
    return out;
  }

  /** Adds the headers of a call. */
  void addHeaders(RpcMetadata headers) {
    if (headers.isConstant()) {
      out.add(constants.computeIfAbsent(headers, ResponseEncoder::lines));
    } else {
      headers.forEach(out::addHeader);
    }
  }

  private static byte[] lines(RpcMetadata headers) {
    ResponseBytes lines = new ResponseBytes();
    headers.forEach(lines::addHeader);
    return lines.copy();
  }

  /** Takes what was added as a buffer of its own, and begins anew. */
  ByteBuf copy(ChannelHandlerContext ctx) {
    ByteBuf copy = ctx.alloc().directBuffer(out.length()).writeBytes(out.array(), 0, out.length());
    out.clear();
    return copy;
  }

  /** Drops all that was added and not written. */
  void clear() {
    out.clear();
  }

  /** Bytes added since {@link #clear}. */
  int length() {
    return out.length();
  }

  /**
   * Begins a response.
   *
   * @param last true if the connection closes after it
   */
  void begin(boolean last) {
    lastOfConnection = last;
  }

  /** Appends a 100. */
  void addContinue() {
    out.add(CONTINUE);
  }

  @Override
  public ResponseBytes body() {
    rare.clear();
    body.clear();
    return body;
  }

  @Override
  public ResponseBytes location() {
    location.clear();
    return location;
  }

  @Override
  public void header(String name, String value) {
    rare.add(name);
    rare.add(value);
  }

  @Override
  public void whole(ResponseHead head, String value, String applied, Exchange exchange) {
    out.add(head.start()).addNumber(body.length()).add(head.rest());
    if (value != null && head.header() != null) {
      out.addHeader(head.header(), value);
    }
    if (applied != null) {
      out.addHeader("preference-applied", applied);
    }
    for (int i = 0; i < rare.size(); i += 2) {
      out.addHeader(rare.get(i), rare.get(i + 1));
    }
    if (location.length() > 0) {
      out.add(LOCATION).add(location).add(LINE_END);
      location.clear();
    }
    if (exchange.isReplayed()) {
      out.add(REPLAYED);
    }
    endHead(exchange);
    if (!exchange.headOnly()) {
      out.add(body);
    }
  }

  @Override
  public void noContent(HeaderLines headers, Exchange exchange) {
    out.add(NO_CONTENT).add(headers.lines());
    endHead(exchange);
  }

  private void endHead(Exchange exchange) {
    out.add(date.line());
    HeaderLines cors = exchange.corsHeaders();
    if (cors != null) {
      out.add(cors.lines());
    }
    if (lastOfConnection) {
      out.add(CLOSE);
    } else if (exchange.announcesKeepAlive()) {
      out.add(KEEP_ALIVE);
    }
    out.add(LINE_END);
  }

  /**
   * Writes what was added, without flushing it, and begins anew.
   *
   * @return to be given back after the flush
   */
  ByteBuf write(ChannelHandlerContext ctx, ChannelPromise promise) {
    int length = out.length();
    ByteBuf buffer = spare;
    spare = null;
    if (buffer == null || buffer.capacity() < length) {
      if (buffer != null) {
        buffer.release();
      }
      buffer = ctx.alloc().directBuffer(Math.max(length, LEAST_BYTES));
    }
    buffer.clear().writeBytes(out.array(), 0, length);
    out.clear();
    ctx.write(buffer.retain(), promise);
    return buffer;
  }

  /** Takes a buffer back. If the channel still has it, it is the channel's alone from now on. */
  void giveBack(ByteBuf buffer) {
    if (buffer.refCnt() == 1 && spare == null && buffer.capacity() <= MAX_KEPT_BYTES) {
      spare = buffer;
    } else {
      buffer.release();
    }
  }

  /** The last call, when the loop has ended. */
  void release() {
    if (spare != null) {
      spare.release();
      spare = null;
    }
  }
}
