package com.reactive.platform.cli;

import com.reactive.platform.gateway.stream.Framing;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "tail",
    mixinStandardHelpOptions = true,
    description = {
      "Print the events of a topic, one JSON object per line, until Ctrl-C.",
      "Each line has topic, partition, offset, timestamp, key, headers and the decoded event."
    })
final class TailCommand implements Callable<Integer> {
  private static final int TIMEOUT_MILLIS = 5_000;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "STREAM", description = "The topic, for example counter-events.")
  private String topic;

  @Option(names = "--from-beginning", description = "Start with the oldest event, not the next.")
  private boolean fromBeginning;

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "9223372036854775807",
      description = "Stop after N events (default: never).")
  private long limit;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka (default: that of `reactive up`, else 127.0.0.1:9092).")
  private String bootstrap;

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "Avro schema of the events, in any framing (default: the counter's).")
  private Path schemaFile;

  @Option(
      names = "--framing",
      paramLabel = "FRAMING",
      converter = FramingConverter.class,
      description =
          "What stands before the data: single-object, confluent or raw (default: what fits, by"
              + " the first bytes; without --schema single-object).")
  private Framing framing;

  /** As the settings name it. */
  static final class FramingConverter implements ITypeConverter<Framing> {
    @Override
    public Framing convert(String name) {
      for (Framing known : Framing.values()) {
        if (known.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
          return known;
        }
      }
      throw new TypeConversionException("must be single-object, confluent or raw, not " + name);
    }
  }

  @Mixin private DataDirOption dataDir;

  @Override
  public Integer call() throws Exception {
    StopSignal stop = StopSignal.install();
    String servers = bootstrap;
    if (servers == null) {
      servers =
          RunningInstance.find(dataDir.path).map(RunningInstance::kafka).orElse("127.0.0.1:9092");
    }
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            servers,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
            false,
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            TIMEOUT_MILLIS,
            ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
            TIMEOUT_MILLIS,
            ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
            false);
    ByteArrayDeserializer bytes = new ByteArrayDeserializer();
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(config, bytes, bytes)) {
      seek(consumer, servers);
      print(consumer, stop);
    }
    return 0;
  }

  private Optional<Schema> schema() {
    if (schemaFile == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Schema.Parser().parse(Files.readString(schemaFile)));
    } catch (IOException e) {
      throw new CommandFailedException("cannot read " + schemaFile + ": " + e);
    } catch (RuntimeException e) { // not only Avro's own
      throw new CommandFailedException(schemaFile + " is not an Avro schema: " + e.getMessage());
    }
  }

  private void seek(Consumer<byte[], byte[]> consumer, String servers) {
    List<TopicPartition> partitions;
    try {
      partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
    } catch (TimeoutException e) {
      throw new CommandFailedException("no Kafka answers at " + servers);
    }
    if (partitions.isEmpty()) {
      throw new CommandFailedException("there is no topic " + topic + " at " + servers);
    }
    consumer.assign(partitions);
    if (fromBeginning) {
      consumer.seekToBeginning(partitions);
    } else {
      consumer.seekToEnd(partitions);
      // Seeking is lazy; asking makes "from now on" mean now.
      partitions.forEach(consumer::position);
    }
  }

  private void print(Consumer<byte[], byte[]> consumer, StopSignal stop) {
    PrintWriter out = spec.commandLine().getOut();
    RecordJson json = new RecordJson(schema(), Optional.ofNullable(framing));
    long printed = 0;
    while (printed < limit && !stop.isReceived() && !out.checkError()) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
        out.println(json.line(record));
        if (++printed == limit) {
          break;
        }
      }
      out.flush();
    }
  }
}
