package com.reactive.platform.cli;

import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The quarantine of a stream, for the commands that read it. */
final class QuarantineTopic {
  @Parameters(index = "0", paramLabel = "STREAM", description = "Name of a stream.")
  private String stream;

  @Option(
      names = "--reason",
      paramLabel = "REASON",
      description = "Only bodies refused for this, such as schema-mismatch.")
  private String reason;

  @Mixin private StreamSource source;

  StreamSource source() {
    return source;
  }

  /** The stream, as the configuration or the gateway knows it. */
  EventLayout layout() throws IOException, InterruptedException {
    KnownStreams known = source.streams();
    return known.layouts().stream()
        .filter(each -> each.stream().equals(stream))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandFailedException(
                    "no stream of "
                        + known.source()
                        + " has the name "
                        + stream
                        + "; its streams are "
                        + known.names()
                        + "; use --config FILE or --admin URL"));
  }

  /**
   * Hands over the bodies of the stream that are there now, in the order of each partition.
   *
   * @return how many they were
   */
  long read(Consumer<QuarantinedBody> each) throws Exception {
    String topic =
        layout()
            .quarantine()
            .orElseThrow(
                () ->
                    new CommandFailedException(
                        "stream "
                            + stream
                            + " has no quarantine; set streams."
                            + stream
                            + ".quarantine"));
    long[] count = {0};
    try (TopicReader reader = source.openReader()) {
      source.withTopic(
          reader,
          topic,
          partitions -> {
            Map<TopicPartition, Long> ends = reader.ends(partitions);
            reader.read(
                reader.begins(partitions),
                ends,
                record -> {
                  QuarantinedBody body = QuarantinedBody.of(record);
                  if (body.stream().equals(stream)
                      && (reason == null || body.reason().equals(reason))) {
                    count[0]++;
                    each.accept(body);
                  }
                });
          });
    }
    return count[0];
  }
}
