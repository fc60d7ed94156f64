package com.reactive.platform.reliability.fault;

import com.reactive.platform.reliability.fault.Fault.Area;
import com.reactive.platform.reliability.fault.Fault.Healing;
import com.reactive.platform.reliability.fault.Fault.Injected;
import com.reactive.platform.testbed.proxy.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Faults of the connections between gateway and brokers. */
final class NetworkFaults {
  private static final int LONGEST_DELAY_MILLIS = 400;
  private static final int LONGEST_RESET_PAUSE_MILLIS = 1_000;

  private NetworkFaults() {}

  static List<Fault> all() {
    return List.of(
        Fault.of(
            Area.NETWORK,
            "dropped-acks",
            1,
            12,
            "produce responses are lost, then the connections break",
            "written but unknown: 201 after a successful retry, else 504; never duplicated",
            NetworkFaults::dropAcks),
        Fault.of(
            Area.NETWORK,
            "latency",
            3,
            15,
            "up to 0.4 s more latency in each direction",
            "201, later",
            NetworkFaults::delay),
        Fault.of(
            Area.NETWORK,
            "resets",
            2,
            10,
            "connections to brokers are reset repeatedly",
            "retried, then 201; else 504",
            NetworkFaults::reset),
        Fault.of(
            Area.NETWORK,
            "refused",
            2,
            15,
            "connections to brokers are reset, and new ones refused",
            "held, then 201; else 504, and 503 at once while it lasts",
            NetworkFaults::refuse),
        Fault.of(
            Area.NETWORK,
            "black-hole",
            2,
            15,
            "no bytes pass in either direction, no connection breaks; they arrive later",
            "held, then 201; else 504; late bytes are not written twice",
            NetworkFaults::blackHole));
  }

  /** That of a broker that leads a partition, or with the same chance those of all of them. */
  private static List<TcpProxy> some(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    List<TcpProxy> all = bed.cluster().proxies();
    if (random.nextBoolean()) {
      return all;
    }
    int any = random.nextInt(all.size());
    int partition = random.nextInt(TestBed.PARTITIONS);
    // A broker that was away leads nothing for a while, and nobody would miss it.
    return List.of(
        all.get(
            bed.cluster().leaderNow(TestBed.TOPIC, partition).map(n -> n.id() - 1).orElse(any)));
  }

  private static String name(TestBed bed, List<TcpProxy> some) {
    List<TcpProxy> all = bed.cluster().proxies();
    return some.size() == all.size() ? "all nodes" : "node " + (all.indexOf(some.get(0)) + 1);
  }

  private static Healing passAndReset(List<TcpProxy> some) {
    return () -> {
      some.forEach(TcpProxy::pass);
      some.forEach(TcpProxy::resetAll);
    };
  }

  private static Injected dropAcks(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    List<TcpProxy> some = some(bed, random);
    long before = swallowed(some);
    some.forEach(TcpProxy::dropProduceResponses);
    return new Injected(
        name(bed, some),
        passAndReset(some),
        () -> "(" + (swallowed(some) - before) + " responses)");
  }

  private static long swallowed(List<TcpProxy> some) {
    return some.stream().mapToLong(TcpProxy::swallowed).sum();
  }

  private static Injected delay(TestBed bed, SplittableRandom random) throws InterruptedException {
    List<TcpProxy> some = some(bed, random);
    Duration delay = Duration.ofMillis(random.nextInt(10, LONGEST_DELAY_MILLIS + 1));
    some.forEach(proxy -> proxy.delay(delay));
    return new Injected(
        name(bed, some) + ", " + delay.toMillis() + " ms", () -> some.forEach(TcpProxy::pass));
  }

  private static Injected reset(TestBed bed, SplittableRandom random) throws InterruptedException {
    List<TcpProxy> some = some(bed, random);
    SplittableRandom pauses = random.split();
    Thread resetting =
        new Thread(
            () -> {
              try {
                while (true) {
                  some.forEach(TcpProxy::resetAll);
                  TimeUnit.MILLISECONDS.sleep(pauses.nextInt(20, LONGEST_RESET_PAUSE_MILLIS));
                }
              } catch (InterruptedException e) {
                // Healed.
              }
            },
            "resets");
    resetting.setDaemon(true);
    resetting.start();
    return new Injected(
        name(bed, some),
        () -> {
          resetting.interrupt();
          resetting.join();
        });
  }

  private static Injected refuse(TestBed bed, SplittableRandom random) throws InterruptedException {
    List<TcpProxy> some = some(bed, random);
    some.forEach(TcpProxy::refuse);
    some.forEach(TcpProxy::resetAll);
    return new Injected(name(bed, some), () -> some.forEach(TcpProxy::pass));
  }

  private static Injected blackHole(TestBed bed, SplittableRandom random)
      throws InterruptedException {
    List<TcpProxy> some = some(bed, random);
    some.forEach(TcpProxy::blackHole);
    return new Injected(name(bed, some), () -> some.forEach(TcpProxy::pass));
  }
}
