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
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Takes the event of a unary call, and responds when its outcome is known. */
final class PublishOne implements RpcHandler, Consumer<PublishedEvent> {
  /** The metadata of a response that is that of an earlier call with the same key. */
  private static final String REPLAYED = "idempotent-replayed";

  private final RpcCall call;
  private final PublishCall publish;
  private PublishedEvent event;

  PublishOne(RpcCall call, PublishCall publish) {
    this.call = call;
    this.publish = publish;
  }

  @Override
  public void onMessage(byte[] message, int offset, int length) {
    byte[] key = PublishCall.key(call.metadata());
    if (key != null && key.length == 0) {
      Problem problem =
          Problem.of(Rejection.INVALID_HEADER, "idempotency-key " + IdempotencyKey.RULE);
      publish.refuse(problem);
      call.close(RpcProblems.status(problem), RpcMetadata.NONE);
      return;
    }
    event = new PublishedEvent(publish, 0, key, this);
    event.tracedBy(call.trace());
    Problem problem = event.take(message, offset, length);
    if (problem != null) {
      call.close(event.status(problem), RpcMetadata.NONE);
    } else if (event.isAsync()) {
      respond();
    }
  }

  @Override
  public void onHalfClose() {}

  /** The outcome is known. */
  @Override
  public void accept(PublishedEvent completed) {
    Problem problem = completed.problem();
    if (problem != null) {
      completed.count(problem);
      call.close(completed.status(problem), RpcMetadata.NONE);
    } else {
      respond();
    }
  }

  private void respond() {
    event.count(null);
    if (event.isReplayed()) {
      call.sendHeaders(new RpcMetadata().add(REPLAYED, "true"));
    }
    byte[] response = PublishResponses.of(event, call.codec());
    call.send(response, 0, response.length);
    call.close(RpcStatus.OK, RpcMetadata.NONE);
  }

  /** The event goes its way all the same, and the ledger counts it. */
  @Override
  public void onCancel() {
    if (event != null) {
      event.countGone();
    }
  }

  @Override
  public RpcStatus onLate() {
    if (event == null) {
      return RpcStatus.of(RpcCode.DEADLINE_EXCEEDED, "the deadline is over; nothing was written");
    }
    Problem late = event.problemWhenLate();
    event.count(late);
    return event.status(late);
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    long most = TimeUnit.MILLISECONDS.toNanos(call.loop().answerTimeoutMillis());
    if (event != null && nowNanos - event.startNanos > most) {
      call.close(onLate(), RpcMetadata.NONE);
    }
  }
}
