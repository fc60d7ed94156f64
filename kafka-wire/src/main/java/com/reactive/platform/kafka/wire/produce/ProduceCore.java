package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.produce.BrokerLink.State;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ProduceResponseData;

/**
 * An idempotent producer (acks=all) without threads, locks or I/O of its own. One per event loop,
 * whose thread makes all calls.
 *
 * <p>Time passes in {@code onTimer} and in the other events only. Outcomes are delivered at the end
 * of an event, after requests that it made possible were sent, and never from within {@code append}
 * or {@code flush}; they may call {@code append} and {@code flush}.
 */
public final class ProduceCore {
  private final ProduceSettings settings;
  private final ProduceIo io;
  private final LongSupplier clock;
  private final ProduceStats stats = new ProduceStats();
  private final BatchPool pool;
  private final WakeUp wakeUp;
  private final ProducerIds ids;
  private final SettlingBatches settling;
  private final Completions completions;
  private final Brokers brokers;
  private final ProduceAnswers answers;
  private final BatchFailures failures;
  private final Topics topics;
  private final RecordAppender appender;
  private boolean closed;
  private boolean aborted;

  /**
   * Makes a core; asks for nothing until {@link #start}.
   *
   * @param allocator of batches and requests
   * @param nanoClock monotonic
   */
  public ProduceCore(
      ProduceSettings settings, ProduceIo io, ByteBufAllocator allocator, LongSupplier nanoClock) {
    this(settings, io, allocator, nanoClock, ProduceObserver.NONE);
  }

  /** As {@link #ProduceCore(ProduceSettings, ProduceIo, ByteBufAllocator, LongSupplier)}. */
  public ProduceCore(
      ProduceSettings settings,
      ProduceIo io,
      ByteBufAllocator allocator,
      LongSupplier nanoClock,
      ProduceObserver observer) {
    this.settings = settings;
    this.io = io;
    this.clock = nanoClock;
    ProduceRequestEncoder encoder =
        new ProduceRequestEncoder(allocator, settings.clientId(), settings.ackTimeoutMillis());
    pool = new BatchPool(allocator, settings, nanoClock);
    wakeUp = new WakeUp(io);
    ids = new ProducerIds(io);
    settling = new SettlingBatches(pool, settings.settlingBytes(), stats);
    completions = new Completions(pool, settling, stats);
    brokers = new Brokers(settings, io, encoder, pool, ids, wakeUp, stats, observer::answerTimes);
    answers = new ProduceAnswers(settings, io, brokers, completions, pool, stats, observer);
    failures = new BatchFailures(completions, settling, settings);
    topics = new Topics(brokers);
    appender = new RecordAppender(settings, pool, wakeUp, clock, stats, encoder.overhead());
  }

  /** Asks for a producer id. Records may be appended before it has come. */
  public void start() {
    ids.request();
  }

  /**
   * Finds or makes the handle of a topic, to be kept by the caller. Asks for its metadata if they
   * are not known.
   */
  public TopicHandle topic(String name) {
    TopicHandle topic = topics.get(name);
    if (topic == null) {
      topic = topics.add(name, (int) clock.getAsLong());
      if (topic.partitions() == 0) {
        io.refreshMetadata(name);
      }
    }
    return topic;
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
    if (closed) {
      return AppendResult.CLOSED;
    }
    PartitionQueue queue = topic.partitionFor(record, partition);
    if (queue == null) {
      io.refreshMetadata(topic.name());
      return AppendResult.NO_METADATA;
    }
    return appender.append(queue, record, outcomes, index);
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
  public void flush() {
    appender.flush(brokers::list);
    brokers.send(clock.getAsLong());
  }

  /**
   * A connection that was asked for is ready.
   *
   * @param maxProduceVersion the highest version of Produce that the broker offers. Below 9,
   *     records for this broker are not written (UnsupportedVersionException), and the connection
   *     is closed
   */
  public void onConnected(int brokerId, int maxProduceVersion) {
    BrokerLink link = brokers.link(brokerId);
    if (link.state != State.CONNECTING) {
      return;
    }
    brokers.connected(link, maxProduceVersion, clock.getAsLong());
    if (maxProduceVersion < ProduceRequestEncoder.MIN_VERSION) {
      brokers.disconnect(link);
      Exception reason =
          new UnsupportedVersionException("broker " + brokerId + " is too old: Produce below v9");
      failUnsent(queue -> queue.leader == brokerId, reason);
    }
    endOfEvent();
  }

  /**
   * A connection, or the attempt to make one, has ended: no answer comes any more. The core asks
   * for a new one when it needs it, after a pause that grows with each failure.
   */
  public void onDisconnected(int brokerId, Exception cause) {
    BrokerLink link = brokers.link(brokerId);
    if (aborted || link.state == State.DOWN) {
      return;
    }
    stats.disconnects++;
    brokers.disconnected(link, clock.getAsLong());
    Exception reason = new NetworkException("no connection to broker " + brokerId, cause);
    for (var request = brokers.landed(link); request != null; request = brokers.landed(link)) {
      answers.lost(request);
    }
    brokers.troubled(link, reason);
    endOfEvent();
  }

  /**
   * A response to a request that {@code ProduceIo.send} was given.
   *
   * @param correlationId the request's. The core counts from 0 to 2^31-1 and from 0 again, so
   *     negative ones are free for the connection's own requests
   * @param body all that follows the correlation id: the rest of the response's header (version 1:
   *     tagged fields) and the response. Read before this returns, not kept and not released
   */
  public void onResponse(int brokerId, int correlationId, ByteBuf body) {
    BrokerLink link = brokers.link(brokerId);
    if (aborted || link.state != State.UP) {
      return;
    }
    ProduceResponseData response = ProduceAnswers.read(link.inFlight.peek(), correlationId, body);
    if (response == null) {
      brokers.disconnect(link);
      return;
    }
    long now = clock.getAsLong();
    link.answered(now - link.inFlight.peek().sentAt);
    if (response.throttleTimeMs() > 0) {
      stats.throttled++;
      link.mute(now, response.throttleTimeMs());
    }
    answers.answered(brokers.landed(link), response, now);
    endOfEvent();
  }

  /** A new view of the cluster. An older one than the last is ignored. */
  public void onClusterView(ClusterView view) {
    if (!aborted) {
      topics.follow(view);
      topics.forEachQueue(this::giveUpIfMadeAnew);
      endOfEvent();
    }
  }

  private void giveUpIfMadeAnew(PartitionQueue queue) {
    if (queue.wasMadeAnew()) {
      failures.giveUpSettling(queue, new UnknownTopicIdException("the topic was made anew"));
      answers.settle(queue);
    }
  }

  /** The producer id that was asked for. */
  public void onProducerId(ProducerIdentity identity) {
    ids.received(identity);
    topics.forEachQueue(brokers::list);
    endOfEvent();
  }

  /**
   * No producer id is to be had, for a reason that does not pass by itself: records that wait for
   * it are not written. The next append asks again.
   */
  public void onProducerIdFailed(Exception cause) {
    ids.failed();
    failUnsent(PartitionQueue::needsProducerId, cause);
    endOfEvent();
  }

  /** The time given to {@code ProduceIo.wakeAt} has come; may be called early or for nothing. */
  public void onTimer() {
    long now = clock.getAsLong();
    if (aborted || !wakeUp.due(now)) {
      return;
    }
    brokers.checkTimeouts(now);
    topics.forEachQueue(queue -> onTimer(queue, now));
    failures.giveUpTooMuch(answers::settle);
    endOfEvent();
  }

  private void onTimer(PartitionQueue queue, long now) {
    if (!queue.hasWork()) {
      return;
    }
    failures.expire(queue, now);
    answers.settle(queue);
    if (queue.hasWork()) {
      wakeUp.by(queue.firstDeadline(now + settings.deliveryTimeoutNanos()));
    }
  }

  /** Requests without an answer, on all connections. */
  public int inFlightRequests() {
    return brokers.inFlight();
  }

  /** Bytes of encoded records that have no outcome yet. */
  public long bufferedBytes() {
    return pool.held();
  }

  /**
   * True if every appended record has its outcome, what was unknown is settled, and no request
   * lacks its answer.
   */
  public boolean isIdle() {
    return pool.held() == 0
        && settling.isEmpty()
        && completions.isEmpty()
        && brokers.inFlight() == 0;
  }

  public ProduceStats stats() {
    return stats;
  }

  /** Refuses new records from now on and flushes; done when {@link #isIdle}. */
  public void close() {
    closed = true;
    flush();
  }

  /**
   * Gives every record its outcome now: what was never handed over, or was certainly refused, is
   * not written, the rest unknown; and that, with all that is being settled, unsettled. Closes all
   * connections, then ignores all further events.
   */
  public void abort(Exception reason) {
    closed = true;
    aborted = true;
    topics.forEachQueue(queue -> failures.failAll(queue, reason));
    brokers.links().forEach(brokers::abort);
    completions.deliver();
  }

  private void failUnsent(Predicate<PartitionQueue> which, Exception reason) {
    topics.forEachQueue(
        queue -> {
          if (which.test(queue)) {
            failures.failUnsent(queue, reason);
          }
        });
  }

  private void endOfEvent() {
    if (!aborted) {
      brokers.send(clock.getAsLong());
    }
    completions.deliver();
  }
}
