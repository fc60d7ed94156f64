package com.reactive.platform.reliability.fault;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Fault.Injected;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Faults of brokers' processes and disks. */
final class BrokerFaults {
  private static final int ALL_REPLICAS = 3;
  private static final int MIN_REPLICAS = 2;
  private static final long STEP_MILLIS = 100;
  private static final int FULL_STEPS = 100;

  private BrokerFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.of(
            Area.KAFKA,
            "leader-kill",
            1,
            8,
            "kill -9 of the leader of a partition, then a restart",
            "held, then 201 by the new leader; else 504",
            BrokerFaults::killLeader),
        Fault.of(
            Area.KAFKA,
            "leader-pause",
            1,
            12,
            "SIGSTOP of the leader of a partition, then SIGCONT",
            "held, then 201 by it or a new leader; else 504",
            BrokerFaults::pauseLeader),
        Fault.of(
            Area.KAFKA,
            "rolling-restart",
            0,
            0,
            "restart of all brokers, one after the other",
            "leaders move; held, then 201",
            BrokerFaults::restartAll),
        Fault.of(
            Area.KAFKA,
            "not-enough-replicas",
            5,
            20,
            "a follower is paused while min.insync.replicas is 3",
            "retried until the deadline, then 504: it may be in the log",
            BrokerFaults::tooFewReplicas),
        Fault.of(
            Area.KAFKA,
            "all-down",
            5,
            60,
            "kill -9 of all brokers, then a restart",
            "504 for events in flight, then 503 at once; 201 again without a restart of the gateway",
            BrokerFaults::killAll),
        Fault.of(
                Area.KAFKA,
                "broker-disk-full",
                3,
                15,
                "a broker's disk is full, which ends the broker; then free again",
                "as for a killed broker",
                BrokerFaults::fillDisk)
            .onSmallDisk());
  }

  private static BrokerNode anyLeader(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    return bed.cluster().leader(TestBed.TOPIC, random.nextInt(TestBed.PARTITIONS));
  }

  private static Injected killLeader(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    BrokerNode leader = anyLeader(bed, random);
    leader.kill();
    return new Injected("node " + leader.id(), leader::start);
  }

  private static Injected pauseLeader(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    BrokerNode leader = anyLeader(bed, random);
    leader.pause();
    return new Injected("node " + leader.id(), leader::resume);
  }

  private static Injected restartAll(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    for (BrokerNode node : bed.cluster().nodes()) {
      node.stop();
      node.start();
      bed.awaitWhole();
    }
    return new Injected("", () -> {});
  }

  private static Injected tooFewReplicas(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    BrokerNode leader = anyLeader(bed, random);
    List<BrokerNode> others =
        bed.cluster().nodes().stream().filter(node -> node.id() != leader.id()).toList();
    BrokerNode follower = others.get(random.nextInt(others.size()));
    bed.cluster().minInsyncReplicas(TestBed.TOPIC, ALL_REPLICAS);
    follower.pause();
    return new Injected(
        "node " + follower.id(),
        () -> {
          follower.resume();
          bed.cluster().minInsyncReplicas(TestBed.TOPIC, MIN_REPLICAS);
        });
  }

  private static Injected killAll(TestBed bed, SplittableRandom random) {
    // Together, so that none of them takes note of what the others miss.
    bed.cluster().nodes().parallelStream().forEach(BrokerNode::kill);
    return new Injected("", bed.cluster()::startAll);
  }

  private static Injected fillDisk(TestBed bed, SplittableRandom random) throws Exception {
    BrokerNode node = bed.cluster().nodes().get(bed.brokerDiskNode() - 1);
    bed.brokerDisk().fill();
    // Where hardly anything is written meanwhile, that takes until a page is full.
    for (int i = 0; i < FULL_STEPS && node.isAlive(); i++) {
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
    AtomicBoolean ended = new AtomicBoolean();
    return new Injected(
        "node " + node.id(),
        () -> {
          ended.set(!node.isAlive());
          bed.brokerDisk().heal();
          // It ends by itself when it cannot write; where it had nothing to write, it goes on.
          node.kill();
          node.start();
        },
        () -> ended.get() ? "(it ended)" : "(it went on)");
  }
}
