package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.SimulatedNetwork.check;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.compress.Compression;

/**
 * One schedule: a produce core against a cluster that fails at random, in virtual time, all of it
 * determined by a seed. {@link #run} throws if a promise is broken.
 */
final class ProduceSimulation {
  private static final int FAULTY_MILLIS = 1_500;
  private static final int MAX_RECORDS = 200;

  private final SplittableRandom random;
  private final ProduceSettings settings;
  private final UnpooledByteBufAllocator allocator =
      new UnpooledByteBufAllocator(false, true, false);
  private final SimulatedCluster cluster;
  private final VirtualTime time = new VirtualTime();
  private final SimulatedNetwork network;
  private final ProduceCore core;
  private final ProduceRecord record = new ProduceRecord();
  private final RecordFates fates;
  private final int faultyMillis;
  private final boolean losses;
  private boolean poisonous;
  private boolean finished;

  /** Schedules with odd seeds settle; with even ones unknown outcomes are left as they are. */
  ProduceSimulation(long seed) {
    random = new SplittableRandom(seed);
    SplittableRandom settling = new SplittableRandom(~seed);
    boolean settles = seed % 2 != 0;
    faultyMillis = settles ? FAULTY_MILLIS + settling.nextInt(3 * FAULTY_MILLIS) : FAULTY_MILLIS;
    losses = settles && settling.nextInt(10) == 0;
    double[] levels = {0, 0.02, 0.05, 0.1, 0.3};
    cluster = new SimulatedCluster(random.split(), levels[random.nextInt(levels.length)]);
    settings = settles ? settling(settings(random), settling) : settings(random);
    network = new SimulatedNetwork(random.split(), cluster, settings, time);
    core = new ProduceCore(settings, network, allocator, time::now);
    network.core = core;
    fates = new RecordFates(cluster, this::burstNowAndThen);
    poisonous = random.nextInt(4) == 0;
  }

  /** With room to settle nearly all in every other schedule. */
  private static ProduceSettings settling(ProduceSettings settings, SplittableRandom random) {
    int room = random.nextBoolean() ? 16 : 1;
    return new ProduceSettings(
        settings.clientId(),
        settings.compression(),
        settings.batchBytes(),
        settings.maxRequestBytes(),
        room * settings.bufferBytes(),
        settings.maxInFlightPerBroker(),
        settings.ackTimeoutMillis(),
        settings.requestTimeoutNanos(),
        settings.deliveryTimeoutNanos(),
        settings.retryBackoffNanos(),
        settings.retryBackoffMaxNanos(),
        millis(random.nextInt(8) == 0 ? 0 : 50 + random.nextInt(6_000)),
        ProduceSettings.FIXED_CODEC);
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
    plan(1 + random.nextInt(25), this::burst);
    plan(random.nextInt(4), cluster::electSomewhere);
    plan(random.nextInt(3), () -> restartBroker(400));
    plan(random.nextInt(2), this::forgetProducers);
    if (faultyMillis > FAULTY_MILLIS) {
      plan(random.nextInt(3), () -> restartBroker(3_000));
      plan(random.nextInt(3), () -> network.loseAnswers(random.nextInt(2_000)));
      plan(random.nextInt(2), this::forgetProducers);
    }
    plan(losses ? 1 : 0, cluster::loseAcknowledged);
    boolean abort = random.nextInt(10) == 0;
    network.run(abort ? random.nextInt(faultyMillis) : faultyMillis);
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

  /** Has something done so many times, at any time while all fails. */
  private void plan(int times, Runnable action) {
    for (int i = times; i > 0; i--) {
      time.in(random.nextInt(faultyMillis), action);
    }
  }

  private void restartBroker(int atMostMillis) {
    int broker = random.nextInt(SimulatedCluster.BROKERS);
    network.restartBroker(broker, 1 + random.nextInt(atMostMillis));
  }

  /**
   * A producer's id expires a day after its last batch. By then nothing is on its way to a broker,
   * and the core must not send again what it had sent before, though its timer has not rung yet.
   */
  private void forgetProducers() {
    if (network.isQuiet()) {
      cluster.forgetProducers();
      time.skip(TimeUnit.DAYS.toMillis(1));
    }
  }

  /**
   * With the faults over, all that was appended gets its outcome, is settled soon, and all that
   * follows is acked.
   */
  private void heal() {
    finished = true;
    long settled = settings.deliveryTimeoutNanos() + settings.requestTimeoutNanos();
    network.run(TimeUnit.NANOSECONDS.toMillis(settled) + 500);
    check(core.isIdle(), "not idle after all deadlines");
    poisonous = false;
    int first = fates.count();
    for (int partition = 0; partition < SimulatedCluster.PARTITIONS; partition++) {
      for (String topic : SimulatedCluster.TOPICS) {
        check(append(topic, partition, 8) == AppendResult.APPENDED, "no room when idle");
      }
    }
    finished = true;
    core.close();
    network.run(3_000);
    if (settings.deliveryTimeoutNanos() >= millis(1_000) && !losses) {
      fates.checkAcked(first);
    }
    check(core.isIdle(), "not idle at the end");
  }

  private void burst() {
    int count = 1 + random.nextInt(12);
    String topic = SimulatedCluster.TOPICS.get(random.nextInt(SimulatedCluster.TOPICS.size()));
    int partition = random.nextInt(SimulatedCluster.PARTITIONS + 1) - 1;
    for (int i = 0; i < count && fates.count() < MAX_RECORDS; i++) {
      int size = random.nextInt(30) == 0 ? 800 + random.nextInt(800) : random.nextInt(150);
      append(topic, partition, size);
    }
    if (random.nextInt(8) > 0) {
      core.flush();
    }
  }

  private AppendResult append(String topic, int partition, int size) {
    boolean poison = poisonous && random.nextInt(20) == 0;
    int id = fates.count();
    byte[] value = new byte[5 + size];
    random.nextBytes(value);
    ByteBuffer.wrap(value).putInt(id).put((byte) (poison ? 1 : 0));
    record.begin(1_000_000 + id).value(value, 0, value.length);
    if (random.nextBoolean()) {
      record.header(new byte[] {'h'}, value, 0, 4);
    }
    AppendResult result = core.append(topic, partition, record, fates, id);
    if (result == AppendResult.APPENDED) {
      fates.add(topic, partition, poison);
    }
    return result;
  }

  private void burstNowAndThen() {
    if (!finished && random.nextInt(50) == 0) {
      burst();
    }
  }

  private void verify() {
    fates.verify(losses);
    fates.checkCounters(core.stats());
    check(losses || core.stats().offsetsBackwards() == 0, "offsets went backwards");
    check(core.bufferedBytes() == 0, "budget leaks");
    check(core.inFlightRequests() == 0, "requests leak");
    long used = allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    check(used == 0, "buffers leak");
  }
}
