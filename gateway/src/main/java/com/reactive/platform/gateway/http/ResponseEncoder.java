package com.reactive.platform.gateway.http;

import static com.reactive.platform.gateway.http.ResponseBytes.ascii;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.util.function.LongSupplier;

/**
 * Puts answers into bytes and writes them, those of one connection at a time: first each is {@link
 * #add}ed, then all are {@link #write}n as one buffer. One per event loop; not thread-safe.
 *
 * <p>A buffer that the channel has done with by the time it is {@link #giveBack given back} serves
 * for the next connection.
 */
final class ResponseEncoder {
  private static final byte[] LINE_END = ascii("\r\n");
  private static final byte[] CLOSE = ascii("connection: close\r\n");
  private static final byte[] KEEP_ALIVE = ascii("connection: keep-alive\r\n");
  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final int LEAST_BYTES = 512;
  private static final int MAX_KEPT_BYTES = 128 << 10;

  private final ResponseBytes out = new ResponseBytes();
  private final ResponseBytes body = new ResponseBytes();
  private final DateHeader date;

  /** Free to be written to; null if there is none. */
  private ByteBuf spare;

  private boolean lastOfConnection;

  ResponseEncoder() {
    this(System::currentTimeMillis);
  }

  /** The clock is asked for each answer. */
  ResponseEncoder(LongSupplier clockMillis) {
    date = new DateHeader(clockMillis);
  }

  /** Begins anew: what was added and not written is dropped. */
  void clear() {
    out.clear();
  }

  /** Bytes that were added since {@link #clear}. */
  int length() {
    return out.length();
  }

  /**
   * Appends the answer of this exchange.
   *
   * @param last whether the connection closes after it
   */
  void add(Exchange exchange, boolean last) {
    lastOfConnection = last;
    exchange.answer().write(this, exchange);
  }

  /** Appends what a client is told that asks before it sends its body. */
  void addContinue() {
    out.add(CONTINUE);
  }

  /** To be filled with an answer's body, then passed to {@link #whole}. */
  ResponseBytes body() {
    body.clear();
    return body;
  }

  /**
   * For answers: appends one, whose body is the one that was filled.
   *
   * @param start its status line, and header lines up to the name of the content-length
   * @param rest header lines after the content-length, beginning with the end of that line
   * @param applied which preferences were followed; null: none
   */
  void whole(byte[] start, byte[] rest, String applied, Exchange exchange) {
    out.add(start).addNumber(body.length()).add(rest);
    if (applied != null) {
      out.addHeader("preference-applied", applied);
    }
    endHead(exchange);
    if (!exchange.headOnly()) {
      out.add(body);
    }
  }

  /** The same of an answer that has neither body nor content-length. */
  void bodiless(byte[] head, Exchange exchange) {
    out.add(head);
    endHead(exchange);
  }

  private void endHead(Exchange exchange) {
    out.add(date.line());
    byte[] forPages = exchange.headersForPages();
    if (forPages != null) {
      out.add(forPages);
    }
    if (lastOfConnection) {
      out.add(CLOSE);
    } else if (exchange.keepAliveMustBeSaid()) {
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
