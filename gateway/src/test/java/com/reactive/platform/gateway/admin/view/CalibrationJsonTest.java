package com.reactive.platform.gateway.admin.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.sink.CodecUse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationJsonTest {
  @Test
  void theCodecsInWhichBatchesWentAreCounted() {
    CodecUse one = new CodecUse(Map.of("zstd", 3L), 100, 400);
    CodecUse other = new CodecUse(Map.of("zstd", 1L, "none", 2L), 50, 60);

    assertThat(CalibrationJson.of(List.of(), true, one.plus(other)).replaceAll("\\s", ""))
        .isEqualTo(
            "{\"adaptive\":false,\"codec\":{\"learned\":true,\"batches\":{\"none\":2,\"zstd\":4},"
                + "\"bytesSent\":150,\"bytesUncompressed\":460}}");
    assertThat(CalibrationJson.of(List.of(), true, CodecUse.NONE).replaceAll("\\s", ""))
        .isEqualTo("{\"adaptive\":false}");
  }
}
