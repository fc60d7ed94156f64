package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/2 connection, on Netty's codec. Each stream is an {@link Http2RequestStream}; here is
 * what concerns all of them: reading, flushing, deadlines ({@link Http2Deadlines}), faults ({@link
 * Http2StreamFaults}), and the end ({@link Http2Shutdown}). Lives on one event loop. Never blocks.
 */
final class Http2ServerConnection extends Http2ConnectionHandler
    implements ServedConnection,
        Http2RequestStream.Carrier,
        Http2CallTransport.Carrier,
        Http2FrameReceiver.Target {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(Http2ServerConnection.class));

  /** Clients change it once, at the beginning. */
  private static final int MAX_TABLE_CHANGES = 1_000;

  private final EventLoopContext loop;
  private final HttpConfig config;
  private final Http2Connection.PropertyKey key;
  private final OpenHeads openHeads;
  private final FrameBudget budget = new FrameBudget(System.nanoTime());
  private ChannelHandlerContext ctx;
  private ReadThrottle throttle;
  private Peer peer;
  private boolean flushWanted;
  private final Runnable flush = this::flushResponses;

  /** Bytes are being read; a flush follows. */
  private boolean reading;

  /** Calls that have written something since the last flush. */
  private final List<CallHandler> unwritten = new ArrayList<>();

  private final FrameCounter counter;
  private final Http2FrameOutput output;

  private final Http2Deadlines deadlines;
  private final Http2StreamFaults faults;
  private final Http2Shutdown shutdown = new Http2Shutdown(this);
  private int tableChanges;

  Http2ServerConnection(
      Http2ConnectionDecoder decoder,
      Http2ConnectionEncoder encoder,
      Http2Settings settings,
      EventLoopContext loop,
      FrameCounter counter,
      Http2WriteBuffer out) {
    super(decoder, encoder, settings, true);
    this.output = new Http2FrameOutput(encoder, out, this::onResponseEnd);
    this.loop = loop;
    this.counter = counter;
    this.config = loop.config;
    this.deadlines = new Http2Deadlines(config, System.nanoTime());
    this.faults = new Http2StreamFaults(this, loop.ledger);
    this.openHeads = new OpenHeads(loop.bodyMemory);
    this.key = connection().newKey();
    decoder.frameListener(new Http2FrameReceiver(this));
    connection()
        .addListener(
            new Http2ConnectionAdapter() {
              @Override
              public void onStreamClosed(Http2Stream stream) {
                closed(stream);
              }
            });
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) throws Exception {
    ctx = context;
    throttle = new ReadThrottle(context.channel());
    loop.register(this);
    super.handlerAdded(context);
    Http2Stream all = connection().connectionStream();
    int more = config.http2WindowBytes() - Http2CodecUtil.DEFAULT_WINDOW_SIZE;
    connection().local().flowController().incrementWindowSize(all, more);
    throttle.read(context.channel().isWritable()); // HTTP/1.1 may have turned it off.
  }

  /** A request came by HTTP/1.1 and asked for HTTP/2; its response goes out on stream 1. */
  void upgrade(Http2Settings settings, Exchange exchange) throws Http2Exception {
    onHttpServerUpgrade(settings);
    onSettings(settings);
    streamOf(connection().stream(1)).adopt(exchange);
    flushResponses();
  }

  @Override
  public void onSettings(Http2Settings settings) throws Http2Exception {
    if (settings.headerTableSize() == null) {
      return;
    }
    // Netty notes each of them for its next header block, of which there may be none.
    if (++tableChanges > MAX_TABLE_CHANGES) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "the size of the header table changes too often");
    }
    output.onTableSize();
  }

  @Override
  public Http2RequestStream streamOf(Http2Stream stream) {
    Http2RequestStream known = stream.getProperty(key);
    if (known != null) {
      return known;
    }
    Http2RequestStream added = new Http2RequestStream(this, loop, stream);
    stream.setProperty(key, added);
    return added;
  }

  @Override
  public Http2RequestStream requestOf(Http2Stream stream) {
    return stream.getProperty(key);
  }

  private void closed(Http2Stream stream) {
    Http2RequestStream request = stream.removeProperty(key);
    if (request != null) {
      request.onClosed();
    }
    deadlines.onStreamClosed(System.nanoTime());
    shutdown.onStreamClosed(ctx);
  }

  @Override
  public Peer peer() {
    if (peer == null) {
      peer = loop.admission.peer(ctx.channel());
    }
    return peer;
  }

  @Override
  public OpenHeads openHeads() {
    return openHeads;
  }

  /** Before the client has read the limit, too; streams that are refused may be sent again. */
  @Override
  public boolean isFull() {
    return connection().remote().numActiveStreams() > config.maxPipelined();
  }

  @Override
  public void onOverhead(int price) throws Http2Exception {
    counter.count();
    if (!budget.spend(price)) {
      throw Http2Exception.connectionError(
          Http2Error.ENHANCE_YOUR_CALM, "too many frames beside those of requests");
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    long before = counter.frames();
    deadlines.onBytes(System.nanoTime());
    reading = true;
    super.channelRead(context, message);
    if (counter.frames() != before) {
      deadlines.onFrames(actualReadableBytes() > 0, System.nanoTime());
    }
  }

  /** Unlike Netty's, does not read on where reading is off: who reads nothing gets nothing. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    reading = false;
    discardSomeReadBytes();
    context.fireChannelReadComplete();
    flushResponses();
  }

  @Override
  public Http2CallTransport.Carrier calls() {
    return this;
  }

  @Override
  public ByteBufAllocator alloc() {
    return ctx.alloc();
  }

  @Override
  public Http2FrameOutput output() {
    return output;
  }

  @Override
  public ResponseHeaderBlock block() {
    return loop.http2Writer.block();
  }

  @Override
  public ResponseHeaderBlock block(int status, RpcMetadata headers, HeaderLines cors) {
    return loop.http2Writer.block(status, headers, cors);
  }

  @Override
  public void consume(Http2Stream stream, int bytes) {
    try {
      if (connection().local().flowController().consumeBytes(stream, bytes)) {
        flushSoon();
      }
    } catch (Http2Exception e) {
      onError(ctx, true, e);
    }
  }

  @Override
  public void onResponse() {
    budget.responded();
  }

  @Override
  public void flushSoon(CallHandler call) {
    unwritten.add(call);
    flushSoon();
  }

  private void flushSoon() {
    if (wantsFlush() && !reading && !loop.rpc.flushAfterOutcomes(flush)) {
      ctx.executor().execute(flush);
    }
  }

  @Override
  public ChannelFuture writeResponse(Http2Stream stream, boolean ends, Exchange exchange) {
    budget.responded();
    return loop.http2Writer.write(output, stream, ends, exchange);
  }

  @Override
  public ChannelFuture flushed() {
    return output.flushed();
  }

  /**
   * The last frame of a response is written. Who reads the request still needs the stream, and what
   * follows the last stream of a connection that ends is its end: both must wait for the flush.
   */
  private void onResponseEnd(Http2Stream stream) {
    boolean waits = reading || connection().goAwaySent();
    closeStreamLocal(stream, waits ? output.flushed() : ctx.newSucceededFuture());
  }

  @Override
  public void writeContinue(int stream) {
    Http2Headers head = new DefaultHttp2Headers(false, 1);
    head.status(HttpResponseStatus.CONTINUE.codeAsText());
    encoder().writeHeaders(ctx, stream, head, 0, false, ctx.newPromise());
  }

  @Override
  public void reset(int stream, Http2Error error) {
    faults.onReset();
    resetStream(ctx, stream, error.code(), ctx.newPromise());
    if (wantsFlush()) {
      // Often during a flush, behind what that one still sends.
      ctx.executor().execute(this::flushResponses);
    }
  }

  @Override
  public boolean wantsFlush() {
    boolean first = !flushWanted;
    flushWanted = true;
    return first;
  }

  @Override
  public void flushResponses() {
    flushWanted = false;
    for (int i = 0; i < unwritten.size(); i++) {
      unwritten.get(i).writeOut();
    }
    unwritten.clear();
    flush(ctx);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    throttle.read(context.channel().isWritable());
    super.channelWritabilityChanged(context);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    super.userEventTriggered(context, event);
    if (event instanceof ChannelInputShutdownEvent) {
      onEveryStream(Http2RequestStream::onInputEnd);
      shutdown.end(ctx);
      flushResponses();
    }
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    budget.fill(nowNanos);
    onEveryStream(stream -> stream.checkDeadline(nowNanos, config));
    shutdown.check(ctx, nowNanos);
    Http2Deadlines.Overdue overdue =
        deadlines.check(
            nowNanos,
            ctx.channel().isWritable(),
            ctx.channel().config().isAutoRead(),
            decoder().prefaceReceived(),
            connection().numActiveStreams() == 0);
    switch (overdue) {
      case OUTPUT -> ctx.close();
      case INPUT -> {
        shutdown.goAway(ctx);
        flushResponses();
        ctx.close();
      }
      case NOTHING -> flushResponses();
    }
  }

  @Override
  public void drain() {
    if (shutdown.mayBegin(ctx)) {
      onEveryStream(Http2RequestStream::onDrain);
      shutdown.begin(ctx);
      flushResponses();
    }
  }

  @Override
  public void onPingAck(long content) {
    shutdown.onPingAck(ctx, content);
  }

  @Override
  public void finish() {
    onEveryStream(Http2RequestStream::finish);
    shutdown.end(ctx);
    flushResponses();
  }

  /** On a copy: what is done to a stream may close it and others. */
  private void onEveryStream(Consumer<Http2RequestStream> action) {
    if (connection().numActiveStreams() == 0) {
      return;
    }
    List<Http2RequestStream> streams = new ArrayList<>(connection().numActiveStreams());
    try {
      connection()
          .forEachActiveStream(
              stream -> {
                Http2RequestStream request = stream.getProperty(key);
                if (request != null) {
                  streams.add(request);
                }
                return true;
              });
    } catch (Http2Exception e) {
      abort(e);
    }
    streams.forEach(action);
  }

  @Override
  public void abort(Throwable fault) {
    FAULTS.error("Closing a connection after an error", fault);
    ctx.close();
  }

  @Override
  protected void onStreamError(
      ChannelHandlerContext context,
      boolean outbound,
      Throwable cause,
      Http2Exception.StreamException error) {
    if (!context.channel().isActive()) {
      return;
    }
    counter.count();
    try {
      if (!faults.onFault(outbound, error)) {
        super.onStreamError(context, outbound, cause, error);
      }
    } catch (Http2Exception e) {
      super.onConnectionError(context, false, e, e);
    }
  }

  @Override
  protected void onConnectionError(
      ChannelHandlerContext context, boolean outbound, Throwable cause, Http2Exception error) {
    // Netty fails on some first bytes that are no preface (4.2.18): a fault of the client.
    if (error == null && decoder().prefaceReceived() && !(cause instanceof IOException)) {
      FAULTS.error("Closing a connection after an error", cause);
    }
    super.onConnectionError(context, outbound, cause, error);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) throws Exception {
    if (cause instanceof IOException) {
      context.close();
    } else {
      onError(context, false, cause);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    loop.unregister(this);
    super.channelInactive(context);
  }
}
