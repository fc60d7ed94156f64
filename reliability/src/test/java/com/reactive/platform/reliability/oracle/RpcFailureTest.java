package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import org.junit.jupiter.api.Test;

class RpcFailureTest {
  private static byte[] status(String type) {
    Field delay =
        Field.newBuilder()
            .addLengthDelimited(Duration.newBuilder().setSeconds(2).build().toByteString())
            .build();
    Any detail =
        Any.newBuilder()
            .setTypeUrl("type.googleapis.com/" + type)
            .setValue(UnknownFieldSet.newBuilder().addField(1, delay).build().toByteString())
            .build();
    Field code = Field.newBuilder().addVarint(14).build();
    Field details = Field.newBuilder().addLengthDelimited(detail.toByteString()).build();
    return UnknownFieldSet.newBuilder()
        .addField(1, code)
        .addField(3, details)
        .build()
        .toByteArray();
  }

  @Test
  void theDelayIsThatOfRetryInfo() throws Exception {
    assertThat(RpcFailure.read(status("google.rpc.RetryInfo")))
        .isEqualTo(new RpcFailure(14, 2_000));
    assertThat(RpcFailure.read(status("google.rpc.ErrorInfo"))).isEqualTo(new RpcFailure(14, 0));
    assertThat(RpcFailure.read(new byte[0])).isEqualTo(RpcFailure.NONE);
  }
}
