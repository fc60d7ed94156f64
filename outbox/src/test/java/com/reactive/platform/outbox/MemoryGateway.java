package com.reactive.platform.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.ingest.EventMemory;
import com.reactive.platform.gateway.ingest.EventSearch;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.Quarantine;
import com.reactive.platform.gateway.ingest.StreamExtras;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.UnsettledEvents;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.source.SourceContext;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** The parts of a gateway that a source uses, over a sink in memory that fails as a test says. */
final class MemoryGateway {
  static final String STREAM = "counter";
  private static final int QUARANTINE = 1;

  final long seed = new Random().nextLong();
  final Random random = new Random(seed);
  final Ledger ledger = new Ledger();

  /** Each a record key and an id, in the order of writing. */
  final List<String> written = new CopyOnWriteArrayList<>();

  /** The same of those that went to the quarantine. */
  final List<String> quarantined = new CopyOnWriteArrayList<>();

  volatile boolean quarantining = true;

  /** What goes to the quarantine does not get there. */
  volatile boolean losing;

  volatile boolean failing;

  /** What is unknown at first is known up to two seconds later. */
  volatile boolean settling;

  /** The event of this id is unknown at first. */
  volatile String unknownOnce = "";

  volatile BooleanSupplier accepting = () -> true;
  volatile String refused = "";

  private final ScheduledExecutorService loop = Executors.newSingleThreadScheduledExecutor();
  private final StripedBatcher batcher =
      new StripedBatcher(
          new BatcherConfig(1, 1 << 20, 4_096, 1 << 16, 1_000_000, 0), this::send, "sink");
  private final SourceContext context;
  private final KeyWindow window;

  /**
   * @param keys of {@code streams.counter}
   * @param remembers ids, to write none twice
   */
  MemoryGateway(Map<String, String> keys, boolean remembers) throws Exception {
    Map<String, String> all = new HashMap<>(Map.of("batch.calibration-file", ""));
    all.put("streams.counter.enabled", "true");
    keys.forEach((key, value) -> all.put("streams.counter." + key, value));
    StreamDefinition stream = GatewayConfig.from(Settings.ofKeys(all)).streams().get(0);
    TranscoderPlan plan =
        TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), List.of());
    UnsettledEvents unsettled =
        new UnsettledEvents(
            ledger,
            10_000,
            60_000,
            0,
            millis -> task -> loop.schedule(task, millis, TimeUnit.MILLISECONDS));
    window = new KeyWindows(1 << 20).of(STREAM, "t", 600_000, 10_000);
    EventMemory memory =
        remembers ? new EventMemory(window, unsettled, EventSearch.NONE) : EventMemory.NONE;
    StreamRuntime runtime =
        new StreamRuntime(
            stream,
            0,
            0,
            plan,
            new byte[0],
            () -> accepting.getAsBoolean(),
            StreamExtras.with(
                memory,
                stream.quarantine().isEmpty()
                    ? null
                    : new Quarantine(stream, QUARANTINE, 0, () -> quarantining)));
    Ingress ingress =
        new Ingress(new StripedBatcher.Writer[] {batcher.writer(0)}, 0, Runnable::run);
    context =
        new SourceContext(
            loop, () -> 0, ingress, ledger, name -> name.equals(STREAM) ? runtime : null);
  }

  SourceContext context() {
    return context;
  }

  /** How many ids are remembered. */
  long remembered() {
    return window.stats().keys();
  }

  /** Waits until the loop has done what was passed to it. */
  void awaitLoop() throws Exception {
    loop.submit(() -> {}).get();
  }

  /** Ends; all events must have got an outcome. */
  void stop(RowDelivery delivery) throws InterruptedException {
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
      if (event.stream() == QUARANTINE) {
        if (losing) {
          batch.notWritten(i, new IllegalStateException("for the test"));
        } else {
          quarantined.add(key + " " + id);
          batch.acked(i, 0, quarantined.size());
        }
      } else if (id.equals(refused)) {
        batch.notWritten(i, new RefusedEventException(new IllegalArgumentException("too large")));
      } else if (fate == 1) {
        batch.notWritten(i, new IllegalStateException("for the test"));
      } else {
        written.add(key + " " + id);
        if (settling && (fate == 2 || id.equals(unknownOnce))) {
          int offset = written.size();
          Settlement settlement = batch.unknownYet(i, new IllegalStateException("for the test"));
          int millis = random.nextInt(2_000);
          loop.schedule(() -> settlement.written(0, offset), millis, TimeUnit.MILLISECONDS);
        } else if (fate == 2) {
          batch.unknown(i, new IllegalStateException("for the test"));
        } else {
          batch.acked(i, 0, written.size());
        }
      }
    }
  }
}
