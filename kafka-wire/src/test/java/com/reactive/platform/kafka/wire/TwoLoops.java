package com.reactive.platform.kafka.wire;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A client with a producer on each of two event loops, as a gateway has it. */
final class TwoLoops implements AutoCloseable {
  final WireClient client;
  private final MultiThreadIoEventLoopGroup group;
  private final List<EventLoop> loops = new ArrayList<>();
  private final List<WireProducer> producers = new ArrayList<>();

  TwoLoops(String bootstrapServers, Map<String, Object> more) {
    this(bootstrapServers, more, config -> config);
  }

  TwoLoops(
      String bootstrapServers, Map<String, Object> more, UnaryOperator<WireConfig> adjustment) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", bootstrapServers);
    group =
        new MultiThreadIoEventLoopGroup(
            2, Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    client = WireClient.open(adjustment.apply(WireConfig.of(config)), group.next());
    group.forEach(
        executor -> {
          loops.add((EventLoop) executor);
          producers.add(client.producer((EventLoop) executor));
        });
  }

  /** Sends so many records on each loop. */
  List<Sending> send(String topic, int count, long pauseMicros) {
    List<Sending> sendings = new ArrayList<>();
    for (int i = 0; i < loops.size(); i++) {
      sendings.add(
          new Sending(producers.get(i), loops.get(i), topic, "loop" + i, count, pauseMicros)
              .start());
    }
    return sendings;
  }

  /** A loop of the two, with its producer. */
  EventLoop loop(int index) {
    return loops.get(index);
  }

  WireProducer producer(int index) {
    return producers.get(index);
  }

  /** Connections that were lost while they were of use. */
  long disconnects() {
    return producers.stream().mapToLong(producer -> producer.stats().disconnects()).sum();
  }

  /** Those of the loop that has lost the fewest. */
  long fewestDisconnects() {
    return producers.stream().mapToLong(producer -> producer.stats().disconnects()).min().orElse(0);
  }

  @Override
  public void close() {
    for (WireProducer producer : producers) {
      producer.close(Duration.ofSeconds(20)).orTimeout(30, TimeUnit.SECONDS).join();
    }
    client.close();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(10, TimeUnit.SECONDS);
  }
}
