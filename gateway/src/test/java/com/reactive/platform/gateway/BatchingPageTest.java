package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page docs/batching.md says what is in force by default. */
class BatchingPageTest {
  @Test
  void theTableIsThatOfTheDefaultGateway() throws IOException {
    GatewayConfig config =
        GatewayConfig.from(Settings.of(Map.of("REACTIVE_STREAMS_COUNTER_ENABLED", "true")));
    BatchingConfig lane = config.batching().lane(config.batching().lanes().get(0));
    String page = Files.readString(Path.of("../docs/batching.md"));

    try (BatchCalibration calibration =
        BatchCalibration.inMemory(lane.calibration(config.kafka()))) {
      assertThat(calibration.status().groups())
          .hasSize(4)
          .allSatisfy(group -> assertThat(page).contains(row(group)));
    }
  }

  private static String row(List<LevelStatus> group) {
    LevelStatus first = group.get(0);
    FlushLimits limits = first.best();
    String last = "` to `" + group.get(group.size() - 1).level();
    return String.format(
        Locale.ROOT,
        "| `%s%s` | %d ms | %d KiB, %s ms, %d |",
        first.level(),
        group.size() == 1 ? "" : last,
        first.budgetNanos() / 1_000_000,
        limits.flushBytes() >> 10,
        String.valueOf(limits.flushIntervalNanos() / 1e6).replaceAll("\\.0$", ""),
        limits.idlePauseNanos());
  }
}
