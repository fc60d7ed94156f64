package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What becomes of an event whose client does not wait for it. */
class ExchangeTest {
  private final Exception fault = new IllegalStateException("closed");

  /** Else its spans would never end: the answer was long before. */
  @Test
  void theTraceIsToldOfEveryOutcome() {
    assertThat(told(exchange -> exchange.acked(3, 42))).containsExactly("3@42");
    assertThat(told(exchange -> exchange.notWritten(fault))).containsExactly("closed");
    assertThat(told(exchange -> exchange.unknown(fault))).containsExactly("closed");
  }

  private static List<String> told(Consumer<Exchange> outcome) {
    Exchange exchange =
        new Exchange(
            null,
            null,
            new Ledger(),
            RequestMetrics.NONE,
            new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/"),
            false);
    Outcomes trace = new Outcomes(new ArrayList<>());
    exchange.observe(RequestMetrics.NONE, trace);
    exchange.prefer(Preferences.NONE, true, 1);
    outcome.accept(exchange);
    return trace.list;
  }

  private record Outcomes(List<String> list) implements Trace {
    @Override
    public void submitted() {}

    @Override
    public byte[] publishing(String topic, int messages, FlushReason reason) {
      return new byte[0];
    }

    @Override
    public void published(int partition, long offset, Throwable failure) {
      list.add(failure == null ? partition + "@" + offset : failure.getMessage());
    }

    @Override
    public void answered(int status, String problem) {}
  }
}
