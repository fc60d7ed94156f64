package com.reactive.platform.kafka.benchmark.reading;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Each reader that is Java sees each id once. The figures themselves are not checked. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class ReadingBenchmarkIT {
  private static final TopicLayout TOPIC = TopicLayout.of(3, "lz4", 2_000);

  @Test
  void everyReaderSeesEveryRecord() throws Exception {
    try (EmbeddedKafka kafka =
        EmbeddedKafka.builder().topic(TOPIC.name(), TOPIC.partitions()).start()) {
      String servers = kafka.bootstrapServers();
      IdSum written = new TopicFiller().fill(servers, TOPIC);
      for (ReaderKind kind : Stream.of(ReaderKind.values()).filter(ReaderKind::isJava).toList()) {
        IdSum ids = new IdSum();
        try (TopicRead read = kind.open(servers, TOPIC)) {
          read.readAll(TOPIC.records(), ids);
        }
        assertThat(ids.count()).as(kind.text()).isEqualTo(TOPIC.records());
        assertThat(ids.sum()).as(kind.text()).isEqualTo(written.sum());
      }

      ReaderCommands commands = ReaderCommands.find("", System.out::println);
      assertThat(commands.leftOut()).hasSize(2);
      try (ReaderProcess reader =
          ReaderProcess.start(
              ReaderKind.VISITOR, commands.command(ReaderKind.VISITOR, servers, TOPIC))) {
        ReadingPass pass = reader.read(TOPIC, written);
        assertThat(pass.records()).isEqualTo(TOPIC.records());
        assertThat(pass.allocatedBytes()).isPositive();
      }
    }
  }
}
