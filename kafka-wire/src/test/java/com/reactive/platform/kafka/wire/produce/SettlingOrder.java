package com.reactive.platform.kafka.wire.produce;

import static com.reactive.platform.kafka.wire.produce.SimulatedNetwork.check;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.compress.Compression;

/**
 * Events that befall unanswered batches, in one order: a produce core and its successors against a
 * cluster without other faults, in virtual time. The seed decides how much time is between the
 * events, and how long messages take. {@link #run} throws if a promise is broken.
 */
final class SettlingOrder {
  /** The events. */
  enum Event {
    SEND,
    LOSE_ANSWERS,
    MOVE_LEADER,
    EXPIRE_PRODUCER_IDS,
    RESTART_BROKER,
    RESTART_GATEWAY
  }

  /** Something that is wrong on purpose, to see that it is found. */
  enum Fault {
    NONE,
    /** What was not answered is called not written. */
    A_LOST_ANSWER_IS_A_REFUSAL,
    /** What the old leader was sent goes to the new one while the old one may still take it. */
    THE_OLD_LEADER_IS_NOT_AWAITED,
    /** Unknown batches are sent for longer than brokers remember their producers. */
    IDS_EXPIRE_EARLY,
    /** A broker comes back without what it knew of producers. */
    A_RESTART_FORGETS_NUMBERS,
    /** A new process gets the producer id of the last one. */
    A_RESTART_REPEATS_IDS
  }

  private static final String TOPIC = SimulatedCluster.TOPICS.get(0);
  private static final int[] PAUSES_MILLIS = {2, 150, 600};
  private static final ProduceSettings SETTINGS =
      new ProduceSettings(
              "orders",
              Compression.NONE,
              160,
              1_000,
              100_000,
              3,
              1_000,
              millis(200),
              millis(400),
              millis(10),
              millis(40))
          .settling(millis(60_000));

  private final Fault fault;
  private final SplittableRandom random;
  private final UnpooledByteBufAllocator allocator =
      new UnpooledByteBufAllocator(false, true, false);
  private final VirtualTime time = new VirtualTime();
  private final SimulatedCluster cluster;
  private final RecordFates fates;
  private final RecordOutcomes outcomes;
  private final List<SimulatedNetwork> networks = new ArrayList<>();
  private final ProduceRecord record = new ProduceRecord();
  private SimulatedNetwork network;
  private ProduceCore core;

  SettlingOrder(long seed, Fault fault) {
    this.fault = fault;
    random = new SplittableRandom(seed);
    cluster = new SimulatedCluster(random.split(), 0);
    fates = new RecordFates(cluster, () -> {});
    outcomes = fault == Fault.A_LOST_ANSWER_IS_A_REFUSAL ? new Hasty(fates) : fates;
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  void run(List<Event> events) {
    startGateway();
    for (Event event : events) {
      happens(event);
      network.run(PAUSES_MILLIS[random.nextInt(PAUSES_MILLIS.length)]);
    }
    heal();
    fates.verify(false);
    long used = allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory();
    check(used == 0, "buffers leak");
  }

  private void startGateway() {
    SimulatedNetwork next = new SimulatedNetwork(random.split(), cluster, SETTINGS, time);
    if (network != null && fault != Fault.A_RESTART_REPEATS_IDS) {
      next.nextProducerId = network.nextProducerId;
    }
    core = new ProduceCore(SETTINGS, next, allocator, time::now);
    next.core = core;
    network = next;
    networks.add(next);
    core.start();
    core.topic(TOPIC);
    network.run(200);
  }

  private void happens(Event event) {
    int leader = cluster.log(TOPIC, 0).leader;
    switch (event) {
      case SEND -> send(3);
      case LOSE_ANSWERS -> network.loseAnswers(300);
      case MOVE_LEADER -> {
        cluster.log(TOPIC, 0).elect((leader + 1) % SimulatedCluster.BROKERS, 0);
        if (fault == Fault.THE_OLD_LEADER_IS_NOT_AWAITED) {
          network.pretendLoss(leader);
        }
      }
      case EXPIRE_PRODUCER_IDS -> expireProducerIds();
      case RESTART_BROKER -> {
        network.restartBroker(leader, 1 + random.nextInt(400));
        if (fault == Fault.A_RESTART_FORGETS_NUMBERS) {
          cluster.forgetProducers();
        }
      }
      case RESTART_GATEWAY -> {
        core.abort(new IOException("restarted"));
        startGateway();
      }
    }
  }

  private void send(int records) {
    for (int i = 0; i < records; i++) {
      int id = fates.count();
      byte[] value = ByteBuffer.allocate(40).putInt(id).array();
      record.begin(1_000_000 + id).value(value, 0, value.length);
      AppendResult result = core.append(TOPIC, 0, record, outcomes, id);
      check(result == AppendResult.APPENDED, "append: " + result);
      fates.add(TOPIC, 0, false);
    }
    core.flush();
  }

  /** A day after the last batch, so nothing is on its way any more. */
  private void expireProducerIds() {
    for (int i = 0; i < 200 && !networks.stream().allMatch(SimulatedNetwork::isQuiet); i++) {
      network.run(1);
    }
    cluster.forgetProducers();
    if (fault != Fault.IDS_EXPIRE_EARLY) {
      time.skip(TimeUnit.DAYS.toMillis(1));
    }
  }

  /** Now all that is unknown is settled soon, and what comes is acknowledged. */
  private void heal() {
    cluster.healed = true;
    network.heal();
    network.run(2_000);
    check(core.isIdle(), "not idle after all deadlines");
    int first = fates.count();
    send(2);
    network.run(2_000);
    if (fault == Fault.NONE) {
      fates.checkAcked(first);
    }
    core.close();
    network.run(100);
    check(core.isIdle(), "not idle at the end");
  }

  /** Waits for nothing. */
  private record Hasty(RecordOutcomes told) implements RecordOutcomes {
    @Override
    public void acked(int index, int partition, long offset) {
      told.acked(index, partition, offset);
    }

    @Override
    public void notWritten(int index, Exception reason) {
      told.notWritten(index, reason);
    }

    @Override
    public void unknown(int index, Exception reason) {
      told.notWritten(index, reason);
    }
  }
}
