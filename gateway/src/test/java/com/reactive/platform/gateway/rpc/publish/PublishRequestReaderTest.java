package com.reactive.platform.gateway.rpc.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.rpc.RpcCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON whose bytes are not all UTF-8, and an event in pieces; a fuzz test has the rest. */
class PublishRequestReaderTest {
  private static PublishRequestReader read(String latin1) throws IOException {
    byte[] message = ("{" + latin1 + "}").getBytes(StandardCharsets.ISO_8859_1);
    return PublishRequestReader.read(RpcCodec.JSON, message, 1, message.length - 2);
  }

  /** Jackson pads names with such bytes, and takes the first for "event". */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"event\":{}, \"even\u00fft\":{}}",
        "{\"even\u00fft\":{}}",
        "{\"sequenc\u00ff\u00ffe\":\"1\"}",
        "{\"idempotencyKey\":\"\u00ff\"}",
        "{\"event\":{\"a\":\"\u00ff\"}}",
      })
  void aMessageThatIsNotUtf8IsRefused(String message) {
    assertThatThrownBy(() -> read(message)).isInstanceOf(IOException.class);
  }

  /** As protobuf merges a message that is there several times. */
  @Test
  void anEventInSeveralFieldsIsTheirBytesInTurn() throws IOException {
    byte[] message = {9, 18, 2, 'a', 'b', 8, 7, 18, 0, 18, 1, 'c', 18, 3, 'd', 'e', 'f', 9};
    PublishRequestReader read =
        PublishRequestReader.read(RpcCodec.PROTO, message, 1, message.length - 2);
    assertThat(read.sequence()).isEqualTo(7);
    assertThat(Arrays.copyOfRange(read.event(), read.offset(), read.offset() + read.length()))
        .asString(StandardCharsets.US_ASCII)
        .isEqualTo("abcdef");
  }
}
