package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.SimulatedNetwork.check;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.compress.Compression;

/**
 * One schedule: a produce core against a cluster that fails at random, in virtual time, all of it
 * determined by a seed. {@link #run} throws if a promise is broken.
 */
final class ProduceSimulation implements RecordOutcomes {
  private static final int FAULTY_MILLIS = 1_500;
  private static final int MAX_RECORDS = 200;

  private enum Outcome {
    NONE,
    ACKED,
    NOT_WRITTEN,
    UNKNOWN
  }

  /** A record that was appended, and the end that the core reported. */
  private static final class Sent {
    final String topic;
    final int wanted;
    final boolean poison;
    Outcome outcome = Outcome.NONE;
    long offset;
    Exception reason;

    Sent(String topic, int wanted, boolean poison) {
      this.topic = topic;
      this.wanted = wanted;
      this.poison = poison;
    }
  }

  private final SplittableRandom random;
  private final ProduceSettings settings;
  private final UnpooledByteBufAllocator allocator =
      new UnpooledByteBufAllocator(false, true, false);
  private final SimulatedCluster cluster;
  private final VirtualTime time = new VirtualTime();
  private final SimulatedNetwork network;
  private final ProduceCore core;
  private final ProduceRecord record = new ProduceRecord();
  private final List<Sent> records = new ArrayList<>();
  private boolean poisonous;
  private boolean finished;

  ProduceSimulation(long seed) {
    random = new SplittableRandom(seed);
    double[] levels = {0, 0.02, 0.05, 0.1, 0.3};
    cluster = new SimulatedCluster(random.split(), levels[random.nextInt(levels.length)]);
    settings = settings(random);
    network = new SimulatedNetwork(random.split(), cluster, settings, time);
    core = new ProduceCore(settings, network, allocator, time::now);
    network.core = core;
    poisonous = random.nextInt(4) == 0;
  }

  private static ProduceSettings settings(SplittableRandom random) {
    Compression compression =
        random.nextInt(50) == 0 ? Compression.lz4().build() : Compression.NONE;
    int batchBytes = 120 + random.nextInt(1_500);
    long backoff = millis(5 + random.nextInt(50));
    return new ProduceSettings(
        "simulation",
        compression,
        batchBytes,
        batchBytes + 400 + random.nextInt(4_000),
        1_500 + random.nextInt(10_000),
        1 + random.nextInt(5),
        1_000,
        millis(100 + random.nextInt(400)),
        millis(100 + random.nextInt(2_000)),
        backoff,
        4 * backoff);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  ProduceStats stats() {
    return core.stats();
  }

  void run() {
    core.start();
    for (String topic : SimulatedCluster.TOPICS) {
      core.topic(topic);
    }
    int bursts = 1 + random.nextInt(25);
    for (int i = 0; i < bursts; i++) {
      time.in(random.nextInt(FAULTY_MILLIS), this::burst);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      time.in(random.nextInt(FAULTY_MILLIS), cluster::electSomewhere);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      int broker = random.nextInt(SimulatedCluster.BROKERS);
      int length = 1 + random.nextInt(400);
      time.in(random.nextInt(FAULTY_MILLIS), () -> network.restartBroker(broker, length));
    }
    for (int i = random.nextInt(2); i > 0; i--) {
      time.in(random.nextInt(FAULTY_MILLIS), this::forgetProducers);
    }
    boolean abort = random.nextInt(10) == 0;
    network.run(abort ? random.nextInt(FAULTY_MILLIS) : FAULTY_MILLIS);
    cluster.healed = true;
    network.heal();
    if (abort) {
      finished = true;
      core.abort(new IOException("stopped"));
      network.run(10_000);
    } else {
      heal();
    }
    verify();
  }

  /** A producer's id expires a day after its last batch: not while something is on the way. */
  private void forgetProducers() {
    if (core.isIdle() && network.isQuiet()) {
      cluster.forgetProducers();
      time.skip(TimeUnit.DAYS.toMillis(1));
    }
  }

  /**
   * With the faults over, all that was appended gets its outcome, and all that follows is acked.
   */
  private void heal() {
    finished = true;
    long settled = settings.deliveryTimeoutNanos() + settings.requestTimeoutNanos();
    network.run(TimeUnit.NANOSECONDS.toMillis(settled) + 500);
    check(core.isIdle(), "not idle after all deadlines");
    poisonous = false;
    int first = records.size();
    for (int partition = 0; partition < SimulatedCluster.PARTITIONS; partition++) {
      for (String topic : SimulatedCluster.TOPICS) {
        check(append(topic, partition, 8) == AppendResult.APPENDED, "no room when idle");
      }
    }
    finished = true;
    core.close();
    network.run(3_000);
    for (Sent sent : records.subList(first, records.size())) {
      boolean enoughTime = settings.deliveryTimeoutNanos() >= millis(1_000);
      check(sent.outcome == Outcome.ACKED || !enoughTime, "not acked in health: " + sent.reason);
    }
    check(core.isIdle(), "not idle at the end");
  }

  private void burst() {
    int count = 1 + random.nextInt(12);
    String topic = SimulatedCluster.TOPICS.get(random.nextInt(SimulatedCluster.TOPICS.size()));
    int partition = random.nextInt(SimulatedCluster.PARTITIONS + 1) - 1;
    for (int i = 0; i < count && records.size() < MAX_RECORDS; i++) {
      int size = random.nextInt(30) == 0 ? 800 + random.nextInt(800) : random.nextInt(150);
      append(topic, partition, size);
    }
    if (random.nextInt(8) > 0) {
      core.flush();
    }
  }

  private AppendResult append(String topic, int partition, int size) {
    boolean poison = poisonous && random.nextInt(20) == 0;
    int id = records.size();
    byte[] value = new byte[5 + size];
    random.nextBytes(value);
    ByteBuffer.wrap(value).putInt(id).put((byte) (poison ? 1 : 0));
    record.begin(1_000_000 + id).value(value, 0, value.length);
    if (random.nextBoolean()) {
      record.header(new byte[] {'h'}, value, 0, 4);
    }
    AppendResult result = core.append(topic, partition, record, this, id);
    if (result == AppendResult.APPENDED) {
      records.add(new Sent(topic, partition, poison));
    }
    return result;
  }

  @Override
  public void acked(int index, int partition, long offset) {
    Sent sent = end(index, Outcome.ACKED);
    sent.offset = offset;
    check(!sent.poison, "acked what must be refused");
    check(sent.wanted < 0 || sent.wanted == partition, "acked in another partition");
    check(cluster.log(sent.topic, partition).everContained(index), "acked and never written");
  }

  @Override
  public void notWritten(int index, Exception reason) {
    end(index, Outcome.NOT_WRITTEN).reason = reason;
  }

  @Override
  public void unknown(int index, Exception reason) {
    end(index, Outcome.UNKNOWN).reason = reason;
  }

  private Sent end(int index, Outcome outcome) {
    Sent sent = records.get(index);
    check(sent.outcome == Outcome.NONE, "two outcomes");
    sent.outcome = outcome;
    if (!finished && random.nextInt(50) == 0) {
      burst();
    }
    return sent;
  }

  private void verify() {
    int[] copies = new int[records.size()];
    for (String topic : SimulatedCluster.TOPICS) {
      for (int partition = 0; partition < SimulatedCluster.PARTITIONS; partition++) {
        verify(topic, partition, copies);
      }
    }
    check(Arrays.stream(copies).noneMatch(n -> n > 1), "written twice");
    for (int id = 0; id < copies.length; id++) {
      Sent sent = records.get(id);
      check(sent.outcome != Outcome.NONE, "no outcome");
      check(sent.outcome != Outcome.ACKED || copies[id] == 1, "acked and lost");
    }
    ProduceStats stats = core.stats();
    check(stats.offsetsBackwards() == 0, "offsets went backwards");
    long ends = stats.acked() + stats.notWritten() + stats.unknown();
    check(stats.records() == records.size() && ends == records.size(), "counters");
    check(core.bufferedBytes() == 0, "budget leaks");
    check(core.inFlightRequests() == 0, "requests leak");
    long used = allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    check(used == 0, "buffers leak");
  }

  private void verify(String topic, int partition, int[] copies) {
    SimulatedLog log = cluster.log(topic, partition);
    for (int id = 0; id < copies.length; id++) {
      boolean unwritten = records.get(id).outcome == Outcome.NOT_WRITTEN;
      check(!unwritten || !log.everContained(id), "called not written, and was in the log");
    }
    int lastAcked = -1;
    Map<Long, Integer> last = new HashMap<>();
    for (SimulatedLog.Entry entry : log.entries()) {
      for (int i = 0; i < entry.ids().length; i++) {
        int id = entry.ids()[i];
        Sent sent = records.get(id);
        copies[id]++;
        check(sent.topic.equals(topic), "another topic's record");
        boolean acked = sent.outcome == Outcome.ACKED;
        // What is unknown, of a producer id that was given up, may still arrive late.
        check(last.merge(entry.producerId(), id, Math::max) == id, "out of order");
        check(!acked || id > lastAcked, "acked out of order");
        lastAcked = acked ? id : lastAcked;
        check(!acked || sent.offset < 0 || sent.offset == entry.baseOffset() + i, "wrong offset");
      }
    }
  }
}
