package com.reactive.platform.gateway.rpc.publish;

import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcProblems;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.telemetry.Trace;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Takes the events of a stream and sends a result for each when its outcome is known. No more are
 * requested than may be in flight, and none while the client does not take its results.
 *
 * <p>Whatever ends the stream early, but for its deadline and the client: events that are in flight
 * still get their results, and the status comes behind those. So messages without a result were not
 * written.
 */
final class PublishMany implements RpcHandler {
  private final RpcCall call;
  private final PublishCall publish;
  private final Consumer<PublishedEvent> onOutcome = this::onOutcome;

  /** In flight, oldest first. */
  private final Set<PublishedEvent> events = new LinkedHashSet<>();

  /** Results that left room which was not requested yet: the client takes none. */
  private int owed;

  private boolean first = true;
  private boolean halfClosed;

  /** How the stream ends when nothing is in flight, and no more is taken; null while it goes on. */
  private RpcStatus ending;

  private long idleSinceNanos = System.nanoTime();

  PublishMany(RpcCall call, PublishCall publish, int maxInFlight) {
    this.call = call;
    this.publish = publish;
    if (call.metadata().get(PublishCall.KEY) == null) {
      call.request(maxInFlight);
    } else {
      end(Problem.of(Rejection.INVALID_HEADER, "a key is of one event, not of a stream"));
    }
  }

  @Override
  public void onMessage(byte[] message, int offset, int length) {
    if (ending != null) {
      return; // It gets no result.
    }
    PublishRequestReader request;
    try {
      request = PublishRequestReader.read(call.codec(), message, offset, length);
    } catch (IOException e) {
      Problem problem =
          Problem.of(Rejection.MALFORMED_REQUEST, "a message is not a PublishRequest");
      publish.refuse(problem);
      end(problem);
      return;
    }
    byte[] key = request.key() == null ? null : IdempotencyKey.of(request.key());
    PublishedEvent event = new PublishedEvent(publish, request.sequence(), key, onOutcome);
    Trace trace = call.trace();
    event.tracedBy(trace == null ? null : trace.ofMessage());
    Problem problem = fault(request, key);
    if (problem != null) {
      event.refuse(problem);
    } else {
      problem = event.take(request.event(), request.offset(), request.length());
    }
    if (problem != null) {
      sendStatus(event, problem);
    } else if (event.isAsync()) {
      sendResponse(event);
    } else {
      events.add(event);
    }
  }

  private Problem fault(PublishRequestReader request, byte[] key) {
    boolean admitted = first; // With the call itself.
    first = false;
    Problem problem = admitted ? null : call.admitNext();
    if (problem != null) {
      return problem;
    }
    if (request.length() < 0) {
      return new Problem(Rejection.SCHEMA_MISMATCH, "event is missing", "");
    }
    return request.key() != null && key == null
        ? Problem.of(Rejection.INVALID_HEADER, "idempotency_key " + IdempotencyKey.RULE)
        : null;
  }

  private void onOutcome(PublishedEvent event) {
    if (call.isClosed() || !events.remove(event)) {
      return;
    }
    Problem problem = event.problem();
    if (problem == null) {
      sendResponse(event);
    } else {
      sendStatus(event, problem);
    }
    endIfDone();
  }

  private void sendResponse(PublishedEvent event) {
    event.count(null);
    event.endTrace(null);
    send(PublishResponses.result(event, call.codec()));
  }

  private void sendStatus(PublishedEvent event, Problem problem) {
    event.count(problem);
    event.endTrace(problem);
    send(PublishResponses.result(event.sequence, event.status(problem), call.codec()));
  }

  private void send(byte[] result) {
    idleSinceNanos = System.nanoTime();
    call.send(result, 0, result.length);
    if (call.isReady() && ending == null) {
      call.request(1);
    } else {
      owed++;
    }
  }

  @Override
  public void onReady() {
    int room = owed;
    owed = 0;
    if (room > 0 && ending == null) {
      call.request(room);
    }
  }

  @Override
  public void onHalfClose() {
    halfClosed = true;
    endIfDone();
  }

  @Override
  public boolean onFault(RpcStatus status) {
    end(status);
    return true;
  }

  private void end(Problem problem) {
    end(RpcProblems.status(problem));
  }

  private void end(RpcStatus status) {
    if (ending == null) {
      ending = status;
      endIfDone();
    }
  }

  private void endIfDone() {
    if (events.isEmpty() && ending != null) {
      call.close(ending, RpcMetadata.NONE);
    } else if (events.isEmpty() && halfClosed) {
      call.close(RpcStatus.OK, RpcMetadata.NONE);
    }
  }

  @Override
  public RpcStatus onLate() {
    events.forEach(event -> event.count(event.problemWhenLate()));
    return RpcStatus.of(
        RpcCode.DEADLINE_EXCEEDED, "the time is over; what has no result may be written or not");
  }

  /** The events go their way all the same, and the ledger counts them. */
  @Override
  public void onCancel() {
    events.forEach(PublishedEvent::countGone);
    events.clear();
  }

  @Override
  public void onDrain() {
    if (!halfClosed) {
      end(Problem.of(Rejection.SHUTTING_DOWN, "messages without a result were not written"));
    }
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    answerLate(nowNanos);
    endIfDone();
    if (!call.isCurrent()) {
      end(Problem.of(Rejection.SHUTTING_DOWN, "the stream has changed; open it again"));
    }
    long idle = TimeUnit.MILLISECONDS.toNanos(call.loop().idleTimeoutMillis());
    if (events.isEmpty() && nowNanos - idleSinceNanos > idle) {
      end(Problem.of(Rejection.SHUTTING_DOWN, "the stream was idle; open it again"));
    }
  }

  private void answerLate(long nowNanos) {
    long most = TimeUnit.MILLISECONDS.toNanos(call.loop().answerTimeoutMillis());
    // With each result, another event may come in.
    while (!call.isClosed() && !events.isEmpty()) {
      PublishedEvent oldest = events.iterator().next();
      if (nowNanos - oldest.startNanos <= most) {
        return;
      }
      events.remove(oldest);
      sendStatus(oldest, oldest.problemWhenLate());
    }
  }
}
