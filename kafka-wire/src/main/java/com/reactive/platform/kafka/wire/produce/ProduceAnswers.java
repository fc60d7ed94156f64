package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.produce.InFlightRequest.Part;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.NodeEndpoint;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;

/**
 * Applies an answer, or the lack of one, to each batch of a request: {@link ErrorPolicy} at work.
 */
final class ProduceAnswers {
  private final ProduceSettings settings;
  private final ProduceIo io;
  private final Brokers brokers;
  private final Completions completions;
  private final BatchPool pool;
  private final BatchSplitter splitter;
  private final ProduceStats stats;
  private final ProduceObserver observer;

  ProduceAnswers(
      ProduceSettings settings,
      ProduceIo io,
      Brokers brokers,
      Completions completions,
      BatchPool pool,
      ProduceStats stats,
      ProduceObserver observer) {
    this.settings = settings;
    this.io = io;
    this.brokers = brokers;
    this.completions = completions;
    this.pool = pool;
    this.splitter = new BatchSplitter(pool);
    this.stats = stats;
    this.observer = observer;
  }

  /** Reads a response; null if it is not the one that the broker owes us. */
  static ProduceResponseData read(InFlightRequest request, int correlationId, ByteBuf body) {
    if (request == null || request.correlationId != correlationId) {
      return null;
    }
    ByteBufferAccessor in = new ByteBufferAccessor(body.nioBuffer());
    try {
      for (int tags = in.readUnsignedVarint(); tags > 0; tags--) {
        in.readUnsignedVarint();
        in.readArray(in.readUnsignedVarint());
      }
      return new ProduceResponseData(in, (short) request.version);
    } catch (RuntimeException e) {
      return null;
    }
  }

  /** What the response does not mention has no answer. */
  void answered(InFlightRequest request, ProduceResponseData response, long now) {
    for (NodeEndpoint node : response.nodeEndpoints()) {
      brokers.locate(new BrokerAddress(node.nodeId(), node.host(), node.port()));
    }
    try {
      answeredParts(request, response, now);
    } finally {
      for (Part part : request.parts) {
        if (part.batch().inFlight) {
          lost(part);
        }
      }
    }
  }

  private void answeredParts(InFlightRequest request, ProduceResponseData response, long now) {
    int expected = 0;
    for (TopicProduceResponse topic : response.responses()) {
      for (PartitionProduceResponse answer : topic.partitionResponses()) {
        Part part = find(request.parts, expected, topic, answer.index());
        if (part != null && part.batch().inFlight) {
          answered(request, part, answer, now);
        }
        expected++;
      }
    }
  }

  /** The connection is gone, and with it the answer. */
  void lost(InFlightRequest request) {
    for (Part part : request.parts) {
      lost(part);
    }
  }

  private void lost(Part part) {
    PartitionQueue partition = part.partition();
    RecordBatch batch = part.batch();
    partition.lost(batch);
    if (batch.isDone()) {
      partition.leaveUnknown(batch);
    } else if (batch.wasFutile()) {
      unknown(partition, batch, new NetworkException("no answer, again and again"));
    }
    settle(partition);
  }

  private static Part find(
      List<Part> parts, int expected, TopicProduceResponse topic, int partition) {
    if (expected < parts.size() && isFor(parts.get(expected), topic, partition)) {
      return parts.get(expected);
    }
    for (Part part : parts) {
      if (isFor(part, topic, partition)) {
        return part;
      }
    }
    return null;
  }

  private static boolean isFor(Part part, TopicProduceResponse topic, int partition) {
    if (part.partition().index != partition) {
      return false;
    }
    TopicInfo asked = part.partition().topic;
    return topic.topicId().equals(Uuid.ZERO_UUID)
        ? topic.name().equals(asked.name)
        : topic.topicId().equals(asked.id);
  }

  private void answered(
      InFlightRequest request, Part part, PartitionProduceResponse answer, long now) {
    PartitionQueue partition = part.partition();
    RecordBatch batch = part.batch();
    partition.landed(batch);
    Errors error = Errors.forCode(answer.errorCode());
    ErrorPolicy policy = ErrorPolicy.of(error);
    if (policy == ErrorPolicy.ACKED || policy == ErrorPolicy.ACKED_BEFORE) {
      long offset = policy == ErrorPolicy.ACKED ? answer.baseOffset() : -1;
      acked(partition, batch, offset, request.sentAt);
    } else {
      if (partition.isHead(batch)) {
        Exception reason = exception(partition, error, answer.errorMessage());
        partition.trouble.failed(reason, now, settings);
      }
      if (batch.isDone()) {
        partition.leaveUnknown(batch);
      } else {
        failed(partition, batch, answer, error, policy);
        endSettling(partition, batch, error);
      }
    }
    settle(partition);
  }

  /** What is refused for certain is not sent again once its callers wait no longer. */
  private void endSettling(PartitionQueue partition, RecordBatch batch, Errors error) {
    if (batch.isSettling() && !batch.maybeWritten) {
      refused(partition, batch, exception(partition, error, null));
    } else if (error == Errors.CORRUPT_MESSAGE && batch.wasFutile()) {
      unknown(partition, batch, exception(partition, error, null));
    }
  }

  private void acked(PartitionQueue partition, RecordBatch batch, long offset, long sentAt) {
    if (!partition.acked(batch, offset, sentAt)) {
      stats.offsetsBackwards++;
    }
    if (!batch.isDone()) {
      if (offset >= 0 && !batch.isSettling()) {
        observer.committed(partition.topic.name, partition.index, offset, batch.records);
      }
      completions.acked(batch, partition.index, offset);
    }
  }

  private void failed(
      PartitionQueue partition,
      RecordBatch batch,
      PartitionProduceResponse answer,
      Errors error,
      ErrorPolicy policy) {
    switch (policy) {
      case ACKED, ACKED_BEFORE -> throw new IllegalArgumentException(policy.name());
      case RETRY_UNWRITTEN -> {}
      case RETRY -> partition.mayBeWritten(batch);
      case RETRY_ELSEWHERE -> {
        partition.mayBeWritten(batch);
        findLeader(partition, answer);
      }
      case OUT_OF_SEQUENCE, IDENTITY_REFUSED -> outOfSequence(partition, batch, error, policy);
      case SPLIT -> tooLarge(partition, batch, exception(partition, error, answer.errorMessage()));
      case RECORDS_REFUSED -> recordsRefused(partition, batch, answer, error);
      case REFUSED -> refused(partition, batch, exception(partition, error, answer.errorMessage()));
      case UNKNOWN -> unknown(partition, batch, error.exception(answer.errorMessage()));
    }
  }

  /** By the hint in the answer (KIP-951), else by asking. */
  private void findLeader(PartitionQueue partition, PartitionProduceResponse answer) {
    int leader = answer.currentLeader().leaderId();
    int epoch = answer.currentLeader().leaderEpoch();
    boolean hint = leader >= 0 && epoch > partition.leaderEpoch;
    if (hint && brokers.link(leader).node != null && brokers.lead(partition, leader, epoch)) {
      return;
    }
    io.refreshMetadata(partition.topic.name);
  }

  private void outOfSequence(
      PartitionQueue partition, RecordBatch batch, Errors error, ErrorPolicy policy) {
    if (!partition.isHead(batch)) {
      return;
    }
    if (policy == ErrorPolicy.IDENTITY_REFUSED) {
      partition.sequence.refused();
    } else {
      partition.sequence.leftUnknown();
    }
    if (batch.maybeWritten) {
      unknown(partition, batch, error.exception());
    }
  }

  private void tooLarge(PartitionQueue partition, RecordBatch batch, Exception reason) {
    if (batch.records > 1) {
      partition.topic.wasTooLarge(batch.uncompressedBytes);
    }
    split(partition, batch, reason);
  }

  private void split(PartitionQueue partition, RecordBatch batch, Exception reason) {
    if (batch.maybeWritten || batch.isSettling() || batch.records == 1) {
      refused(partition, batch, reason);
      return;
    }
    stats.splits++;
    partition.trouble.noPause();
    partition.replace(batch, splitter.halves(batch));
    pool.releaseBytes(batch);
  }

  private void recordsRefused(
      PartitionQueue partition, RecordBatch batch, PartitionProduceResponse answer, Errors error) {
    Exception[] reasons = new Exception[batch.records];
    int refused = 0;
    for (var record : answer.recordErrors()) {
      int i = record.batchIndex();
      if (i >= 0 && i < reasons.length && reasons[i] == null) {
        String message = record.batchIndexErrorMessage();
        reasons[i] = error.exception(message == null ? answer.errorMessage() : message);
        refused++;
      }
    }
    Exception reason = error.exception(answer.errorMessage());
    if (refused == 0) {
      split(partition, batch, reason);
    } else if (batch.maybeWritten || batch.isSettling()) {
      refused(partition, batch, reason);
    } else if (refused == reasons.length) {
      partition.leaveUnwritten(batch);
      completions.refused(batch, reasons);
    } else if (partition.isHead(batch)) {
      partition.sendAgain(splitter.copy(batch, i -> reasons[i] == null));
      partition.leaveUnwritten(batch);
      partition.trouble.noPause();
      completions.refused(batch, reasons);
    }
  }

  private void refused(PartitionQueue partition, RecordBatch batch, Exception reason) {
    if (batch.maybeWritten) {
      unknown(partition, batch, reason);
    } else {
      partition.leaveUnwritten(batch);
      completions.notWritten(batch, reason);
    }
  }

  private void unknown(PartitionQueue partition, RecordBatch batch, Exception reason) {
    partition.leaveUnknown(batch);
    completions.givenUp(batch, reason);
  }

  private static Exception exception(PartitionQueue partition, Errors error, String message) {
    String reason = message == null ? error.message() : message;
    return error.exception(reason + " (" + partition.topic.name + "-" + partition.index + ")");
  }

  /** After any change to the partition's numbered batches. */
  void settle(PartitionQueue partition) {
    if (partition.settle()) {
      stats.epochBumps++;
    }
    brokers.list(partition);
  }
}
