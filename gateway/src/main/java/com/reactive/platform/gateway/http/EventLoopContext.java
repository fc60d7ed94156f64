package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.ingest.CompletionQueue;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.telemetry.LatencyBreakdown;
import com.reactive.platform.gateway.telemetry.LatencyStage;
import com.reactive.platform.gateway.telemetry.Tracing;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.util.AsciiString;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The parts that the connections of one event loop share. Everything here belongs to that loop's
 * thread, except {@link #completions} and what says otherwise.
 */
final class EventLoopContext {
  private static final long TICK_MILLIS = 100;
  private static final long CHECK_MILLIS = 10;

  /** Between two looks at deadlines, and between two ticks of a loop that has no events. */
  private static final long CALM_MILLIS = 250;

  final HttpConfig config;
  final Ledger ledger;

  /** Counts requests that are no events, apart from the ledger; nobody reads it. */
  final Ledger diagnosed = new Ledger();

  final EventIds requestIds = new EventIds();
  final HttpIngress ingress;
  final Tracing tracing;

  /** The request header that asks for a trace. */
  final AsciiString forceHeader;

  final RequestAdmission admission;
  final BodyMemory bodyMemory;
  final BodyDecoder bodyDecoder;
  final ResponseEncoder encoder = new ResponseEncoder();
  final Http2ResponseWriter http2Writer = new Http2ResponseWriter();

  /** Takes exchanges whose outcome is known; any thread. */
  final CompletionQueue<Exchange> completions;

  /** Null unless stages are measured. */
  final LatencyBreakdown.Loop stages;

  /** What calls share. */
  final EventLoopRpc rpc;

  private final EventLoop loop;
  private final int index;
  private final ActiveLoops<EventLoopContext> activeLoops;
  private final Supplier<Routes> routes;
  private byte[] scratch = new byte[16 * 1024];
  private final Set<ServedConnection> connections = new HashSet<>();
  private final List<Exchange.Transport> unflushed = new ArrayList<>();
  private final EventLoopLag lag = new EventLoopLag(System.nanoTime());
  private final EventLoopCpu cpu = new EventLoopCpu();
  private long tickDueNanos;
  private long deadlinesCheckedNanos;

  /** TLS handshakes under way. */
  private int handshakes;

  /** Connections that would move wait for their events. */
  private List<Runnable> checks = new ArrayList<>();

  private volatile int open;

  /** So many connections were accepted. */
  private long accepted;

  private boolean draining;
  private boolean finished;

  /**
   * @param activeLoops gets to know this one
   */
  EventLoopContext(
      EventLoop loop,
      ActiveLoops<EventLoopContext> activeLoops,
      HttpConfig config,
      Ledger ledger,
      HttpIngress ingress,
      Supplier<Routes> routes,
      Tracing tracing,
      RequestAdmission admission,
      BodyMemory bodyMemory,
      LatencyBreakdown.Loop stages) {
    this.loop = loop;
    this.activeLoops = activeLoops;
    this.index = activeLoops.add(this);
    this.config = config;
    this.ledger = ledger;
    this.ingress = ingress;
    this.routes = routes;
    this.tracing = tracing;
    this.forceHeader = AsciiString.cached(tracing.forceHeader());
    this.admission = admission;
    this.bodyMemory = bodyMemory;
    this.bodyDecoder = new BodyDecoder(config.maxCompressionRatio());
    this.stages = stages;
    this.rpc =
        new EventLoopRpc(loop, config, ingress, requestIds, bodyMemory.budget(), bodyDecoder);
    this.completions = new CompletionQueue<>(loop, this::respondToAll);
  }

  /** Starts the timer: lag of the loop, limits, deadlines of connections. */
  void start() {
    deadlinesCheckedNanos = System.nanoTime();
    tickIn(TICK_MILLIS);
  }

  private void tickIn(long millis) {
    tickDueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    loop.schedule(this::tick, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * One timer for all, and a slow one while nothing happens: each wake-up costs a process switch.
   */
  private void tick() {
    try {
      long now = System.nanoTime();
      lag.late(Math.max(0, now - tickDueNanos), now);
      ingress.ingress().updateLimits(now);
      activeLoops.update(index, Math.max(cpu.share(now), 2 * ingress.ingress().fill(open)), now);
      if (now - deadlinesCheckedNanos >= TimeUnit.MILLISECONDS.toNanos(CALM_MILLIS)) {
        deadlinesCheckedNanos = now;
        checkDeadlines(now);
      }
    } finally {
      tickIn(ingress.ingress().isQuiet() ? CALM_MILLIS : TICK_MILLIS);
    }
  }

  void register(ServedConnection connection) {
    connections.add(connection);
    open = connections.size();
    if (finished) {
      connection.finish();
    }
  }

  /** The next {@linkplain ActiveLoops#home number} of a connection that this loop accepts. */
  long nextConnectionNumber() {
    return index + accepted++ * activeLoops.all();
  }

  /** The loop that is to serve this connection, if it can move. */
  EventLoopContext homeOf(long connectionNumber) {
    return draining ? this : activeLoops.home(connectionNumber);
  }

  /** True if that loop takes connections from this one since more are active. */
  boolean isRelievedBy(EventLoopContext home) {
    return home.index > index;
  }

  /** Runs it in some milliseconds, together with others: a timer for each would be too many. */
  void checkSoon(Runnable check) {
    if (checks.isEmpty()) {
      loop.schedule(this::runChecks, CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }
    checks.add(check);
  }

  private void runChecks() {
    List<Runnable> due = checks;
    checks = new ArrayList<>();
    due.forEach(Runnable::run);
  }

  /** True if an event is under way whose client was told that its outcome is unknown. */
  boolean hasUnsettledEvents() {
    return routes().streams().stream().anyMatch(StreamRuntime::hasUnsettledEvents);
  }

  /**
   * Registers a channel that no loop has now. Any thread.
   *
   * @param listener told on this loop, before anything is read
   */
  void add(Channel channel, ChannelFutureListener listener) {
    ChannelPromise added = new DefaultChannelPromise(channel, loop);
    loop.register(added.addListener(listener));
  }

  void unregister(ServedConnection connection) {
    connections.remove(connection);
    open = connections.size();
  }

  /** A connection is to have a TLS handshake, which ends, one way or another, with this future. */
  void handshakeBegins(Future<?> handshake) {
    handshakes++;
    handshake.addListener(ended -> handshakes--);
  }

  /**
   * Time for which the loop need not look at its sockets; 0 if it has to. A handshake takes turns
   * with the client, and so does a large body with its window: each would wait.
   */
  long restNanos() {
    return handshakes > 0 || bodyMemory.isInUse() ? 0 : ingress.ingress().restNanos();
  }

  /** Any thread. */
  void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The loop has ended, and with it the connection: there is nobody to respond to.
    }
  }

  /** Those in force now. */
  Routes routes() {
    return routes.get();
  }

  /** Responds 503 to new requests from now on, and closes their connections. */
  void drain() {
    draining = true;
    ingress.ingress().drain();
    onEveryConnection(ServedConnection::drain);
  }

  /** Ends every connection, after a 504 for pending requests. */
  void closeAll() {
    finished = true;
    onEveryConnection(ServedConnection::finish);
  }

  /** The last call, when the loop has ended. */
  void release() {
    encoder.release();
  }

  /** The bytes of a body that came in one piece; valid until the next body is copied. */
  byte[] copyToScratch(ByteBuf content) {
    byte[] target = scratch(content.readableBytes());
    content.getBytes(content.readerIndex(), target, 0, content.readableBytes());
    return target;
  }

  /** The bytes of a body that came in several pieces; valid until the next body is copied. */
  byte[] copyToScratch(ArrivingBody body) {
    byte[] target = scratch(body.length());
    body.copyTo(target);
    return target;
  }

  private byte[] scratch(int bytes) {
    if (bytes > scratch.length) {
      scratch = new byte[Math.max(bytes, 2 * scratch.length)];
    }
    return scratch;
  }

  /** One flush per connection, however many of its exchanges completed together. */
  private void respondToAll(Exchange oldest) {
    Exchange exchange = oldest;
    while (exchange != null) {
      Exchange younger = exchange.takeNext();
      exchange.endStage(LatencyStage.HOP);
      respond(exchange);
      exchange = younger;
    }
    for (int i = 0; i < unflushed.size(); i++) {
      flush(unflushed.get(i));
    }
    unflushed.clear();
    if (stages != null) {
      stages.flushed();
    }
  }

  /** Any thread. */
  EventLoopLag.Seen lag() {
    return lag.seen();
  }

  /** Open connections. Any thread. */
  int openConnections() {
    return open;
  }

  private void checkDeadlines(long now) {
    // Each time: a request that was under way when routes changed may have used an old stream
    // since.
    ingress.ingress().retainStreams(routes().streams());
    onEveryConnection(connection -> connection.checkDeadlines(now));
  }

  private void respond(Exchange exchange) {
    Exchange.Transport connection = exchange.transport();
    exchange.endFlight();
    try {
      if (connection.respondWithOutcome(exchange)) {
        unflushed.add(connection);
      }
      if (stages != null && exchange.outcome() == Outcome.ACKED) {
        stages.responded(exchange.timestamps());
      }
    } catch (RuntimeException | Error e) {
      connection.abort(e);
    }
  }

  private static void flush(Exchange.Transport connection) {
    try {
      connection.flush();
    } catch (RuntimeException | Error e) {
      connection.abort(e);
    }
  }

  /** One that fails must not keep the others waiting. */
  private void onEveryConnection(Consumer<ServedConnection> action) {
    for (ServedConnection connection : List.copyOf(connections)) {
      try {
        action.accept(connection);
      } catch (RuntimeException | Error e) {
        connection.abort(e);
      }
    }
  }
}
