package com.reactive.platform.gateway.rpc.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.rpc.EchoMethod;
import com.reactive.platform.gateway.rpc.FakeHttpCall;
import org.junit.jupiter.api.Test;

/** Heads of gRPC; the conformance suite has its rules. */
class GrpcProtocolTest {
  @Test
  void anUnknownEncodingIsRefusedByOneHead() {
    FakeHttpCall http =
        new FakeHttpCall("POST", EchoMethod.UNARY)
            .header("content-type", "application/grpc")
            .header("grpc-encoding", "br");
    new GrpcProtocol().open(http);
    assertThat(http.status()).isEqualTo(200);
    assertThat(http.head().all("grpc-status")).containsExactly("12");
    assertThat(http.head().all("grpc-accept-encoding")).containsExactly("identity,gzip");
  }
}
