package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.ClusterView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * An idempotent producer (acks=all) without threads, locks or I/O of its own. One per event loop,
 * whose thread makes all calls.
 *
 * <p>Time passes in {@code onTimer} and in the other events only. Outcomes are delivered at the end
 * of an event, after requests that it made possible were sent, and never from within {@code append}
 * or {@code flush}; they may call {@code append} and {@code flush}.
 */
public final class ProduceCore {
  private final ProduceIo io;
  private final ProduceStats stats = new ProduceStats();
  private final Map<String, TopicHandle> topics = new HashMap<>();

  /**
   * Makes a core; asks for nothing until {@link #start}.
   *
   * @param allocator of batches and requests
   * @param nanoClock monotonic
   */
  public ProduceCore(
      ProduceSettings settings, ProduceIo io, ByteBufAllocator allocator, LongSupplier nanoClock) {
    this.io = io;
  }

  /** Asks for a producer id. Records may be appended before it has come. */
  public void start() {
    io.requestProducerId();
  }

  /**
   * Finds or makes the handle of a topic, to be kept by the caller. Asks for its metadata if they
   * are not known.
   */
  public TopicHandle topic(String name) {
    return topics.computeIfAbsent(name, TopicHandle::new);
  }

  /**
   * Encodes a record into the open batch of its partition. Sends nothing: {@link #flush} does.
   *
   * @param partition -1: by the key's hash as Kafka's clients do; without a key, all records that
   *     leave together go to one partition
   * @param record read before this returns, not kept
   * @param outcomes exactly one call with {@code index}, later, if the result is APPENDED; else
   *     none
   */
  public AppendResult append(
      TopicHandle topic, int partition, ProduceRecord record, RecordOutcomes outcomes, int index) {
    throw new UnsupportedOperationException();
  }

  /** As {@link #append(TopicHandle, int, ProduceRecord, RecordOutcomes, int)}, for any topic. */
  public AppendResult append(
      String topic, int partition, ProduceRecord record, RecordOutcomes outcomes, int index) {
    return append(topic(topic), partition, record, outcomes, index);
  }

  /**
   * Sends what has been appended: at once where a broker is connected and has room for a request,
   * else as soon as it has, without another flush. Until then open batches go on to fill.
   */
  public void flush() {}

  /**
   * A connection that was asked for is ready.
   *
   * @param maxProduceVersion the highest version of Produce that the broker offers. Below 9,
   *     records for this broker are not written (UnsupportedVersionException), and the connection
   *     is closed
   */
  public void onConnected(int brokerId, int maxProduceVersion) {}

  /**
   * A connection, or the attempt to make one, has ended: no answer comes any more. The core asks
   * for a new one when it needs it, after a pause that grows with each failure.
   */
  public void onDisconnected(int brokerId, Exception cause) {}

  /**
   * A response to a request that {@code ProduceIo.send} was given.
   *
   * @param correlationId the request's. The core counts from 0 to 2^31-1 and from 0 again, so
   *     negative ones are free for the connection's own requests
   * @param body all that follows the correlation id: the rest of the response's header (version 1:
   *     tagged fields) and the response. Read before this returns, not kept and not released
   */
  public void onResponse(int brokerId, int correlationId, ByteBuf body) {}

  /** A new view of the cluster. An older one than the last is ignored. */
  public void onClusterView(ClusterView view) {}

  /** The producer id that was asked for. */
  public void onProducerId(ProducerIdentity identity) {}

  /**
   * No producer id is to be had, for a reason that does not pass by itself: records that wait for
   * it are not written. The next append asks again.
   */
  public void onProducerIdFailed(Exception cause) {}

  /** The time given to {@code ProduceIo.wakeAt} has come; may be called early or for nothing. */
  public void onTimer() {}

  /** Requests without an answer, on all connections. */
  public int inFlightRequests() {
    return 0;
  }

  /** Bytes of encoded records that have no outcome yet. */
  public long bufferedBytes() {
    return 0;
  }

  /** Tells if this many bytes of encoded records fit into the budget now. */
  public boolean hasRoom(long bytes) {
    return false;
  }

  /** True if every appended record has its outcome and no request lacks its answer. */
  public boolean isIdle() {
    return true;
  }

  public ProduceStats stats() {
    return stats;
  }

  /** Refuses new records from now on and flushes; done when {@link #isIdle}. */
  public void close() {}

  /**
   * Gives every record its outcome now: what was never handed over, or was certainly refused, is
   * not written, the rest unknown. Closes all connections, then ignores all further events.
   */
  public void abort(Exception reason) {}
}
