package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcHeaders;
import com.reactive.platform.gateway.rpc.RpcLoop;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.stream.EventSender;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.Trace;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.concurrent.TimeUnit;

/**
 * A request that a protocol of RPC has taken over: its body goes to the protocol as it comes, and
 * the response is written as it is made. What is written between two flushes leaves as one piece.
 * Lives on the connection's event loop.
 */
final class StreamedCall implements HttpCall, CallHandler {
  /** So much may wait for the client before the call is asked to send no more. */
  private static final int MAX_WAITING_BYTES = 64 << 10;

  private static final int FIRST_BYTES = 256;

  private final EventLoopContext loop;
  private final HttpRequest request;
  private final Exchange exchange;
  private final CallTransport transport;
  private final RpcProtocol protocol;
  private final RpcMethod method;
  private final Problem problem;
  private final RpcHeaders headers;
  private Receiver receiver;

  /** Written and not passed on yet; null for nothing. */
  private ByteBuf out;

  /** Passed on, and not gone yet. */
  private int leavingBytes;

  /** Since when the client has not taken what waits for it; 0: it has. */
  private long stalledSinceNanos;

  private int status;

  /** Null until the protocol has said how the call ends. */
  private RpcStatus end;

  /** {@link #writeOut} follows. */
  private boolean flushAwaited;

  private boolean wasBusy;
  private boolean inputEnded;
  private boolean responded;

  /** The response has ended, or nobody is there to take it. */
  private boolean ended;

  private long endedNanos;

  /**
   * @param method null if it is unknown
   * @param problem why the call must be refused; null if it may come
   */
  StreamedCall(
      EventLoopContext loop,
      HttpRequest request,
      Exchange exchange,
      CallTransport transport,
      RpcProtocol protocol,
      RpcMethod method,
      Problem problem) {
    this.loop = loop;
    this.request = request;
    this.exchange = exchange;
    this.transport = transport;
    this.protocol = protocol;
    this.method = method;
    this.problem = problem;
    this.headers = new CallHeaders(request.headers());
  }

  /** Takes the body from now on. */
  void receiver(Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  public void onData(byte[] bytes, int length, boolean last) {
    inputEnded = last;
    if (ended) {
      consumed(length);
    } else {
      receiver.onData(bytes, 0, length, last);
    }
    transport.received(length);
  }

  @Override
  public void onReset() {
    inputEnded = true;
    if (!ended) {
      finishExchange(0);
      if (receiver != null) {
        receiver.onReset();
      }
    }
    release();
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    long most = TimeUnit.MILLISECONDS.toNanos(loop.config.requestTimeoutMillis());
    if (ended) {
      if (nowNanos - endedNanos > most) {
        transport.reset();
      }
      return;
    }
    stalledSinceNanos =
        isReady() ? 0 : stalledSinceNanos != 0 ? stalledSinceNanos : System.nanoTime();
    if (stalledSinceNanos != 0 && nowNanos - stalledSinceNanos > most) {
      transport.reset();
    } else {
      receiver.checkDeadlines(nowNanos);
    }
  }

  @Override
  public void onDrain() {
    if (!ended) {
      receiver.onDrain();
    }
  }

  @Override
  public void onFinish() {
    if (!ended) {
      receiver.onFinish();
    }
  }

  @Override
  public boolean isEnded() {
    return ended;
  }

  @Override
  public void abort() {
    onReset();
    transport.reset();
  }

  @Override
  public int maxUnreadBytes() {
    return method == null ? loop.config.maxBodyBytes() : method.maxMessageBytes();
  }

  @Override
  public ClientProtocol protocol() {
    return protocol.id();
  }

  @Override
  public Trace trace() {
    return exchange.trace();
  }

  @Override
  public void messageEnded(int resultStatus, Problem why, long durationNanos) {
    exchange.messageEnded(resultStatus, why, durationNanos);
  }

  @Override
  public void ending(RpcStatus with) {
    end = with;
  }

  @Override
  public String httpMethod() {
    return request.method().name();
  }

  @Override
  public String path() {
    return RequestTarget.path(request.uri());
  }

  @Override
  public String query() {
    int mark = request.uri().indexOf('?');
    return mark < 0 ? null : request.uri().substring(mark + 1);
  }

  @Override
  public RpcHeaders headers() {
    return headers;
  }

  @Override
  public boolean isHttp2() {
    return transport.isHttp2();
  }

  @Override
  public RpcMethod method() {
    return method;
  }

  @Override
  public Problem problem() {
    return problem;
  }

  @Override
  public boolean isCurrent() {
    return method.equals(loop.routes().rpc().registry().find(method.path()));
  }

  @Override
  public Problem admitNext() {
    return loop.admission.checkNext(
        request.headers(), exchange, method, exchange.transport().peer(), System.nanoTime());
  }

  @Override
  public String caller() {
    return exchange.caller();
  }

  @Override
  public EventSender sender() {
    return exchange.sender();
  }

  @Override
  public int senderHash() {
    return exchange.senderHash();
  }

  @Override
  public long startNanos() {
    return exchange.startNanos;
  }

  @Override
  public RpcLoop loop() {
    return loop.rpc;
  }

  @Override
  public void consumed(int bytes) {
    if (bytes > 0) {
      transport.consumed(bytes);
    }
  }

  @Override
  public void respond(int responseStatus, RpcMetadata fields) {
    if (!ended && !responded) {
      responded = true;
      status = responseStatus;
      transport.respond(responseStatus, fields, exchange.corsHeaders());
      flushSoon();
    }
  }

  @Override
  public void respond(int responseStatus, RpcMetadata fields, byte[] body) {
    if (!ended && !responded) {
      responded = true;
      status = responseStatus;
      leaveUnread();
      finishExchange(responseStatus);
      transport.respond(responseStatus, fields, exchange.corsHeaders(), body, !inputEnded);
      flushSoon();
    }
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    if (ended || length == 0) {
      return;
    }
    if (out == null) {
      out = transport.alloc().directBuffer(Math.max(FIRST_BYTES, length));
      flushSoon();
    }
    out.writeBytes(bytes, offset, length);
  }

  @Override
  public void writeOut() {
    flushAwaited = false;
    if (out != null) {
      writePiece();
    } else if (responded && !ended) {
      transport.writeHead();
    }
    wasBusy |= !isReady();
  }

  private void writePiece() {
    ByteBuf piece = out;
    out = null;
    int bytes = piece.readableBytes();
    leavingBytes += bytes;
    transport.write(piece).addListener(gone -> left(bytes));
  }

  private void left(int bytes) {
    leavingBytes -= bytes;
    stalledSinceNanos = 0;
    if (wasBusy && isReady() && !ended) {
      wasBusy = false;
      receiver.onReady();
    }
  }

  @Override
  public boolean isReady() {
    boolean ready = leavingBytes + (out == null ? 0 : out.readableBytes()) < MAX_WAITING_BYTES;
    wasBusy |= !ready;
    return ready;
  }

  @Override
  public void end() {
    end(null);
  }

  @Override
  public void end(RpcMetadata trailers) {
    if (!ended) {
      leaveUnread();
      ByteBuf rest = out;
      out = null;
      finishExchange(status);
      transport.end(rest, trailers, !inputEnded);
      flushSoon();
    }
  }

  private void leaveUnread() {
    if (!inputEnded && !isRestShort()) {
      transport.closeBehind();
    }
  }

  private void flushSoon() {
    if (!flushAwaited) {
      flushAwaited = true;
      transport.flushSoon(this);
    }
  }

  /** True if it is certain that what has not come of the request does come, and is little. */
  private boolean isRestShort() {
    if (HttpUtil.is100ContinueExpected(request)) {
      return false;
    }
    long announced = HttpUtil.getContentLength(request, Long.MAX_VALUE);
    return announced - exchange.bodyBytes() <= maxUnreadBytes();
  }

  private void finishExchange(int endStatus) {
    ended = true;
    endedNanos = System.nanoTime();
    if (end != null) {
      exchange.callEnded(protocol.text(end.code()), end.isServerFault(), endedNanos);
    } else if (endStatus == 0) {
      exchange.callEnded(protocol.text(RpcCode.CANCELLED), false, endedNanos);
    }
    exchange.end(endStatus, endedNanos);
  }

  @Override
  public void reset() {
    if (!ended) {
      finishExchange(0);
      release();
      transport.reset();
    }
  }

  private void release() {
    if (out != null) {
      out.release();
      out = null;
    }
  }
}
