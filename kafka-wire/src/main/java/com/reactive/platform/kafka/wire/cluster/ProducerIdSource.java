package com.reactive.platform.kafka.wire.cluster;

import com.reactive.platform.kafka.wire.connection.RetryPause;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.message.InitProducerIdRequestData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * Gets producer ids, one request at a time, as often as it must be tried: a broker that has just
 * started says that it is loading. Belongs to one event loop.
 */
final class ProducerIdSource {
  private static final short VERSION = 4;

  /** Without transactions there is nothing to time out. */
  private static final int NO_TIMEOUT = Integer.MAX_VALUE;

  private final EventLoop loop;
  private final ControlConnection control;
  private final RetryPause backoff;
  private final ArrayDeque<ProducerIdReceiver> waiting = new ArrayDeque<>();
  private boolean asking;
  private boolean pausing;
  private boolean closed;
  private volatile Exception refusal;

  ProducerIdSource(EventLoop loop, ClusterSettings settings, ControlConnection control) {
    this.loop = loop;
    this.control = control;
    backoff =
        new RetryPause(
            settings.retryBackoffMillis(),
            settings.retryBackoffMaxMillis(),
            settings.connection().random());
  }

  void request(ProducerIdReceiver receiver) {
    waiting.addLast(receiver);
    ask();
  }

  private void ask() {
    if (closed || asking || pausing || waiting.isEmpty() || !control.isUp()) {
      return;
    }
    asking = true;
    control.request(
        new InitProducerIdRequestData()
            .setTransactionalId(null)
            .setTransactionTimeoutMs(NO_TIMEOUT)
            .setProducerId(RecordBatch.NO_PRODUCER_ID)
            .setProducerEpoch(RecordBatch.NO_PRODUCER_EPOCH),
        VERSION,
        new InitProducerIdResponseData(),
        this::answered);
  }

  private void answered(InitProducerIdResponseData answer) {
    asking = false;
    Errors error = Errors.forCode(answer.errorCode());
    if (error == Errors.NONE) {
      backoff.succeeded();
      refusal = null;
      waiting.removeFirst().received(answer.producerId(), answer.producerEpoch());
      ask();
      return;
    }
    boolean passing = error.exception() instanceof RetriableException;
    if (!passing) {
      refusal = error.exception("no producer id: " + error.message());
      refuse(refusal);
    }
    pausing = true;
    loop.schedule(
        this::askAgain,
        passing ? backoff.afterFailureMillis() : backoff.longestMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void askAgain() {
    pausing = false;
    ask();
  }

  /** Tells all who wait that there is none. */
  void refuse(Exception cause) {
    for (ProducerIdReceiver receiver; (receiver = waiting.pollFirst()) != null; ) {
      receiver.refused(cause);
    }
  }

  /** Why the last request failed; null if it did not. Any thread. */
  Exception refusal() {
    return refusal;
  }

  void up() {
    ask();
  }

  void down() {
    asking = false;
  }

  void close() {
    closed = true;
    waiting.clear();
  }
}
