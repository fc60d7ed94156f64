package com.reactive.platform.kafka.wire.fetch;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.connection.ByteBufAccessor;
import com.reactive.platform.kafka.wire.connection.RequestEncoder;
import com.reactive.platform.kafka.wire.fetch.FetchLink.Asked;
import com.reactive.platform.kafka.wire.fetch.OffsetLookups.Lookup;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;

/**
 * Reads partitions, one request to Fetch for each broker with all that it leads. Pure: clock and
 * I/O are injected. One thread; the listener is called from the {@code on...} methods only.
 *
 * <p>A request has one answer's memory at most, and the next one leaves before an answer is
 * decoded: so a broker works while we do, and two answers of each broker are held at most.
 */
public final class FetchCore {
  private final FetchSettings settings;
  private final FetchIo io;
  private final ByteBufAllocator allocator;
  private final LongSupplier nanoClock;
  private final FetchProgress progress;
  private final Leaders leaders = new Leaders();
  private final OffsetLookups lookups;
  private final Map<TopicPartition, FetchedPartition> partitions = new LinkedHashMap<>();
  private final Map<Integer, FetchLink> links = new HashMap<>();
  private boolean paused;
  private boolean closed;

  public FetchCore(
      FetchSettings settings,
      FetchIo io,
      FetchListener listener,
      ByteBufAllocator allocator,
      LongSupplier nanoClock) {
    this.settings = settings;
    this.io = io;
    this.allocator = allocator;
    this.nanoClock = nanoClock;
    lookups = new OffsetLookups(settings);
    progress = new FetchProgress(partitions, settings, listener, new Needs());
  }

  /**
   * Reads a partition from here on. Its broker is asked a moment later: with all partitions that
   * are added until then, since its answer may take long.
   *
   * @param to exclusive; {@link Long#MAX_VALUE} to follow the partition until it is stopped
   * @throws IllegalStateException if it is being read already
   */
  public void fetch(TopicPartition partition, long from, long to) {
    FetchedPartition added = new FetchedPartition(partition, from, to, nanoClock.getAsLong());
    if (partitions.putIfAbsent(partition, added) != null) {
      throw new IllegalStateException(partition + " is being read");
    }
    added.topicId = leaders.topicId(partition.topic());
    if (!closed) {
      io.wakeAt(nanoClock.getAsLong());
    }
  }

  /** Reads a partition no more; nothing more is heard of it. */
  public void stop(TopicPartition partition) {
    progress.stop(partition);
  }

  /**
   * Asks a partition's leader for an offset, as often as need be.
   *
   * @param timestamp for the first record that is not older; or one of Kafka's negative values,
   *     {@link org.apache.kafka.common.requests.ListOffsetsRequest#LATEST_TIMESTAMP}
   */
  public void offset(TopicPartition partition, long timestamp, OffsetReceiver receiver) {
    lookups.add(new Lookup(partition, timestamp, receiver, nanoClock.getAsLong()));
    drive();
  }

  /** Asks for no more records. What is under way still comes: an answer of each broker, or two. */
  public void pause() {
    paused = true;
  }

  public void resume() {
    paused = false;
    drive();
  }

  /** Nothing more is read, asked or heard. */
  public void close() {
    closed = true;
    List.copyOf(partitions.keySet()).forEach(this::stop);
    lookups.failAll(new IllegalStateException("closed"));
  }

  public void onClusterView(ClusterView view) {
    leaders.view(view);
    for (FetchedPartition partition : List.copyOf(partitions.values())) {
      progress.topicIs(partition, leaders.topicId(partition.id.topic()));
    }
    drive();
  }

  public void onConnected(int brokerId, NodeApiVersions versions) {
    link(brokerId).connected(versions);
    drive();
  }

  /** What was asked there is asked again, there or at a new leader. */
  public void onDisconnected(int brokerId) {
    link(brokerId).disconnected();
    if (closed) {
      lookups.failAll(new IllegalStateException("closed"));
      return;
    }
    for (FetchedPartition partition : partitions.values()) {
      refreshIfLedBy(brokerId, partition.id);
    }
    for (Lookup lookup : lookups.waiting()) {
      refreshIfLedBy(brokerId, lookup.partition);
    }
    drive();
  }

  private void refreshIfLedBy(int brokerId, TopicPartition partition) {
    BrokerAddress leader = leaders.of(partition);
    if (leader != null && leader.id() == brokerId) {
      io.refreshMetadata(partition.topic());
    }
  }

  /**
   * An answer, behind its correlation id. The caller releases it.
   *
   * @throws RuntimeException if it cannot be read: the caller closes the connection
   */
  public void onResponse(int brokerId, ByteBuf body) {
    Asked asked = link(brokerId).answered();
    if (asked != null && !closed) {
      try {
        asked.answered().accept(body);
      } catch (RuntimeException e) {
        asked.failed().run();
        throw e;
      }
      drive();
    }
  }

  public void onTimer() {
    progress.endAll();
    drive();
  }

  private FetchLink link(int brokerId) {
    return links.computeIfAbsent(brokerId, FetchLink::new);
  }

  /** Sends what can be sent now, and sees to be woken for the rest. */
  private void drive() {
    if (closed) {
      return;
    }
    Turn turn = new Turn(nanoClock.getAsLong());
    for (Lookup lookup : lookups.waiting()) {
      if (turn.isDue(lookup.notBeforeNanos)) {
        leader(lookup.partition, turn, work -> work.lookups.add(lookup));
      }
    }
    for (FetchedPartition partition : partitions.values()) {
      progress.passOver(partition);
      if (partition.isOver()) {
        turn.wakeAt(turn.now);
      } else if (!paused && partition.wantsFetch() && turn.isDue(partition.notBeforeNanos)) {
        boolean isDue = turn.isDue(partition.pauseEndNanos);
        leader(partition.id, turn, work -> work.add(partition, isDue));
      }
    }
    turn.works.forEach((broker, work) -> ask(broker, work, turn));
    links.values().forEach(link -> watch(link, turn));
    if (turn.wakes) {
      io.wakeAt(turn.wakeNanos);
    }
  }

  private void leader(TopicPartition partition, Turn turn, Consumer<Work> then) {
    BrokerAddress leader = leaders.of(partition);
    if (leader != null) {
      then.accept(turn.works.computeIfAbsent(leader, ignored -> new Work()));
    } else if (!leaders.knows(partition.topic())) {
      io.refreshMetadata(partition.topic());
    }
  }

  /** Leaves a broker that does not answer. */
  private void watch(FetchLink link, Turn turn) {
    Asked oldest = link.oldest();
    if (oldest != null && !turn.isDue(oldest.deadlineNanos())) {
      return;
    }
    if (oldest != null) {
      io.disconnect(link.brokerId);
    }
  }

  private void ask(BrokerAddress broker, Work work, Turn turn) {
    FetchLink link = link(broker.id());
    if (!link.isConnected()) {
      io.connect(broker);
    } else if (link.refusal != null) {
      refuse(link, work, turn);
    } else {
      if (!work.lookups.isEmpty() && !link.owes(ApiKeys.LIST_OFFSETS)) {
        askOffsets(link, lookups.take(work.lookups), turn.now);
      }
      if (work.fetchIsDue && !link.owes(ApiKeys.FETCH)) {
        askRecords(link, work.fetches, turn.now);
      }
    }
  }

  /** A broker too old is no place to read from. Whoever asks for offsets waits for another one. */
  private void refuse(FetchLink link, Work work, Turn turn) {
    work.lookups.forEach(lookup -> later(lookup, turn.now));
    work.fetches.forEach(partition -> partition.refusal = link.refusal);
    turn.wakeAt(turn.now + settings.retryBackoffNanos());
  }

  private void askRecords(FetchLink link, List<FetchedPartition> asked, long now) {
    asked.forEach(partition -> partition.inFlight = true);
    short version = FetchRequests.version(asked, leaders, link.fetchVersion);
    send(
        link,
        FetchRequests.of(asked, leaders, settings),
        version,
        now + settings.options().maxWaitNanos(),
        body -> {
          List<FetchAnswer> answers = progress.read(asked, body, version, nanoClock.getAsLong());
          try {
            drive();
          } finally {
            // The positions are behind these records: they must be handed over, whatever failed.
            progress.decode(answers);
          }
        },
        () -> progress.unanswered(asked, nanoClock.getAsLong()));
  }

  private void askOffsets(FetchLink link, List<Lookup> asked, long now) {
    short version = link.listOffsetsVersion;
    send(
        link,
        lookups.request(asked, leaders),
        version,
        now,
        body ->
            OffsetLookups.answered(
                asked,
                new ListOffsetsResponseData(new ByteBufAccessor(body), version),
                this::answered),
        () -> asked.forEach(lookup -> later(lookup, nanoClock.getAsLong())));
  }

  private void send(
      FetchLink link,
      ApiMessage request,
      short version,
      long from,
      Consumer<ByteBuf> answered,
      Runnable failed) {
    int id = link.nextCorrelationId();
    ByteBuf encoded = RequestEncoder.encode(allocator, request, version, id, settings.clientId());
    link.asked(
        new Asked(
            id,
            ApiKeys.forId(request.apiKey()),
            from + settings.requestTimeoutNanos(),
            body -> {
              ByteBufAccessor.skipTags(body);
              answered.accept(body);
            },
            failed));
    io.send(link.brokerId, id, encoded);
  }

  private void answered(Lookup lookup, Errors error, long offset) {
    if (error == Errors.NONE) {
      lookup.receiver.found(lookup.partition, offset);
    } else if (FetchErrors.passes(error)) {
      io.refreshMetadata(lookup.partition.topic());
      later(lookup, nanoClock.getAsLong());
    } else {
      lookup.receiver.failed(lookup.partition, error.exception());
    }
  }

  private void later(Lookup lookup, long now) {
    lookup.failures++;
    lookup.notBeforeNanos = now + settings.backoffNanos(lookup.failures);
    if (!lookups.waiting().contains(lookup)) {
      lookups.add(lookup);
    }
  }

  /** What the partitions' progress needs of the rest. */
  private final class Needs implements FetchProgress.Needs {
    @Override
    public void refreshMetadata(String topic) {
      io.refreshMetadata(topic);
    }

    @Override
    public void offset(TopicPartition partition, long timestamp, OffsetReceiver receiver) {
      lookups.add(new Lookup(partition, timestamp, receiver, nanoClock.getAsLong()));
    }
  }

  /** What one broker is to be asked. */
  private static final class Work {
    final List<Lookup> lookups = new ArrayList<>();
    final List<FetchedPartition> fetches = new ArrayList<>();

    /** Not all of these partitions pause. */
    boolean fetchIsDue;

    /** Those that pause go with the others: the answer may take long. */
    void add(FetchedPartition partition, boolean isDue) {
      fetches.add(partition);
      fetchIsDue |= isDue;
    }
  }

  /** One look at everything. */
  private static final class Turn {
    final long now;
    final Map<BrokerAddress, Work> works = new HashMap<>();
    boolean wakes;
    long wakeNanos;

    Turn(long now) {
      this.now = now;
    }

    boolean isDue(long nanos) {
      if (nanos - now <= 0) {
        return true;
      }
      wakeAt(nanos);
      return false;
    }

    void wakeAt(long nanos) {
      if (!wakes || nanos - wakeNanos < 0) {
        wakes = true;
        wakeNanos = nanos;
      }
    }
  }
}
