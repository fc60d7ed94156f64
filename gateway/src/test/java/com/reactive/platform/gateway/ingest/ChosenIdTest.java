package com.reactive.platform.gateway.ingest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.KeyWindows;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.schema.TranscoderPlan;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.testing.TestStreams;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The record of an event whose id the client chose says so, whatever is remembered of keys. */
class ChosenIdTest {
  private static final byte[] BODY =
      "{\"sessionId\":\"s\",\"action\":\"increment\"}".getBytes(UTF_8);
  private static final byte[] OTHER_BODY =
      "{\"sessionId\":\"t\",\"action\":\"increment\"}".getBytes(UTF_8);

  private final Ingress ingress = new Ingress(new StripedBatcher.Writer[0], 0, Runnable::run);
  private final StreamDefinition stream = TestStreams.counter("t");

  private static final class Request extends IngestCallback implements IngestRequest {
    private final StreamRuntime stream;
    private final String caller;
    private final String key;

    Request(StreamRuntime stream, String caller, String key) {
      super(new Ledger(), null);
      this.stream = stream;
      this.caller = caller;
      this.key = key;
    }

    @Override
    public StreamRuntime stream() {
      return stream;
    }

    @Override
    public byte[] requestId() {
      return new byte[EventIds.LENGTH];
    }

    @Override
    public String caller() {
      return caller;
    }

    @Override
    public byte[] idempotencyKey() {
      return key == null ? null : key.getBytes(US_ASCII);
    }

    @Override
    public KeyUse keyUse() {
      return KeyUse.IGNORE;
    }

    @Override
    protected boolean onOutcome() {
      return false;
    }
  }

  private StreamRuntime runtime(KeyWindow window) throws Exception {
    TranscoderPlan plan =
        TranscoderPlan.compile(stream.schema(), stream.json(), stream.key(), List.of());
    return new StreamRuntime(
        stream,
        0,
        0,
        plan,
        new byte[0],
        () -> true,
        StreamExtras.of(EventMemory.NONE.with(window)));
  }

  private EventFrame.Parts frame(KeyWindow window, String caller, String key, byte[] body)
      throws Exception {
    Request request = new Request(runtime(window), caller, key);
    assertThat(ingress.encode(request, request, body, 0, body.length)).isNull();
    EventBuffer frame = ingress.frame();
    return EventFrame.read(frame.array(), 0, frame.length());
  }

  private long callerIn(EventFrame.Parts frame) {
    return ByteBuffer.wrap(frame.idempotency()).getLong();
  }

  @Test
  void withoutAWindow() throws Exception {
    EventFrame.Parts frame = frame(null, "me", "1", BODY);
    assertThat(new String(frame.eventId(), US_ASCII)).isEqualTo("1");
    assertThat(callerIn(frame)).isEqualTo(RequestHasher.callerOf(stream.name(), "me"));
    assertThat(frame(null, "me", "1", BODY).idempotency()).isEqualTo(frame.idempotency());
    assertThat(callerIn(frame(null, "you", "1", BODY))).isNotEqualTo(callerIn(frame));
    EventFrame.Parts other = frame(null, "me", "1", OTHER_BODY);
    assertThat(callerIn(other)).isEqualTo(callerIn(frame));
    assertThat(other.idempotency()).isNotEqualTo(frame.idempotency());
  }

  /** A source writes an event again since its outcome stays unknown. */
  @Test
  void outsideTheWindow() throws Exception {
    KeyWindow window = new KeyWindows(1 << 20).of(stream.name(), "t", 60_000, 1_000);
    assertThat(frame(window, "me", "1", BODY).idempotency())
        .isEqualTo(frame(null, "me", "1", BODY).idempotency());
    assertThat(window.stats().keys() + window.stats().open()).isZero();
  }

  @Test
  void notOfAMadeId() throws Exception {
    EventFrame.Parts frame = frame(null, "me", null, BODY);
    assertThat(frame.eventId()).hasSize(EventIds.LENGTH);
    assertThat(frame.idempotency()).isNull();
  }
}
