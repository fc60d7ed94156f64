package com.reactive.platform.gateway.admin;

import com.reactive.platform.gateway.logging.RateLimitedLog;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of the admin port: one request after the other. Lives on the port's event loop;
 * only handlers that may block run elsewhere.
 *
 * <pre>
 *   NEW or IDLE --first byte--> ARRIVING --last byte--> HANDLING --response--> WRITING --written--> IDLE
 *                                                           +--a stream--> STREAMING
 * </pre>
 */
final class AdminConnection extends ChannelInboundHandlerAdapter {
  private static final Logger log = LoggerFactory.getLogger(AdminConnection.class);
  private static final RateLimitedLog FAULTS = new RateLimitedLog(log);

  static final int MAX_BODY_BYTES = 64 << 10;
  private static final int MAX_INITIAL_LINE_BYTES = 4_096;
  private static final int MAX_HEADER_BYTES = 8_192;

  private enum State {
    /** Nothing was received yet. */
    NEW(5),
    IDLE(60),
    ARRIVING(5),
    HANDLING(600),
    WRITING(30),
    STREAMING(Integer.MAX_VALUE);

    private final long maxNanos;

    State(int maxSeconds) {
      maxNanos = TimeUnit.SECONDS.toNanos(maxSeconds);
    }
  }

  private final AdminContext context;
  private final InetAddress address;
  private ChannelHandlerContext ctx;
  private State state = State.NEW;
  private long sinceNanos = System.nanoTime();

  AdminConnection(AdminContext context, InetAddress address) {
    this.context = context;
    this.address = address;
  }

  /** The flow control holds back pipelined requests until it is their turn. */
  void addTo(ChannelPipeline pipeline) {
    pipeline
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRead(ChannelHandlerContext raw, Object bytes) {
                if (isIdle()) {
                  become(State.ARRIVING);
                }
                raw.fireChannelRead(bytes);
              }
            })
        .addLast(
            new HttpServerCodec(
                new HttpDecoderConfig()
                    .setMaxInitialLineLength(MAX_INITIAL_LINE_BYTES)
                    .setMaxHeaderSize(MAX_HEADER_BYTES)))
        .addLast(new FlowControlHandler())
        .addLast(
            new HttpObjectAggregator(MAX_BODY_BYTES, true) {
              @Override
              protected void handleOversizedMessage(
                  ChannelHandlerContext aggregator, HttpMessage oversized) {
                write(AdminResponse.text(413, "the limit is 64 KiB"), false, false);
              }
            })
        .addLast(this);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext handlerContext) {
    ctx = handlerContext;
  }

  private void become(State next) {
    state = next;
    sinceNanos = System.nanoTime();
  }

  /** True if no request has begun and no response is pending. */
  boolean isIdle() {
    return state == State.NEW || state == State.IDLE;
  }

  /** True if no request is complete and no response is pending. */
  boolean hasNoRequest() {
    return isIdle() || state == State.ARRIVING;
  }

  InetAddress address() {
    return address;
  }

  /** Start of its current state, as {@link System#nanoTime}. */
  long sinceNanos() {
    return sinceNanos;
  }

  void close() {
    ctx.close();
  }

  void checkDeadline(long nowNanos) {
    if (nowNanos - sinceNanos < state.maxNanos) {
      return;
    }
    if (state == State.ARRIVING) {
      write(AdminResponse.text(408, "request timeout"), false, false);
    } else {
      ctx.close();
    }
  }

  void closeIfIdle() {
    if (hasNoRequest()) {
      ctx.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext handlerContext, Object message) {
    try {
      if (hasNoRequest() && message instanceof FullHttpRequest request) {
        become(State.HANDLING);
        ctx.channel().config().setAutoRead(false);
        handle(request);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void handle(FullHttpRequest request) {
    if (request.decoderResult().isFailure()) {
      write(decoderFault(request.decoderResult().cause()), false, false);
      return;
    }
    boolean keepAlive = HttpUtil.isKeepAlive(request);
    boolean head = request.method().equals(HttpMethod.HEAD);
    String path = pathOf(request.uri());
    int lastSegment = path.lastIndexOf('/') + 1;
    Endpoint endpoint = context.endpoints().get(path);
    if (endpoint == null && lastSegment < path.length()) {
      endpoint = context.endpoints().get(path.substring(0, lastSegment) + "*");
    }
    if (endpoint == null) {
      write(AdminResponse.text(404, "not found"), keepAlive, head);
      return;
    }
    AdminResponse refusal = refusal(endpoint, request);
    if (refusal != null) {
      write(refusal, keepAlive, head, endpoint.allowed());
      return;
    }
    switch (endpoint.kind()) {
      case STREAM -> stream(request.protocolVersion());
      case PROBE -> write(call(endpoint, queryOf(request.uri())), keepAlive, head);
      case READ, PAGE ->
          submit(endpoint, request.headers().get(HttpHeaderNames.ACCEPT), keepAlive, head);
      case READ_BELOW -> submit(endpoint, path.substring(lastSegment), keepAlive, head);
      case CHANGE -> {
        String body = request.content().toString(StandardCharsets.UTF_8);
        submit(endpoint, body, keepAlive, head);
      }
    }
  }

  private AdminResponse refusal(Endpoint endpoint, FullHttpRequest request) {
    if (!endpoint.allows(request.method().name())) {
      return AdminResponse.text(405, "allowed: " + endpoint.allowed());
    }
    return context.guard().refusal(endpoint.kind(), request.headers());
  }

  private void submit(Endpoint endpoint, String input, boolean keepAlive, boolean head) {
    try {
      context
          .pool()
          .execute(
              () -> {
                AdminResponse response = call(endpoint, input);
                ctx.executor().execute(() -> write(response, keepAlive, head));
              });
    } catch (RejectedExecutionException e) {
      write(
          AdminResponse.text(503, "too many requests on this port, or it is shutting down"),
          false,
          head);
    }
  }

  private static AdminResponse call(Endpoint endpoint, String input) {
    try {
      return endpoint.handler().apply(input);
    } catch (RuntimeException e) {
      FAULTS.error("An admin request failed", e);
      return AdminResponse.text(500, "internal error; see the log");
    }
  }

  private static AdminResponse decoderFault(Throwable cause) {
    if (cause instanceof TooLongHttpHeaderException) {
      return AdminResponse.text(431, "headers too large");
    }
    if (cause instanceof TooLongHttpLineException) {
      return AdminResponse.text(414, "request target too long");
    }
    return AdminResponse.text(400, "malformed HTTP request");
  }

  private static String pathOf(String target) {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  private static String queryOf(String target) {
    int query = target.indexOf('?');
    return query < 0 ? "" : target.substring(query + 1);
  }

  private void stream(HttpVersion version) {
    if (!version.equals(HttpVersion.HTTP_1_1)) {
      write(AdminResponse.text(505, "an event stream requires HTTP/1.1"), false, false);
    } else if (context.feed().isFull()) {
      write(AdminResponse.text(503, "too many open event streams"), false, false);
    } else {
      become(State.STREAMING);
      HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
      setCommonHeaders(response.headers(), "text/event-stream");
      response
          .headers()
          .set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED)
          // Proxies that buffer would hold the stream back.
          .set("x-accel-buffering", "no");
      ctx.write(response);
      context.feed().add(ctx.channel());
      ctx.channel().config().setAutoRead(true); // to see the end; what else comes is dropped
    }
  }

  private void write(AdminResponse response, boolean keepAlive, boolean head) {
    write(response, keepAlive, head, "");
  }

  private void write(AdminResponse response, boolean keepAlive, boolean head, String allowed) {
    become(State.WRITING);
    byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
    ByteBuf content = head ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
    DefaultFullHttpResponse message =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()), content);
    setCommonHeaders(message.headers(), response.contentType());
    message.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, body.length);
    response.headers().forEach((name, value) -> message.headers().set(name, value));
    if (response.status() == 405) {
      message.headers().set(HttpHeaderNames.ALLOW, allowed);
    } else if (response.status() == 401) {
      message.headers().set(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
    }
    if (!keepAlive) {
      message.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    ctx.writeAndFlush(message)
        .addListener(
            (ChannelFutureListener)
                written -> {
                  if (!keepAlive || !written.isSuccess()) {
                    ctx.close();
                  } else {
                    // Not at once: a pipelined request would be answered before this response ends.
                    ctx.executor().execute(this::readNext);
                  }
                });
  }

  private void readNext() {
    become(State.IDLE);
    ctx.channel().config().setAutoRead(true);
  }

  @SuppressWarnings("JavaUtilDate") // Netty formats no other.
  private static void setCommonHeaders(HttpHeaders headers, String contentType) {
    headers
        .set(HttpHeaderNames.CONTENT_TYPE, contentType)
        .set(HttpHeaderNames.DATE, DateFormatter.format(new Date()))
        .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .set("x-content-type-options", "nosniff")
        .set("cross-origin-resource-policy", "same-origin");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext handlerContext, Throwable cause) {
    if (!(cause instanceof IOException)) {
      log.debug("Closing an admin connection after an error", cause);
    }
    ctx.close();
  }
}
