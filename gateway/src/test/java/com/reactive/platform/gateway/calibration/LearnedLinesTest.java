package com.reactive.platform.gateway.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.microbatch.adaptive.ExpectedCost;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Learned;
import com.reactive.platform.gateway.microbatch.adaptive.LearnedEntry;
import com.reactive.platform.gateway.microbatch.adaptive.LevelCosts;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearnedLinesTest {
  private static final String MINIMAL =
      "{\"level\":\"L3_LOW\",\"flushBytes\":5,\"flushIntervalNanos\":%d}";

  @Test
  void aLineIsReadBackAsItWas() throws IOException {
    LearnedEntry whole = entry("kafka \"a\":9092", "acks=all");
    LearnedEntry unexpecting =
        new LearnedEntry(
            "k",
            "d",
            PressureLevel.L1_REALTIME,
            new Learned(new FlushLimits(1, 1), null, 0, 0, 0),
            LevelCosts.NONE);

    String text = LearnedLines.line(whole) + "\n" + LearnedLines.line(unexpecting) + "\n";
    assertThat(text).contains("\"flushIntervalNanos\":7000000");
    assertThat(LearnedLines.parse(text)).containsExactly(whole, unexpecting);
  }

  @Test
  void commentsAndEmptyLinesArePassedOver() throws IOException {
    assertThat(LearnedLines.parse("# about\r\n\n" + MINIMAL.formatted(9) + "\r\n"))
        .singleElement()
        .satisfies(entry -> assertThat(entry.environment()).isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | no JSON",
        "[] | a JSON object",
        "{} | flushIntervalNanos is missing",
        "{\"level\":\"L3_LOW\",\"flushBytes\":5,\"flushIntervalNanos\":5}{} | behind the object",
        "{\"level\":\"L33\",\"flushBytes\":5,\"flushIntervalNanos\":5} | level must be one of",
        "{\"level\":3} | level must be a text",
        "{\"flushBytes\":\"5\"} | flushBytes must be a whole number",
        "{\"flushBytes\":5,\"flushBytes\":5} | flushBytes is there twice",
        "{\"flushByte\":5} | is unknown",
        "{\"flushBytes\":99999999999999999999} | whole number",
        "{\"level\":\"L3_LOW\",\"flushBytes\":0,\"flushIntervalNanos\":5} | flushBytes must be from 1",
        "{\"level\":\"L3_LOW\",\"flushBytes\":5,\"flushIntervalNanos\":31000000000} | from 1 to 300",
        "{\"level\":\"L3_LOW\",\"flushBytes\":5,\"flushIntervalNanos\":5,\"idlePauseNanos\":6} | 0 to 5",
        "{\"level\":\"L3_LOW\",\"flushBytes\":5,\"flushIntervalNanos\":5,\"saturated\":true} | all or",
        "{\"level\":\"L3_LOW\",\"flushBytes\":5,\"flushIntervalNanos\":5,\"saturated\":true,"
            + "\"eventsPerSecond\":-1,\"eventsPerCpuSecond\":1} | eventsPerSecond must be more than 0",
      })
  void nonsenseIsRefusedWithItsLine(String line, String reason) {
    assertThatThrownBy(() -> LearnedLines.parse("# first\n" + line))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("line 2: ")
        .hasMessageContaining(reason);
  }

  @Test
  void aLevelMayBeThereOnceForEachKey() {
    String line = LearnedLines.line(entry("k", "d"));

    assertThatThrownBy(() -> LearnedLines.parse(line + "\n" + line))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 2: L4_MODERATE of this key");
  }

  @Test
  void aFileThatIsTooLongIsNotRead(@TempDir Path folder) throws IOException {
    Path file = Files.write(folder.resolve("long"), new byte[(1 << 20) + 1]);

    assertThatThrownBy(() -> LearnedLines.read(file)).hasMessageContaining("more than");
  }

  @Test
  void seedsOfTheKeyWinOverThoseOfAnyKey() throws IOException {
    String general = MINIMAL.formatted(1);
    String ours = general.replace("{", "{\"key\":\"ours\",").replace(":5,", ":6,");
    String theirs = general.replace("{", "{\"key\":\"theirs\",").replace(":5,", ":7,");
    List<LearnedEntry> entries = LearnedLines.parse(ours + "\n" + theirs + "\n" + general);

    assertThat(seed(entries, "ours")).isEqualTo(6);
    assertThat(seed(entries, "theirs")).isEqualTo(7);
    assertThat(seed(entries, "other")).isEqualTo(5);
  }

  private static int seed(List<LearnedEntry> entries, String key) {
    return LearnedLines.matching(entries, key, "acks=all")
        .get(PressureLevel.L3_LOW)
        .best()
        .flushBytes();
  }

  private static LearnedEntry entry(String key, String delivery) {
    return new LearnedEntry(
        key,
        delivery,
        PressureLevel.L4_MODERATE,
        new Learned(
            new FlushLimits(4096, 7_000_000, 500_000),
            new ExpectedCost.Average(123.25, 5_000.5, true),
            12,
            3,
            1),
        LevelCosts.NONE);
  }
}
