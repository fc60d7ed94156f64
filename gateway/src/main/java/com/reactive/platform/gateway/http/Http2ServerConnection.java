package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * An HTTP/2 connection, on Netty's codec. Each stream is an {@link Http2RequestStream}; here is
 * what concerns all of them: deadlines of the connection, reading, flushing, and its end.
 *
 * <pre>
 *   OPEN ------------> DRAINING --------------> LAST ------------------> closed
 *        GOAWAY 2^31-1          GOAWAY with the      the last stream ends
 *        and a ping             last stream, when
 *                               the ping is back
 * </pre>
 *
 * <p>Streams that the client begins between the two are answered 503; later ones are ignored, and
 * the client knows that it may send them again. Lives on one event loop. Never blocks.
 */
final class Http2ServerConnection extends Http2ConnectionHandler
    implements ServedConnection,
        Http2RequestStream.Carrier,
        Http2CallTransport.Carrier,
        Http2FrameReceiver.Target {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(Http2ServerConnection.class));

  /** The content of the ping that shows that the client has read the first GOAWAY. */
  static final long DRAIN_PING = 0x6472_6169_6e00L;

  private static final long RESET_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long DRAIN_PING_NANOS = TimeUnit.SECONDS.toNanos(1);

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

  /** Bytes are being read; a flush follows. */
  private boolean reading;

  /** Calls that have written something since the last flush. */
  private final List<Exchange.Call> unwritten = new ArrayList<>();

  private final FrameCounter counter;
  private final Http2FrameOutput output;

  /** Arrival of the first bytes of an incomplete frame or header block; 0 for none. */
  private long partialSinceNanos;

  private final long openedNanos = System.nanoTime();
  private long idleSinceNanos = openedNanos;
  private long stalledSinceNanos;
  private long drainSinceNanos;

  private int tableChanges;

  /** When a stream was reset by us last; 0 for never. */
  private long resetNanos;

  /** The last GOAWAY is out: the connection closes when no stream is left. */
  private boolean ending;

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
    idleSinceNanos = System.nanoTime();
    if (ending) {
      closeIfDone();
    }
  }

  @Override
  public Peer peer() {
    if (peer == null) {
      peer = Peer.of(ctx.channel());
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
    if (partialSinceNanos == 0) {
      partialSinceNanos = System.nanoTime();
    }
    reading = true;
    super.channelRead(context, message);
    if (counter.frames() != before) {
      partialSinceNanos = actualReadableBytes() > 0 ? System.nanoTime() : 0;
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
  public DateHeader date() {
    return loop.http2Writer.date();
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
  public void flushSoon(Exchange.Call call) {
    unwritten.add(call);
    flushSoon();
  }

  private void flushSoon() {
    if (wantsFlush() && !reading) {
      ctx.executor().execute(this::flushResponses);
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
    resetNanos = System.nanoTime();
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
      end();
      flushResponses();
    }
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    budget.fill(nowNanos);
    onEveryStream(stream -> stream.checkDeadline(nowNanos, config));
    if (drainSinceNanos != 0 && !ending && nowNanos - drainSinceNanos > DRAIN_PING_NANOS) {
      end();
    }
    boolean stalled = !ctx.channel().isWritable();
    stalledSinceNanos = !stalled ? 0 : stalledSinceNanos == 0 ? nowNanos : stalledSinceNanos;
    if (partialSinceNanos != 0 && !ctx.channel().config().isAutoRead()) {
      partialSinceNanos = nowNanos; // It is us who do not read.
    }
    boolean silent = !decoder().prefaceReceived() && isOver(openedNanos, nowNanos);
    boolean partial = partialSinceNanos != 0 && isOver(partialSinceNanos, nowNanos);
    boolean idle =
        connection().numActiveStreams() == 0
            && nowNanos - idleSinceNanos
                > TimeUnit.MILLISECONDS.toNanos(config.idleTimeoutMillis());
    if (stalled && isOver(stalledSinceNanos, nowNanos)) {
      ctx.close();
    } else if (silent || partial || idle) {
      closeNow();
    } else {
      flushResponses();
    }
  }

  private boolean isOver(long sinceNanos, long nowNanos) {
    return nowNanos - sinceNanos > TimeUnit.MILLISECONDS.toNanos(config.requestTimeoutMillis());
  }

  private void closeNow() {
    goAway(connection().remote().lastStreamCreated());
    flushResponses();
    ctx.close();
  }

  @Override
  public void drain() {
    if (drainSinceNanos == 0 && ctx.channel().isActive()) {
      drainSinceNanos = System.nanoTime();
      onEveryStream(Http2RequestStream::onDrain);
      goAway(Integer.MAX_VALUE);
      encoder().writePing(ctx, false, DRAIN_PING, ctx.newPromise());
      flushResponses();
    }
  }

  @Override
  public void onPingAck(long content) {
    if (drainSinceNanos != 0 && content == DRAIN_PING) {
      end();
    }
  }

  private void goAway(int lastStream) {
    goAway(ctx, lastStream, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, ctx.newPromise());
  }

  /** No new streams; closes when the open ones have ended. */
  private void end() {
    if (!ending) {
      ending = true;
      goAway(connection().remote().lastStreamCreated());
      closeIfDone();
    }
  }

  private void closeIfDone() {
    if (connection().numActiveStreams() == 0 && ctx.channel().isActive()) {
      ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }

  @Override
  public void finish() {
    onEveryStream(Http2RequestStream::finish);
    end();
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

  /** Answers heads that are too large as HTTP/1.1 does, and counts malformed ones. */
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
    Http2Stream stream = connection().stream(error.streamId());
    boolean isNew = stream == null || requestOf(stream) == null;
    if (!outbound && isNew && error instanceof Http2Exception.HeaderListSizeException size) {
      if (size.duringDecode() && respondTooLarge(stream, error.streamId())) {
        resetNanos = System.nanoTime(); // The body, if there is one, may be on its way.
        return;
      }
    } else if (!outbound && stream == null && error.error() == Http2Error.STREAM_CLOSED) {
      onFrameOfClosedStream(context, error.streamId());
      return;
    } else if (!outbound && isNew && error.error() == Http2Error.PROTOCOL_ERROR) {
      loop.ledger.received();
      loop.ledger.refused(Rejection.MALFORMED_REQUEST.outcome());
    }
    resetNanos = System.nanoTime();
    super.onStreamError(context, outbound, cause, error);
  }

  /**
   * Frames of a stream that we have reset may be on their way, and are dropped: a reset for each
   * would soon be one too many. Of other streams that is a fault.
   */
  private void onFrameOfClosedStream(ChannelHandlerContext context, int id) {
    try {
      if (!hasResetLately()) {
        throw closedStreamError(id);
      }
      onOverhead(FrameBudget.FRAME);
    } catch (Http2Exception e) {
      super.onConnectionError(context, false, e, e);
    }
  }

  private boolean hasResetLately() {
    return resetNanos != 0 && System.nanoTime() - resetNanos < RESET_NANOS;
  }

  private static Http2Exception closedStreamError(int id) {
    return Http2Exception.connectionError(
        Http2Error.STREAM_CLOSED, "a frame for stream %d, which is closed", id);
  }

  private boolean respondTooLarge(Http2Stream known, int id) {
    try {
      Http2Stream stream = known != null ? known : connection().remote().createStream(id, false);
      if (isFull()) {
        return false;
      }
      streamOf(stream).onHead(Http2RequestHead.tooLarge(), false);
      return true;
    } catch (Http2Exception e) {
      return false; // As after any other error of a stream, it is reset.
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
