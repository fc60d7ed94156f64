package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A sink in the hands of the test: keeps batches open until the test completes them. */
final class ManualSink implements BatchSender {
  private final LinkedBlockingQueue<Batch> batches = new LinkedBlockingQueue<>();

  @Override
  public void send(Batch batch) {
    batches.add(batch);
  }

  Batch next() throws InterruptedException {
    Batch batch = batches.poll(Waits.LONG.toNanos(), TimeUnit.NANOSECONDS);
    assertThat(batch).as("the next batch").isNotNull();
    return batch;
  }

  boolean hasNone() {
    return batches.isEmpty();
  }

  static void ackAll(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      assertThat(batch.acked(i, 0, i)).isTrue();
    }
  }

  static byte[] bytes(Batch batch, int i) {
    byte[] copy = new byte[batch.length(i)];
    System.arraycopy(batch.buffer(), batch.offset(i), copy, 0, copy.length);
    return copy;
  }

  static List<String> texts(Batch batch) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      texts.add(new String(bytes(batch, i), StandardCharsets.UTF_8));
    }
    return texts;
  }
}
