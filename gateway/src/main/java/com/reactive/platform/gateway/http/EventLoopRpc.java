package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.ingest.CompletionQueue;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.logging.RateLimitedLog;
import com.reactive.platform.gateway.rpc.EnvelopeReader;
import com.reactive.platform.gateway.rpc.RpcEvent;
import com.reactive.platform.gateway.rpc.RpcLoop;
import com.reactive.platform.gateway.rpc.RpcProblems;
import com.reactive.platform.gateway.rpc.RpcStatus;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** What the calls of an event loop share. */
final class EventLoopRpc implements RpcLoop {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(LoggerFactory.getLogger(EventLoopRpc.class));

  private final EventLoop loop;
  private final HttpConfig config;
  private final HttpIngress ingress;
  private final EventIds requestIds;
  private final BodyBudget memory;
  private final BodyDecoder decoder;
  private final CompletionQueue<RpcEvent> completions;

  /** Outcomes are being passed on; flushes wait for the last of them. */
  private boolean completing;

  private final List<Runnable> flushes = new ArrayList<>();

  EventLoopRpc(
      EventLoop loop,
      HttpConfig config,
      HttpIngress ingress,
      EventIds requestIds,
      BodyBudget memory,
      BodyDecoder decoder) {
    this.loop = loop;
    this.config = config;
    this.ingress = ingress;
    this.requestIds = requestIds;
    this.memory = memory;
    this.decoder = decoder;
    this.completions = new CompletionQueue<>(loop, this::completeAll);
  }

  /**
   * Runs a flush behind all outcomes that came together, if they are being passed on: a task of the
   * loop for each would cost more.
   *
   * @return false if they are not; then it is not run
   */
  boolean flushAfterOutcomes(Runnable flush) {
    return completing && flushes.add(flush);
  }

  private void completeAll(RpcEvent oldest) {
    completing = true;
    try {
      completeEach(oldest);
    } finally {
      completing = false;
      for (int i = 0; i < flushes.size(); i++) {
        run(flushes.get(i));
      }
      flushes.clear();
    }
  }

  private static void run(Runnable flush) {
    try {
      flush.run();
    } catch (RuntimeException e) {
      FAULTS.error("A response to a call failed", e);
    }
  }

  private static void completeEach(RpcEvent oldest) {
    RpcEvent event = oldest;
    while (event != null) {
      RpcEvent younger = event.takeNext();
      try {
        event.endFlight();
        event.completed();
      } catch (RuntimeException e) {
        FAULTS.error("A response to a call failed", e);
      }
      event = younger;
    }
  }

  @Override
  public Ingress ingress() {
    return ingress.ingress();
  }

  @Override
  public EventIds requestIds() {
    return requestIds;
  }

  @Override
  public Consumer<RpcEvent> completions() {
    return completions;
  }

  @Override
  public int answerTimeoutMillis() {
    return config.answerTimeoutMillis();
  }

  @Override
  public int requestTimeoutMillis() {
    return config.requestTimeoutMillis();
  }

  @Override
  public int idleTimeoutMillis() {
    return config.idleTimeoutMillis();
  }

  @Override
  public Timer schedule(Runnable task, long delayNanos) {
    ScheduledFuture<?> due = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    return () -> due.cancel(false);
  }

  @Override
  public boolean reserve(int bytes) {
    return bytes == 0 || memory.reserve(bytes);
  }

  @Override
  public void release(int bytes) {
    if (bytes > 0) {
      memory.release(bytes);
    }
  }

  @Override
  public Inflated gunzip(byte[] message, int offset, int length, int maxBytes) {
    Problem problem = decoder.decode(ContentEncoding.GZIP, message, offset, length, maxBytes);
    RpcStatus status =
        problem == null
            ? RpcStatus.OK
            : problem.type() == Rejection.BODY_TOO_LARGE
                ? EnvelopeReader.tooLarge(maxBytes)
                : RpcProblems.status(problem);
    return new Inflated(status, decoder.buffer(), decoder.length());
  }
}
