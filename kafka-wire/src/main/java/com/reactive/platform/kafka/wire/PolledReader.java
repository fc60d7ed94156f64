package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.fetch.FetchCore;
import com.reactive.platform.kafka.wire.fetch.FetchIo;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads partitions for a thread of the caller's, as a {@link WireReader} does for an event loop:
 * the listener is called within {@link #poll}, and may take its time. One thread of its own moves
 * bytes between the sockets and memory; brokers are asked for the next records before the last ones
 * are handed over, so two answers of each broker are held at most, however slow the caller is.
 *
 * <p>One thread calls all methods but {@link #wakeup}. A caller who does not poll for longer than a
 * request may take may lose a connection, and what it had under way is asked for again.
 */
public final class PolledReader implements AutoCloseable {
  /**
   * Something that happened.
   *
   * @param body what is to be released afterwards; null for none
   */
  private record Arrival(Runnable run, ByteBuf body) {
    void discard() {
      if (body != null) {
        body.release();
      }
    }
  }

  private static final Arrival WAKE_UP = new Arrival(() -> {}, null);

  private final WireThread thread = new WireThread("kafka-reader");
  private final EventLoop loop = thread.loop();
  private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
  private final WireClient client;
  private final NumberedBrokers brokers;
  private final FetchCore core;
  private final Consumer<ClusterView> views = this::viewed;

  /** By broker, of the connections that the core knows. */
  private final Map<Integer, Integer> numbers = new HashMap<>();

  private boolean wakes;
  private long wakeNanos;
  private boolean closed;

  /** On the event loop. */
  private boolean ended;

  private PolledReader(WireConfig config, FetchOptions options, FetchListener listener) {
    try {
      client = WireClient.open(config, loop);
    } catch (RuntimeException e) {
      thread.close();
      throw e;
    }
    brokers = new NumberedBrokers(loop, client.readerSettings(), new Arriving());
    core =
        new FetchCore(
            config.fetch(options), new Io(), listener, ByteBufAllocator.DEFAULT, System::nanoTime);
    client.cluster().subscribe(loop, views);
  }

  /**
   * Begins to look for the cluster. May block for a login, not for the brokers.
   *
   * @throws org.apache.kafka.common.KafkaException if keys are wrong
   */
  public static PolledReader open(WireConfig config, FetchOptions options, FetchListener listener) {
    return new PolledReader(config, options, listener);
  }

  private void viewed(ClusterView view) {
    arrive(() -> core.onClusterView(view));
  }

  private void arrive(Runnable run) {
    arrivals.add(new Arrival(run, null));
  }

  /** The cluster as last seen; a topic is in it once it was asked for. */
  public ClusterView view() {
    return client.view();
  }

  /** Asks for news of a topic. */
  public void refresh(String topic) {
    client.refresh(topic);
  }

  /** Why no broker answers, or what a broker refuses us; empty if all is well. */
  public Optional<Exception> problem() {
    return client.problem();
  }

  /** As {@link WireReader#fetch}; throws if the partition is being read. */
  public void fetch(TopicPartition partition, long from, long to) {
    core.fetch(partition, from, to);
  }

  /** Reads a partition no more: nothing more is heard of it. The listener may call it. */
  public void stop(TopicPartition partition) {
    core.stop(partition);
  }

  /** Asks for no more records; what is under way still comes. */
  public void pause() {
    core.pause();
  }

  public void resume() {
    core.resume();
  }

  /** As {@link WireReader#offsets}; completed within {@link #poll}. */
  public CompletableFuture<Map<TopicPartition, Long>> offsets(
      Collection<TopicPartition> partitions, long timestamp) {
    OffsetAnswers answers = new OffsetAnswers(partitions);
    answers.asked().forEach(partition -> core.offset(partition, timestamp, answers));
    return answers.answer();
  }

  /**
   * Deals with the next thing that has arrived: an answer's records, mostly.
   *
   * @param timeout to wait if nothing has
   * @return false if nothing came, and nothing was to be done
   * @throws InterruptedException if the thread is interrupted; nothing is lost
   */
  public boolean poll(Duration timeout) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Arrival next = arrivals.poll();
    if (next == null) {
      long untilAlarm = wakes ? wakeNanos - System.nanoTime() : Long.MAX_VALUE;
      long waitNanos = Math.max(0, Math.min(timeout.toNanos(), untilAlarm));
      next = arrivals.poll(waitNanos, TimeUnit.NANOSECONDS);
    }
    if (next != null) {
      run(next);
    }
    return ring() || next != null;
  }

  private boolean ring() {
    if (!wakes || wakeNanos - System.nanoTime() > 0) {
      return false;
    }
    wakes = false;
    core.onTimer();
    return true;
  }

  private static void run(Arrival arrival) {
    try {
      arrival.run.run();
    } finally {
      arrival.discard();
    }
  }

  /** Ends the waiting of {@link #poll}. From any thread. */
  public void wakeup() {
    arrivals.add(WAKE_UP);
  }

  /** Ends the reading; the listener hears nothing more. Once is enough. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    client.cluster().unsubscribe(views);
    core.close();
    loop.execute(
        () -> {
          ended = true;
          brokers.close();
          for (Arrival left; (left = arrivals.poll()) != null; ) {
            left.discard();
          }
        });
    client.close();
    thread.close();
  }

  /** What the network tells, on the event loop. */
  private final class Arriving implements NumberedBrokers.Listener {
    @Override
    public void connected(int brokerId, int number, NodeApiVersions versions) {
      arrive(
          () -> {
            numbers.put(brokerId, number);
            core.onConnected(brokerId, versions);
          });
    }

    @Override
    public void response(int brokerId, int number, ByteBuf body) {
      if (!ended) {
        arrivals.add(new Arrival(() -> answered(brokerId, number, body), body.retain()));
      }
    }

    private void answered(int brokerId, int number, ByteBuf body) {
      try {
        core.onResponse(brokerId, body);
      } catch (RuntimeException e) {
        // What cannot be read ends the connection, as it does on an event loop.
        brokers.disconnect(brokerId, number);
      }
    }

    @Override
    public void disconnected(int brokerId) {
      arrive(
          () -> {
            numbers.remove(brokerId);
            core.onDisconnected(brokerId);
          });
    }
  }

  /** What the core wants, on the caller's thread. */
  private final class Io implements FetchIo {
    @Override
    public void connect(BrokerAddress broker) {
      brokers.connect(broker);
    }

    @Override
    public void send(int brokerId, int correlationId, ByteBuf request) {
      brokers.send(brokerId, numbers.get(brokerId), correlationId, request);
    }

    @Override
    public void disconnect(int brokerId) {
      Integer number = numbers.get(brokerId);
      if (number != null) {
        brokers.disconnect(brokerId, number);
      }
    }

    @Override
    public void refreshMetadata(String topic) {
      client.refresh(topic);
    }

    @Override
    public void wakeAt(long nanos) {
      wakes = true;
      wakeNanos = nanos;
    }
  }
}
