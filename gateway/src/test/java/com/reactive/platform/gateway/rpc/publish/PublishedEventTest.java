package com.reactive.platform.gateway.rpc.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.rpc.EchoMethod;
import com.reactive.platform.gateway.rpc.FakeHttpCall;
import com.reactive.platform.gateway.stream.BodyFormat;
import org.junit.jupiter.api.Test;

class PublishedEventTest {
  @Test
  void anEventThatCausesAnErrorIsRefusedAsOverHttp() {
    Ledger ledger = new Ledger();
    FakeHttpCall failing = new FakeHttpCall("POST", EchoMethod.UNARY); // It has no Ingress.
    PublishCall call = new PublishCall(null, ledger, failing, BodyFormat.JSON, null, null);
    PublishedEvent event = new PublishedEvent(call, 1, null, completed -> {});
    Problem problem = event.take(new byte[0], 0, 0);
    assertThat(problem.type()).isEqualTo(Rejection.INTERNAL_ERROR);
    assertThat(problem.detail()).isEmpty();
    assertThat(ledger.snapshot(0).balanced()).isTrue();
    assertThat(ledger.snapshot(0).inFlight()).isZero();
  }
}
