package com.reactive.platform.gateway.rpc.publish;

import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcProblems;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Takes the events of a stream and sends a result for each when its outcome is known. No more are
 * requested than may be in flight, and none while the client does not take its results.
 */
final class PublishMany implements RpcHandler {
  private final RpcCall call;
  private final PublishCall publish;
  private final Consumer<PublishedEvent> onOutcome = this::onOutcome;

  /** Oldest first; those that have their result stay until they are the oldest. */
  private final ArrayDeque<PublishedEvent> events = new ArrayDeque<>();

  private int inFlight;

  /** Results that left room which was not requested yet: the client takes none. */
  private int owed;

  private boolean first = true;
  private boolean halfClosed;
  private boolean draining;
  private long idleSinceNanos = System.nanoTime();

  PublishMany(RpcCall call, PublishCall publish, int maxInFlight) {
    this.call = call;
    this.publish = publish;
    if (call.metadata().get(PublishCall.KEY) == null) {
      call.request(maxInFlight);
    } else {
      refuse(Problem.of(Rejection.INVALID_HEADER, "a key is of one event, not of a stream"));
    }
  }

  @Override
  public void onMessage(byte[] message, int offset, int length) {
    PublishRequestReader request;
    try {
      request = PublishRequestReader.read(call.codec(), message, offset, length);
    } catch (IOException e) {
      publish.ledger().received();
      Problem problem =
          Problem.of(Rejection.MALFORMED_REQUEST, "a message is not a PublishRequest");
      publish.ledger().refused(problem.type().outcome());
      refuse(problem);
      return;
    }
    byte[] key = request.key() == null ? null : IdempotencyKey.of(request.key());
    PublishedEvent event = new PublishedEvent(publish, request.sequence(), key, onOutcome);
    Problem problem = fault(request, key);
    if (problem != null) {
      publish.ledger().received();
      publish.ledger().refused(problem.type().outcome());
    } else {
      problem = event.take(message, request.offset(), request.length());
    }
    if (problem != null) {
      sendStatus(event, problem);
    } else if (event.isAsync()) {
      sendResponse(event);
    } else {
      inFlight++;
      events.add(event);
    }
  }

  private Problem fault(PublishRequestReader request, byte[] key) {
    if (request.length() < 0) {
      return new Problem(Rejection.SCHEMA_MISMATCH, "event is missing", "");
    }
    if (request.key() != null && key == null) {
      return Problem.of(Rejection.INVALID_HEADER, "idempotency_key " + IdempotencyKey.RULE);
    }
    boolean counted = first; // With the call itself.
    first = false;
    return counted ? null : call.admitNext();
  }

  private void onOutcome(PublishedEvent event) {
    if (event.answered || call.isClosed()) {
      return;
    }
    inFlight--;
    Problem problem = event.problem();
    if (problem == null) {
      sendResponse(event);
    } else {
      sendStatus(event, problem);
    }
    dropAnswered();
    endIfDone();
  }

  private void sendResponse(PublishedEvent event) {
    byte[] result = PublishResponses.result(event, call.codec());
    send(event, result);
  }

  private void sendStatus(PublishedEvent event, Problem problem) {
    send(event, PublishResponses.result(event.sequence, event.status(problem), call.codec()));
  }

  private void send(PublishedEvent event, byte[] result) {
    event.answered = true;
    idleSinceNanos = System.nanoTime();
    call.send(result, 0, result.length);
    if (call.isReady() && !draining) {
      call.request(1);
    } else {
      owed++;
    }
  }

  private void dropAnswered() {
    while (!events.isEmpty() && events.peek().answered) {
      events.remove();
    }
  }

  @Override
  public void onReady() {
    int room = owed;
    owed = 0;
    if (room > 0 && !draining) {
      call.request(room);
    }
  }

  @Override
  public void onHalfClose() {
    halfClosed = true;
    endIfDone();
  }

  private void endIfDone() {
    if (inFlight == 0 && halfClosed) {
      call.close(RpcStatus.OK, RpcMetadata.NONE);
    } else if (inFlight == 0 && draining) {
      refuse(Problem.of(Rejection.SHUTTING_DOWN, "messages without a result were not written"));
    }
  }

  private void refuse(Problem problem) {
    call.close(RpcProblems.status(problem), RpcMetadata.NONE);
  }

  /** The events go their way all the same, and the ledger counts them. */
  @Override
  public void onCancel() {
    events.clear();
  }

  @Override
  public void onDrain() {
    draining = true;
    endIfDone();
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    long most = TimeUnit.MILLISECONDS.toNanos(call.loop().answerTimeoutMillis());
    while (!call.isClosed() && !events.isEmpty() && nowNanos - events.peek().startNanos > most) {
      PublishedEvent late = events.remove();
      if (!late.answered) {
        inFlight--;
        sendStatus(late, Problem.unknown(""));
      }
    }
    endIfDone();
    long idle = TimeUnit.MILLISECONDS.toNanos(call.loop().idleTimeoutMillis());
    if (!call.isClosed() && inFlight == 0 && nowNanos - idleSinceNanos > idle) {
      refuse(Problem.of(Rejection.SHUTTING_DOWN, "the stream was idle; open it again"));
    }
  }
}
