package com.reactive.platform.gateway.rpc.publish;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.rpc.RpcCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in JSON whose bytes are not all UTF-8; a fuzz test has the rest. */
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
}
