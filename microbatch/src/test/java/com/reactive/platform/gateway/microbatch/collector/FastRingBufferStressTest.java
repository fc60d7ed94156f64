package com.reactive.platform.gateway.microbatch.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A producer and a consumer at full speed: everything arrives, once, in order, and whole. */
@Timeout(300)
class FastRingBufferStressTest {
  private static final int ELEMENTS = 10_000;
  private static final int SPINS_BEFORE_PARKING = 300;

  private final FastRingBuffer<Element> small = new FastRingBuffer<>(4);
  private int next;

  /** Plain fields: they are seen only because the ring orders them. */
  private static final class Element {
    int sequence;
    long checksum;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 1024})
  void byPoll(int capacity) throws InterruptedException {
    race(new FastRingBuffer<>(capacity), ring -> check(ring.poll()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 1024})
  void byDrain(int capacity) throws InterruptedException {
    race(new FastRingBuffer<>(capacity), ring -> ring.drain(this::check, 5));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 1024})
  void byDrainTo(int capacity) throws InterruptedException {
    Object[] target = new Object[100];
    race(
        new FastRingBuffer<>(capacity),
        ring -> {
          int count = ring.drainTo(target, 0, target.length);
          for (int i = 0; i < count; i++) {
            check((Element) target[i]);
          }
          return count;
        });
  }

  @Test
  void theSizeStaysWithinTheCapacity() throws InterruptedException {
    AtomicReference<String> fault = new AtomicReference<>();
    Thread watcher =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                int size = small.size();
                if (size < 0 || size > small.capacity()) {
                  fault.set("size " + size);
                }
              }
            });
    watcher.start();
    race(small, ring -> check(ring.poll()));
    watcher.interrupt();
    watcher.join();
    assertThat(fault.get()).isNull();
  }

  private void race(FastRingBuffer<Element> ring, ToIntFunction<FastRingBuffer<Element>> take)
      throws InterruptedException {
    Thread producer = new Thread(() -> produce(ring));
    producer.start();
    try {
      for (int idle = 0; next < ELEMENTS; ) {
        idle = take.applyAsInt(ring) == 0 ? pause(idle) : 0;
      }
    } finally {
      producer.interrupt();
      producer.join();
    }
    assertThat(ring.isEmpty()).isTrue();
    assertThat(ring.slots).containsOnlyNulls();
  }

  private static void produce(FastRingBuffer<Element> ring) {
    for (int i = 0; i < ELEMENTS; i++) {
      Element element = new Element();
      element.sequence = i;
      element.checksum = 31L * i + 7;
      for (int full = 0; !ring.offer(element); full = pause(full)) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        }
      }
    }
  }

  /** A yield would give a busy processor away for long, and to anybody. */
  private static int pause(int times) {
    if (times < SPINS_BEFORE_PARKING) {
      Thread.onSpinWait();
    } else {
      LockSupport.parkNanos(1); // the other may need this processor
    }
    return times + 1;
  }

  private int check(Element element) {
    if (element == null) {
      return 0;
    }
    assertThat(element.sequence).isEqualTo(next);
    assertThat(element.checksum).isEqualTo(31L * next + 7);
    next++;
    return 1;
  }
}
