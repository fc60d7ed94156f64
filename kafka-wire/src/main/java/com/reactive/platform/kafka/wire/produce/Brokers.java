package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.produce.BrokerLink.State;
import com.reactive.platform.kafka.wire.produce.InFlightRequest.Part;
import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.apache.kafka.common.KafkaException;

/** The links to all brokers: who leads what, who is connected, and what is sent to whom when. */
final class Brokers {
  private final ProduceSettings settings;
  private final ProduceIo io;
  private final ProduceRequestEncoder encoder;
  private final BatchPool pool;
  private final ProducerIds ids;
  private final WakeUp wakeUp;
  private final ProduceStats stats;
  private final IntFunction<LongConsumer> answerTimes;
  private final BatchSplitter splitter;
  private final LeaderSearch search;
  private final Map<Integer, BrokerLink> links = new HashMap<>();
  private int nextCorrelationId;
  private int inFlight;
  private boolean leaderMissing;

  Brokers(
      ProduceSettings settings,
      ProduceIo io,
      ProduceRequestEncoder encoder,
      BatchPool pool,
      ProducerIds ids,
      WakeUp wakeUp,
      ProduceStats stats,
      IntFunction<LongConsumer> answerTimes) {
    this.settings = settings;
    this.io = io;
    this.encoder = encoder;
    this.pool = pool;
    this.ids = ids;
    this.wakeUp = wakeUp;
    this.stats = stats;
    this.answerTimes = answerTimes;
    this.splitter = new BatchSplitter(pool);
    this.search = new LeaderSearch(settings, io, wakeUp);
  }

  Collection<BrokerLink> links() {
    return links.values();
  }

  BrokerLink link(int id) {
    return links.computeIfAbsent(id, its -> new BrokerLink(its, answerTimes.apply(its)));
  }

  int inFlight() {
    return inFlight;
  }

  void locate(BrokerAddress node) {
    link(node.id()).node = node;
  }

  /** Makes a broker the leader of a partition, unless a later one is known. */
  boolean lead(PartitionQueue partition, int leader, int epoch) {
    boolean later = epoch < 0 || epoch >= partition.leaderEpoch;
    if (!later) {
      return false;
    }
    boolean moved = leader != partition.leader;
    if (moved && partition.leader != PartitionQueue.NO_BROKER) {
      BrokerLink old = link(partition.leader);
      old.unlist(partition);
      old.leads--;
    }
    BrokerLink link = leader == PartitionQueue.NO_BROKER ? null : link(leader);
    if (moved && link != null) {
      link.leads++;
    }
    partition.follow(leader, epoch, link == null ? null : link.health);
    list(partition);
    return moved;
  }

  /**
   * Has the partition's leader look for something to send when requests are sent next. If there is
   * none, asks for it, now and each time that the timer is called.
   */
  void list(PartitionQueue partition) {
    if (!partition.hasWork()) {
      return;
    }
    if (partition.leader == PartitionQueue.NO_BROKER) {
      leaderMissing = true;
      io.refreshMetadata(partition.topic.name);
    } else {
      link(partition.leader).list(partition);
    }
  }

  /** Sends what may be sent, and connects where that is missing. */
  void send(long now) {
    if (leaderMissing) {
      leaderMissing = false;
      wakeUp.by(now + settings.retryBackoffMaxNanos());
    }
    for (BrokerLink link : links.values()) {
      if (link.state == State.UP) {
        sendTo(link, now);
      } else if (link.state == State.DOWN && link.leads > 0) {
        connect(link, now);
      }
      if (search.hasFound(link, now)) {
        disconnect(link);
      }
    }
  }

  /** For requests without an answer: gives connections up in time. */
  void checkTimeouts(long now) {
    for (BrokerLink link : links.values()) {
      InFlightRequest oldest = link.inFlight.peek();
      if (oldest == null || link.state != State.UP) {
        continue;
      }
      if (oldest.deadline - now <= 0) {
        stats.requestTimeouts++;
        disconnect(link);
      } else {
        long patienceOver = oldest.sentAt + settings.patienceNanos();
        wakeUp.by(patienceOver - now > 0 ? patienceOver : oldest.deadline);
      }
    }
  }

  private void connect(BrokerLink link, long now) {
    if (link.mayConnect(now)) {
      link.state = State.CONNECTING;
      io.connect(link.node);
    } else if (link.node != null) {
      wakeUp.by(link.connectAt);
    }
  }

  private void sendTo(BrokerLink link, long now) {
    while (link.inFlight.size() < settings.maxInFlightPerBroker()
        && !link.ready.isEmpty()
        && !link.isSilent(now)) {
      if (link.isMuted(now)) {
        wakeUp.by(link.mutedUntil);
        return;
      }
      InFlightRequest request = assemble(link, now);
      if (request.parts.isEmpty()) {
        return;
      }
      write(link, request, now);
    }
  }

  /**
   * Takes a batch of each partition that is listed and has one; unlists the others. Where a broker
   * owed answers when its connection ended, takes what it was sent before, or else one record.
   */
  private InFlightRequest assemble(BrokerLink link, long now) {
    InFlightRequest request = new InFlightRequest();
    List<PartitionQueue> ready = link.ready;
    long bytes = encoder.overhead();
    int kept = 0;
    int left = -1;
    for (int i = 0; i < ready.size(); i++) {
      PartitionQueue partition = ready.get(i);
      ids.provide(partition.sequence);
      RecordBatch batch = partition.next(now);
      if (batch == null) {
        unlisted(partition, now);
        continue;
      }
      ready.set(kept++, partition);
      if (link.owedAnswers && !partition.isHead(batch)) {
        continue;
      }
      boolean fits =
          request.parts.isEmpty()
              || bytes + encoder.bytes(partition.topic, batch) <= settings.maxRequestBytes();
      if (left < 0 && fits) {
        RecordBatch taken = take(partition, batch, false);
        request.parts.add(new Part(partition, taken));
        bytes += encoder.bytes(partition.topic, taken);
      } else if (left < 0) {
        left = kept - 1;
      }
    }
    ready.subList(kept, ready.size()).clear();
    if (request.parts.isEmpty() && link.inFlight.isEmpty() && kept > 0) {
      PartitionQueue first = ready.get(0);
      request.parts.add(new Part(first, take(first, first.next(now), true)));
    }
    if (left > 0) {
      Collections.rotate(ready, -left);
    }
    return request;
  }

  private void unlisted(PartitionQueue partition, long now) {
    partition.listedAt = PartitionQueue.NO_BROKER;
    if (partition.trouble.pausesAt(now)) {
      wakeUp.by(partition.trouble.until());
    }
  }

  /**
   * @param ahead of a new batch, takes only the first record
   */
  private RecordBatch take(PartitionQueue partition, RecordBatch batch, boolean ahead) {
    if (!partition.take(batch, pool)) {
      stats.retries++;
      return batch;
    }
    RecordBatch taken =
        (ahead || partition.isDoubtful()) && batch.records > 1 ? first(partition, batch) : batch;
    stats.batches++;
    stats.batchBytes += taken.bytes();
    stats.uncompressedBytes += taken.uncompressedBytes;
    stats.batchesByCodec[taken.compression.id]++;
    return taken;
  }

  /** Sends a batch's first record ahead, so that no more than one has an unknown outcome. */
  private RecordBatch first(PartitionQueue partition, RecordBatch batch) {
    List<RecordBatch> parts;
    try {
      parts = splitter.firstAndRest(batch);
    } catch (OutOfMemoryError e) {
      return batch;
    }
    stats.splits++;
    partition.replace(batch, parts);
    pool.releaseBytes(batch);
    return parts.get(0);
  }

  private void write(BrokerLink link, InFlightRequest request, long now) {
    request.groupByTopic();
    request.correlationId = nextCorrelationId;
    nextCorrelationId = nextCorrelationId + 1 & Integer.MAX_VALUE;
    request.version = ProduceRequestEncoder.version(request, link.version);
    request.sentAt = now;
    request.deadline = now + settings.requestTimeoutNanos();
    ByteBuf frame;
    try {
      frame = encoder.encode(request);
    } catch (OutOfMemoryError e) {
      putOff(request, new KafkaException("no memory for a request", e), now);
      return;
    }
    wakeUp.by(now + settings.patienceNanos());
    link.inFlight.add(request);
    inFlight++;
    stats.requests++;
    io.send(link.id, request.correlationId, frame);
  }

  /** Nothing was handed to the connection: the same batches are tried again after a pause. */
  private void putOff(InFlightRequest request, Exception reason, long now) {
    for (Part part : request.parts) {
      part.partition().landed(part.batch());
      part.partition().trouble.failed(reason, now, settings);
    }
  }

  /**
   * Removes the oldest request, since its answer is here or will never be; null if there is none.
   */
  InFlightRequest landed(BrokerLink link) {
    InFlightRequest request = link.inFlight.poll();
    inFlight -= request == null ? 0 : 1;
    return request;
  }

  void connected(BrokerLink link, int version, long now) {
    link.state = State.UP;
    link.version = version;
    link.upSince = now;
    link.health.connected();
  }

  /** Gives a connection up. */
  void disconnect(BrokerLink link) {
    if (link.state == State.UP || link.state == State.CONNECTING) {
      link.state = State.CLOSING;
      io.disconnect(link.id);
    }
  }

  /** Forgets all requests and closes the connection. */
  void abort(BrokerLink link) {
    inFlight -= link.inFlight.size();
    link.inFlight.clear();
    link.ready.clear();
    disconnect(link);
  }

  /** A connection is gone. One that lasted is tried again at once. */
  void disconnected(BrokerLink link, long now) {
    boolean lasted = link.state == State.UP && now - link.upSince > settings.retryBackoffMaxNanos();
    link.state = State.DOWN;
    link.owedAnswers |= !link.inFlight.isEmpty();
    link.muted = false;
    link.health.disconnected(lasted);
    link.failures = lasted ? 0 : link.failures + 1;
    link.connectAt = now + settings.backoffNanos(link.failures);
  }

  /** As {@link LeaderSearch#begin}. */
  void troubled(BrokerLink link, Exception reason) {
    search.begin(link, reason);
  }
}
