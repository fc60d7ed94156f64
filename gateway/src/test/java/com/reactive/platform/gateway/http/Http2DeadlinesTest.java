package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.http.Http2Deadlines.Overdue;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class Http2DeadlinesTest {
  private static final HttpConfig CONFIG =
      HttpConfig.from(
          Settings.ofKeys(
              Map.of("http.request-timeout-ms", "1000", "http.idle-timeout-ms", "5000")),
          5_000,
          0,
          false);

  private final Http2Deadlines deadlines = new Http2Deadlines(CONFIG, at(1));

  private static long at(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private Overdue check(long millis) {
    return deadlines.check(at(millis), true, true, true, false);
  }

  @Test
  void waitsForThePreface() {
    assertThat(deadlines.check(at(1_001), true, true, false, false)).isEqualTo(Overdue.NOTHING);
    assertThat(deadlines.check(at(1_002), true, true, false, false)).isEqualTo(Overdue.INPUT);
    assertThat(check(1_002)).isEqualTo(Overdue.NOTHING);
  }

  @Test
  void waitsForTheRestOfAFrame() {
    deadlines.onBytes(at(10));
    deadlines.onBytes(at(500));
    assertThat(check(1_010)).isEqualTo(Overdue.NOTHING);
    assertThat(check(1_011))
        .as("more bytes of the same frame give no time")
        .isEqualTo(Overdue.INPUT);
    deadlines.onFrames(true, at(1_011));
    assertThat(check(2_011)).as("the next one has begun").isEqualTo(Overdue.NOTHING);
    deadlines.onFrames(false, at(2_011));
    assertThat(check(9_999)).isEqualTo(Overdue.NOTHING);
  }

  @Test
  void aFrameIsNotLateWhileWeDoNotRead() {
    deadlines.onBytes(at(10));
    assertThat(deadlines.check(at(900), true, false, true, false)).isEqualTo(Overdue.NOTHING);
    assertThat(check(1_900)).isEqualTo(Overdue.NOTHING);
    assertThat(check(1_901)).isEqualTo(Overdue.INPUT);
  }

  @Test
  void waitsForAClientThatTakesNothing() {
    assertThat(deadlines.check(at(10), false, true, true, false)).isEqualTo(Overdue.NOTHING);
    assertThat(deadlines.check(at(1_010), false, true, true, false)).isEqualTo(Overdue.NOTHING);
    assertThat(deadlines.check(at(1_011), false, true, true, false)).isEqualTo(Overdue.OUTPUT);
    assertThat(check(1_011)).isEqualTo(Overdue.NOTHING);
    assertThat(deadlines.check(at(1_500), false, true, true, false)).isEqualTo(Overdue.NOTHING);
  }

  @Test
  void waitsForTheNextStream() {
    deadlines.onStreamClosed(at(2_000));
    assertThat(deadlines.check(at(7_000), true, true, true, true)).isEqualTo(Overdue.NOTHING);
    assertThat(check(7_001)).as("a stream is open").isEqualTo(Overdue.NOTHING);
    assertThat(deadlines.check(at(7_001), true, true, true, true)).isEqualTo(Overdue.INPUT);
  }
}
