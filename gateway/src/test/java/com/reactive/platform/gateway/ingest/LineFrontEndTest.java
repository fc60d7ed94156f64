package com.reactive.platform.gateway.ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.hotkey.HotKey;
import com.reactive.platform.gateway.hotkey.HotKeys;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.TestStreams;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second front end needs {@link Ingress} and nothing else; the sink is in memory. */
@Timeout(300)
class LineFrontEndTest {
  private static final String EVENT = "{\"sessionId\":\"s\",\"action\":\"increment\"}";

  private final Ledger ledger = new Ledger();
  private final List<EventFrame.Parts> sink = new CopyOnWriteArrayList<>();
  private final StripedBatcher batcher =
      new StripedBatcher(new BatcherConfig(1, 8_192, 256, 1 << 20, 1_000_000), this::send, "sink");
  private final Ingress ingress =
      new Ingress(new StripedBatcher.Writer[] {batcher.writer(0)}, 1_000, Runnable::run);

  /** The reason why the sink writes nothing; null if it writes. */
  private volatile Exception failure;

  /** Negative: into a spool. */
  private volatile int partition;

  private StreamRuntime live;
  private LineFrontEnd frontEnd;
  private Socket socket;
  private BufferedReader in;
  private PrintWriter out;

  @BeforeEach
  void connect() throws Exception {
    StreamDefinition stream = TestStreams.counter("t");
    TranscoderPlan plan =
        TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), List.of("customerId"));
    live = new StreamRuntime(stream, 7, 0, plan, new byte[0], () -> true);
    frontEnd = new LineFrontEnd(ledger, live, ingress);
    socket = new Socket(InetAddress.getLoopbackAddress(), frontEnd.port());
    in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    out = new PrintWriter(socket.getOutputStream(), true, UTF_8);
  }

  @AfterEach
  void close() throws Exception {
    socket.close();
    frontEnd.close();
    batcher.close();
  }

  private void send(Batch batch) {
    for (int i = 0; i < batch.size(); i++) {
      sink.add(EventFrame.read(batch.buffer(), batch.offset(i), batch.length(i)));
    }
    if (failure != null) {
      batch.notWritten(failure);
    } else {
      batch.acked(partition, sink.size());
    }
  }

  private String outcomeOf(String line) throws Exception {
    out.println(line);
    return in.readLine();
  }

  @Test
  void anEventIsAckedWithItsOffset() throws Exception {
    assertThat(outcomeOf(EVENT)).isEqualTo("ACKED 1");
    assertThat(outcomeOf(EVENT)).isEqualTo("ACKED 2");
    assertThat(sink).extracting(EventFrame.Parts::stream).containsExactly(7, 7);
    assertThat(sink.get(0).eventId()).hasSize(32).isNotEqualTo(sink.get(1).eventId());
    assertThat(sink.get(0).key()).asString(UTF_8).isEqualTo("s");
    awaitBalance();
    assertThat(ledger.snapshot(0).ended()).containsEntry(Outcome.ACKED, 2L);
  }

  /** A client may have its response before the ledger has counted it. */
  private void awaitBalance() throws InterruptedException {
    TestGateway.await("the ledger adds up", () -> ledger.snapshot(0).balanced());
  }

  @Test
  void keysOfEventsAreCounted() throws Exception {
    assertThat(outcomeOf(EVENT)).isEqualTo("ACKED 1");
    assertThat(outcomeOf("{\"sessionId\":\"other\",\"action\":\"increment\"}"))
        .isEqualTo("ACKED 2");
    assertThat(outcomeOf("{\"sessionId\":\"s\"}")).startsWith("422");
    assertThat(outcomeOf(EVENT)).isEqualTo("ACKED 3");
    long later = System.nanoTime() + Duration.ofSeconds(11).toNanos();
    ingress.updateLimits(later);
    HotKeys.Top top = live.hotKeys().top(later);
    assertThat(top.events()).isEqualTo(3);
    assertThat(top.keys()).containsExactly(new HotKey("s", 2));
  }

  @Test
  void everyOutcomeReachesTheCallback() throws Exception {
    partition = -1;
    assertThat(outcomeOf(EVENT)).startsWith("SPOOLED");
    failure = new IllegalStateException();
    assertThat(outcomeOf(EVENT)).isEqualTo("not-written");
    failure = new RefusedEventException(new IllegalArgumentException());
    assertThat(outcomeOf(EVENT)).isEqualTo("refused");
    awaitBalance();
    assertThat(ledger.snapshot(0).ended())
        .containsEntry(Outcome.SPOOLED, 1L)
        .containsEntry(Outcome.NOT_WRITTEN, 2L);
  }

  @Test
  void anInvalidEventIsRejectedAndTheNextOneIsTaken() throws Exception {
    assertThat(outcomeOf("no JSON")).startsWith("400 malformed-json ");
    assertThat(outcomeOf("{\"action\":\"jump\"}")).startsWith("422 schema-mismatch ");
    assertThat(outcomeOf(EVENT)).isEqualTo("ACKED 1");
    awaitBalance();
  }

  @Test
  void aClosedBatcherIsRejected() throws Exception {
    batcher.close();
    assertThat(outcomeOf(EVENT)).startsWith("503 shutting-down ");
    assertThat(sink).isEmpty();
  }

  /** The front end returns nothing to the thread of the Ingress, so events end elsewhere. */
  @Test
  void nothingStaysInFlight() throws Exception {
    for (int i = 0; i < 100; i++) {
      assertThat(outcomeOf(EVENT)).startsWith("ACKED");
    }
    socket.close();
    frontEnd.close();
    batcher.close(); // then the last callback has returned
    ingress.updateLimits(System.nanoTime());
    assertThat(ingress.load().get(0).inFlight()).isZero();
  }
}
