package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationProcedureTest {
  private static final Load LOAD =
      new Load("L3_LOW", LoadKind.OPEN, 1, 64, 300, 0, 4, 128, Payload.RANDOM, 0);

  @Test
  void aLoadThatLagsBehindIsNotBorneEvenAtItsLevel() {
    assertThat(isBorne(LOAD, 299)).isTrue();
    assertThat(isBorne(LOAD, 280)).as("the level is that of 100 to 500 a second").isFalse();
    assertThat(isBorne(LOAD, 90)).isFalse();
  }

  @Test
  void aClosedLoadIsWhatTheMachineBears() {
    Load closed = new Load("L3_LOW", LoadKind.CLOSED, 1, 64, 0, 0, 4, 128, Payload.RANDOM, 0);

    assertThat(isBorne(closed, 200)).isTrue();
    assertThat(isBorne(closed, 90)).isFalse();
  }

  @Test
  void whatIsLearnedHoldsForWhatIsInForce() {
    Map<String, String> settings =
        Map.of("flush-bytes", "2097152", "flush-interval-ms", "5", "acks", "1", "format", "event");

    CalibrationConfig config = CalibrationProcedure.config("embedded", settings);

    assertThat(config.maxFlushBytes()).isEqualTo(2 << 20);
    assertThat(config.key().deliveryMode()).isEqualTo("benchmark acks=1 format=event");
    assertThat(CalibrationProcedure.inForce(new FlushLimits(8 << 20, 5_000_001), settings))
        .isEqualTo(new FlushLimits(2 << 20, 5_000_001));
    assertThat(CalibrationProcedure.inForce(new FlushLimits(8 << 20, 9_000_000), settings))
        .isEqualTo(new FlushLimits(2 << 20, 5_000_000));
  }

  private static boolean isBorne(Load load, double perSecond) {
    return CalibrationProcedure.isBorne(
        PressureLevel.L3_LOW, load, Runs.run("s", Role.SUBJECT, load.name(), perSecond, 200));
  }
}
