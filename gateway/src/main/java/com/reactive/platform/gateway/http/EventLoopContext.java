package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.telemetry.Tracing;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What the connections of one event loop share. Everything here belongs to that loop's thread,
 * except {@link #completed}.
 */
final class EventLoopContext {
  private static final long SWEEP_MILLIS = 250;
  private static final long LOOK_MILLIS = 100;

  final HttpConfig config;
  final Ledger ledger;

  /** Instead of the ledger for what is no event; nobody reads it. */
  final Ledger diagnosed = new Ledger();

  final EventIds requestIds = new EventIds();
  final Ingress intake;
  final Tracing tracing;

  /** The request header that asks for a trace. */
  final AsciiString forceHeader;

  final AdmissionControl admission;
  final BodyMemory bodyMemory;
  final BodyDecoder bodyDecoder;
  final ResponseEncoder answerWriter = new ResponseEncoder();

  /** Null unless stages are measured. */
  final LatencyBreakdown.Loop stages;

  private final EventLoop loop;
  private final CompletionQueue mailbox;
  private final Supplier<Routes> routes;
  private byte[] scratch = new byte[16 * 1024];
  private final Set<Connection> connections = new HashSet<>();
  private final List<Connection> answered = new ArrayList<>();
  private final EventLoopLag delay = new EventLoopLag(System.nanoTime());
  private long lookedNanos;
  private boolean draining;

  EventLoopContext(
      EventLoop loop,
      HttpConfig config,
      Ledger ledger,
      Ingress intake,
      Supplier<Routes> routes,
      Tracing tracing,
      AdmissionControl admission,
      BodyMemory bodyMemory,
      LatencyBreakdown.Loop stages) {
    this.loop = loop;
    this.config = config;
    this.ledger = ledger;
    this.intake = intake;
    this.routes = routes;
    this.tracing = tracing;
    this.forceHeader = AsciiString.cached(tracing.forceHeader());
    this.admission = admission;
    this.bodyMemory = bodyMemory;
    this.bodyDecoder = new BodyDecoder(config.maxCompressionRatio());
    this.stages = stages;
    this.mailbox = new CompletionQueue(loop, this::answerAll);
  }

  /** Begins to look after the connections' deadlines, and how fast outcomes come. */
  void start() {
    lookedNanos = System.nanoTime();
    loop.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    loop.scheduleWithFixedDelay(this::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Any thread: the sink knows what became of this exchange's event. */
  void completed(Exchange exchange) {
    mailbox.put(exchange);
  }

  void opened(Connection connection) {
    connections.add(connection);
  }

  void closed(Connection connection) {
    connections.remove(connection);
  }

  /** Those in force now. */
  Routes routes() {
    return routes.get();
  }

  boolean draining() {
    return draining;
  }

  /** From now on new requests are answered 503, and their connections closed. */
  void drain() {
    draining = true;
  }

  /** Ends every connection; what is still unanswered is answered 504 first. */
  void closeAll() {
    onEveryConnection(Connection::finish);
  }

  /** The last call, by whoever saw the loop end. */
  void release() {
    answerWriter.release();
  }

  /** The bytes of a body that came in one piece; valid until the next body is copied. */
  byte[] copyToScratch(ByteBuf content) {
    byte[] target = scratch(content.readableBytes());
    content.getBytes(content.readerIndex(), target, 0, content.readableBytes());
    return target;
  }

  /** The same of one that came in several. */
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

  /** One flush per connection, however many of its answers came together. */
  private void answerAll(Exchange oldest) {
    Exchange exchange = oldest;
    while (exchange != null) {
      Exchange younger = exchange.next;
      exchange.next = null;
      exchange.end(LatencyBreakdown.Stage.HOP);
      answer(exchange);
      exchange = younger;
    }
    for (int i = 0; i < answered.size(); i++) {
      flush(answered.get(i));
    }
    answered.clear();
    if (stages != null) {
      stages.flushed();
    }
  }

  private void look() {
    long now = System.nanoTime();
    long due = lookedNanos + TimeUnit.MILLISECONDS.toNanos(LOOK_MILLIS);
    delay.late(Math.max(0, now - due), now);
    intake.look(now);
    lookedNanos = System.nanoTime();
  }

  /** How late this loop was; any thread. */
  EventLoopLag.Seen delay() {
    return delay.seen();
  }

  private void sweep() {
    // Each time: what was under way when routes changed may have used a stream of old since.
    intake.keepOnly(routes().streams());
    long now = System.nanoTime();
    onEveryConnection(connection -> connection.checkDeadlines(now));
  }

  private void answer(Exchange exchange) {
    Connection connection = exchange.connection();
    exchange.landed();
    try {
      if (connection.answerOutcome(exchange)) {
        answered.add(connection);
      }
      if (stages != null && exchange.outcome() == Outcome.ACKED) {
        stages.answered(exchange.marks);
      }
    } catch (RuntimeException | Error e) {
      connection.abort(e);
    }
  }

  private static void flush(Connection connection) {
    try {
      connection.flush();
    } catch (RuntimeException | Error e) {
      connection.abort(e);
    }
  }

  /** One that fails must not keep the others waiting. */
  private void onEveryConnection(Consumer<Connection> action) {
    for (Connection connection : List.copyOf(connections)) {
      try {
        action.accept(connection);
      } catch (RuntimeException | Error e) {
        connection.abort(e);
      }
    }
  }
}
