package com.reactive.platform.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.source.SourceContext;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a sink in memory that fails as the test says. */
@Timeout(300)
class RowDeliveryTest {
  private static final String STREAM = "counter";

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private final StripedBatcher batcher =
      new StripedBatcher(
          new BatcherConfig(1, 1 << 20, 4_096, 1 << 16, 1_000_000, 0), this::send, "sink");
  private final Ledger ledger = new Ledger();
  private final InFlightBudget budget = new InFlightBudget(100_000, 1 << 30);

  /** Ids by record key, in the order of writing. */
  private final List<String> written = new CopyOnWriteArrayList<>();

  private volatile boolean failing;
  private volatile boolean accepting = true;
  private volatile String refused = "";
  private SourceContext context;
  private RowDelivery delivery;

  @BeforeEach
  void start() throws Exception {
    StreamDefinition stream =
        GatewayConfig.from(
                Settings.ofKeys(
                    Map.of("streams.counter.enabled", "true", "batch.calibration-file", "")))
            .streams()
            .get(0);
    TranscoderPlan plan =
        TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), List.of());
    StreamRuntime runtime = new StreamRuntime(stream, 0, 0, plan, new byte[0], () -> accepting);
    Ingress ingress =
        new Ingress(new StripedBatcher.Writer[] {batcher.writer(0)}, 0, Runnable::run);
    context =
        new SourceContext(loop, ingress, ledger, name -> name.equals(STREAM) ? runtime : null);
    delivery = new RowDelivery(context, false, budget);
  }

  @AfterEach
  void stop() throws Exception {
    delivery.stop();
    batcher.close();
    delivery.awaitLanded(60_000);
    loop.shutdownNow();
    assertThat(loop.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    assertThat(ledger.snapshot(0).balanced()).as("seed %d: %s", seed, ledger.snapshot(0)).isTrue();
  }

  private void send(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      EventFrame.Parts event = EventFrame.read(batch.buffer(), batch.offset(i), batch.length(i));
      String id = new String(event.eventId(), UTF_8);
      String key = event.key() == null ? "" : new String(event.key(), UTF_8);
      int fate = failing ? random.nextInt(8) : 0;
      if (id.equals(refused)) {
        batch.notWritten(i, new RefusedEventException(new IllegalArgumentException("too large")));
      } else if (fate == 1) {
        batch.notWritten(i, new IllegalStateException("for the test"));
      } else {
        written.add(key + " " + id);
        if (fate == 2) {
          batch.unknown(i, new IllegalStateException("for the test"));
        } else {
          batch.acked(i, 0, written.size());
        }
      }
    }
  }

  private static OutboxRow row(String stream, String key, String id, long endLsn) {
    byte[] payload = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}".getBytes(UTF_8);
    OutboxRow row =
        new OutboxRow(
            payload.length,
            stream,
            id.getBytes(UTF_8),
            key.getBytes(UTF_8),
            "Made",
            payload,
            0,
            payload.length,
            1);
    row.endLsn = endLsn;
    return row;
  }

  private void offer(OutboxRow... rows) throws InterruptedException {
    for (OutboxRow row : rows) {
      if (!row.isEnd()) {
        assertThat(budget.acquire(row.bytes, 60_000)).isTrue();
      }
    }
    delivery.offer(List.of(rows));
  }

  private void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5);
    }
  }

  private void awaitLsn(long lsn) throws InterruptedException {
    await(() -> delivery.progress().confirmedLsn() == lsn);
  }

  /** Whatever fails: all rows are written, and those of a key in their order. */
  @Test
  void orderPerKeyHoldsWhateverFails() throws Exception {
    failing = true;
    int rows = 200;
    for (int i = 0; i < rows; i++) {
      offer(row(STREAM, "k" + random.nextInt(100), "id-" + i, i + 1));
    }
    awaitLsn(rows);
    Set<String> seen = new HashSet<>();
    Map<String, Integer> lastOfKey = new HashMap<>();
    List<String> faults = new ArrayList<>();
    for (String each : written) {
      String[] parts = each.split(" ", -1);
      int number = Integer.parseInt(parts[1].substring(3));
      if (lastOfKey.getOrDefault(parts[0], -1) > number) {
        faults.add(each);
      }
      lastOfKey.put(parts[0], number);
      seen.add(parts[1]);
    }
    assertThat(faults).as("seed %d", seed).isEmpty();
    assertThat(seen).as("seed %d", seed).hasSize(rows);
    assertThat(delivery.progress().events()).isEqualTo(rows);
    assertThat(delivery.progress().transactions()).isEqualTo(rows);
    assertThat(delivery.progress().retries()).isPositive();
    assertThat(budget.held().rows()).isZero();
  }

  @Test
  void aTransactionIsConfirmedWhenAllBeforeItIsKept() throws Exception {
    accepting = false;
    offer(row(STREAM, "a", "1", 0), row(STREAM, "b", "2", 10), OutboxRow.endOf(20));
    offer(OutboxRow.endOf(30));
    loop.submit(() -> {}).get();
    assertThat(delivery.progress().confirmedLsn()).isZero();
    assertThat(delivery.progress().oldestMillis()).isEqualTo(1);
    accepting = true;
    awaitLsn(30);
    assertThat(delivery.progress().finished()).isEqualTo(4);
    assertThat(delivery.progress().transactions()).isEqualTo(3);
    assertThat(delivery.progress().oldestMillis()).isZero();
  }

  @Test
  void aRowThatNoStreamTakesStopsAllBehindIt() throws Exception {
    offer(row(STREAM, "a", "1", 1), row("none", "a", "2", 2), row(STREAM, "b", "3", 3));
    await(() -> !delivery.progress().invalid().isEmpty());
    assertThat(delivery.progress().invalid())
        .isEqualTo("row 2 of stream none: there is no such stream");
    awaitLsn(1);
    assertThat(written).containsExactly("a 1");
  }

  @Test
  void orIsSkippedIfThatIsWanted() throws Exception {
    delivery = new RowDelivery(context, true, budget);
    refused = "4";
    offer(
        row(STREAM, "a", "1", 1),
        row("none", "a", "2", 2),
        row(STREAM, "a", "not an id", 3),
        row(STREAM, "a", "4", 4),
        row(STREAM, "a", "5", 5));
    awaitLsn(5);
    assertThat(written).containsExactly("a 1", "a 5");
    assertThat(delivery.progress().skipped()).isEqualTo(3);
    assertThat(delivery.progress().events()).isEqualTo(2);
  }
}
