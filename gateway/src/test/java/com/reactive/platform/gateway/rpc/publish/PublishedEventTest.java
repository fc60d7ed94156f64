package com.reactive.platform.gateway.rpc.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.rpc.EchoMethod;
import com.reactive.platform.gateway.rpc.FakeHttpCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.rpc.ServerCall;
import com.reactive.platform.gateway.stream.BodyFormat;
import org.junit.jupiter.api.Test;

class PublishedEventTest {
  /** Writes nothing. */
  private static final class SilentCall extends ServerCall {
    SilentCall(HttpCall http) {
      super(http, RpcCodec.JSON);
    }

    @Override
    protected void writeHead(RpcMetadata added) {}

    @Override
    protected void writeMessage(byte[] message, int offset, int length) {}

    @Override
    protected void writeEnd(RpcStatus status, RpcMetadata headers, RpcMetadata trailers) {}

    @Override
    public void request(int messages) {}

    @Override
    protected void releaseInput() {}

    @Override
    public void onData(byte[] bytes, int offset, int length, boolean last) {}
  }

  @Test
  void anEventThatCausesAnErrorIsRefusedAsOverHttp() {
    Ledger ledger = new Ledger();
    FakeHttpCall failing = new FakeHttpCall("POST", EchoMethod.UNARY); // It has no Ingress.
    PublishCall call =
        new PublishCall(new SilentCall(failing), null, ledger, BodyFormat.JSON, null, null, null);
    PublishedEvent event = new PublishedEvent(call, 1, null, completed -> {});
    Problem problem = event.take(new byte[0], 0, 0);
    assertThat(problem.type()).isEqualTo(Rejection.INTERNAL_ERROR);
    assertThat(problem.detail()).isEmpty();
    assertThat(failing.results()).containsExactly("500 internal-error");
    assertThat(ledger.snapshot(0).balanced()).isTrue();
    assertThat(ledger.snapshot(0).inFlight()).isZero();
  }
}
