package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/**
 * Carries a call over HTTP/1.1: the response is chunked unless its length is known, and waits until
 * those before it are written. Over HTTP/1.0 it ends with the connection instead.
 */
final class Http1CallTransport implements CallTransport {
  private static final int OK = 200;
  private static final byte[] OK_LINE = ResponseBytes.ascii(ResponseHead.statusLine(OK));
  private static final byte[] CONTENT_LENGTH = ResponseBytes.ascii("content-length: ");
  private static final byte[] CHUNKED = ResponseBytes.ascii("transfer-encoding: chunked\r\n");
  private static final byte[] CLOSE = ResponseBytes.ascii("connection: close\r\n");
  private static final byte[] KEEP_ALIVE = ResponseBytes.ascii("connection: keep-alive\r\n");
  private static final byte[] LINE_END = ResponseBytes.ascii("\r\n");
  private static final byte[] LAST_CHUNK = ResponseBytes.ascii("0\r\n\r\n");

  /** The responses of the connection. */
  interface Queue {
    /** True if all responses before this one are written. */
    boolean isNext(Exchange exchange);

    /** True if the connection closes behind the response to this one. */
    boolean isLast(Exchange exchange);

    /** The connection closes behind the response to this one, which says so. */
    void closeAfter(Exchange exchange);

    /** What the call has not used of its request has changed. */
    void regulateReading();

    /** Flushes when the work of this moment is done. */
    void flushSoon();
  }

  private record Piece(ByteBuf bytes, ChannelPromise promise) {}

  private final ChannelHandlerContext ctx;
  private final Exchange exchange;
  private final Queue queue;
  private final ResponseEncoder encoder;

  /** Pieces whose turn has not come; null if there never was one. */
  private ArrayDeque<Piece> waiting;

  /** Of a head that is not written yet, since what follows may go with it; null for none. */
  private RpcMetadata head;

  /** The body of a response that is not written yet; null unless it is the whole of it. */
  private byte[] whole;

  private int status;
  private HeaderLines cors;
  private boolean headWritten;
  private boolean chunked;
  private boolean ended;
  private int unusedBytes;

  Http1CallTransport(
      ChannelHandlerContext ctx, Exchange exchange, Queue queue, ResponseEncoder encoder) {
    this.ctx = ctx;
    this.exchange = exchange;
    this.queue = queue;
    this.encoder = encoder;
  }

  /** True if the call has not used what came. */
  boolean holdsBack() {
    return unusedBytes > 0;
  }

  boolean hasEnded() {
    return ended;
  }

  @Override
  public boolean isHttp2() {
    return false;
  }

  @Override
  public ByteBufAllocator alloc() {
    return ctx.alloc();
  }

  @Override
  public void received(int bytes) {
    unusedBytes += bytes;
    if (holdsBack()) {
      queue.regulateReading();
    }
  }

  @Override
  public void consumed(int bytes) {
    unusedBytes -= bytes;
    if (unusedBytes == 0) {
      queue.regulateReading();
    }
  }

  @Override
  public void respond(int responseStatus, RpcMetadata headers, HeaderLines forBrowsers) {
    boolean bounded = headers.get("content-length") != null;
    chunked = !bounded && !exchange.isHttp10();
    if (!bounded && !chunked) {
      queue.closeAfter(exchange); // The end of the connection is that of the body.
    }
    head = headers;
    status = responseStatus;
    cors = forBrowsers;
  }

  @Override
  public void respond(
      int responseStatus,
      RpcMetadata headers,
      HeaderLines forBrowsers,
      byte[] body,
      boolean unread) {
    head = headers;
    status = responseStatus;
    cors = forBrowsers;
    whole = body;
    ended = true;
  }

  @Override
  public void closeBehind() {
    if (!headWritten) {
      queue.closeAfter(exchange);
    }
  }

  @Override
  public void writeHead() {
    if (head != null) {
      encodeHead();
      emit(encoder.copy(ctx));
    }
  }

  private ResponseBytes encodeHead() {
    ResponseBytes bytes = encoder.callHead();
    bytes.add(status == OK ? OK_LINE : ResponseBytes.ascii(ResponseHead.statusLine(status)));
    encoder.addHeaders(head);
    if (whole != null) {
      bytes.add(CONTENT_LENGTH).addNumber(whole.length).add(LINE_END);
    }
    bytes.add(encoder.date().line());
    if (cors != null) {
      bytes.add(cors.lines());
    }
    if (chunked) {
      bytes.add(CHUNKED);
    }
    if (queue.isLast(exchange)) {
      bytes.add(CLOSE);
    } else if (exchange.announcesKeepAlive()) {
      bytes.add(KEEP_ALIVE);
    }
    head = null;
    headWritten = true;
    return bytes.add(LINE_END);
  }

  @Override
  public ChannelFuture write(ByteBuf bytes) {
    writeHead();
    if (!chunked) {
      return emit(bytes);
    }
    String size = Integer.toHexString(bytes.readableBytes()) + "\r\n";
    emit(Unpooled.copiedBuffer(size, StandardCharsets.US_ASCII));
    emit(bytes);
    return emit(Unpooled.wrappedBuffer(LINE_END));
  }

  private ChannelFuture emit(ByteBuf bytes) {
    ChannelPromise promise = ctx.newPromise();
    if (queue.isNext(exchange)) {
      writeWaiting();
      ctx.write(bytes, promise);
    } else {
      if (waiting == null) {
        waiting = new ArrayDeque<>();
      }
      waiting.add(new Piece(bytes, promise));
    }
    return promise;
  }

  /**
   * The turn of this response has come.
   *
   * @return to be given back to the encoder after the flush; null for nothing
   */
  ByteBuf writeWaiting() {
    while (waiting != null && !waiting.isEmpty()) {
      Piece piece = waiting.remove();
      ctx.write(piece.bytes, piece.promise);
    }
    if (whole == null) {
      return null;
    }
    encodeHead().add(whole);
    whole = null;
    return encoder.write(ctx, ctx.voidPromise());
  }

  /** Nothing can be written any more. */
  void discard() {
    whole = null;
    while (waiting != null && !waiting.isEmpty()) {
      waiting.remove().bytes.release();
    }
  }

  @Override
  public void end(ByteBuf rest, RpcMetadata trailers, boolean unread) {
    if (rest != null) {
      write(rest);
    }
    writeHead();
    if (chunked) {
      emit(Unpooled.wrappedBuffer(LAST_CHUNK));
    }
    ended = true;
  }

  @Override
  public void reset() {
    ctx.close();
  }

  @Override
  public void flushSoon(CallHandler call) {
    queue.flushSoon();
  }
}
