package com.reactive.platform.cli;

import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of commands that read topics: where the streams are known from, and Kafka. */
final class StreamSource {
  private static final String DEFAULT_KAFKA = "127.0.0.1:9092";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description =
          "Kafka address (default: that of --config or the gateway, else 127.0.0.1:9092).")
  private String bootstrap;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Timeout for a response from Kafka (default: ${DEFAULT-VALUE} seconds).")
  private int timeoutSeconds;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML file of the gateway's settings, for its streams and Kafka connection, security"
              + " included.")
  private Path configFile;

  @Option(
      names = "--admin",
      paramLabel = "URL",
      description =
          "Admin port of the gateway, as HOST:PORT or https://HOST:PORT (default: that of"
              + " `reactive up`, else 127.0.0.1:9464).")
  private String admin;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "File with the admin port's token, as admin.token-file.")
  private Path tokenFile;

  @Mixin private DataDirOption dataDir;

  private GatewayConfig config;
  private KnownStreams known;

  /** The streams, from --config or a running gateway; the counter if there is neither. */
  KnownStreams streams() throws IOException, InterruptedException {
    if (timeoutSeconds < 1 || timeoutSeconds > 3_600) {
      throw new ParameterException(
          spec.commandLine(), "--timeout must be 1 to 3600 seconds, not " + timeoutSeconds);
    }
    if (known == null) {
      config =
          configFile == null ? null : GatewayConfig.from(Settings.of(configFile, System.getenv()));
      known = config == null ? runningStreams() : KnownStreams.of(config, configFile.toString());
    }
    return known;
  }

  private KnownStreams runningStreams() throws IOException, InterruptedException {
    Optional<Path> token = Optional.ofNullable(tokenFile);
    if (admin != null) {
      return KnownStreams.of(new AdminPort(admin, token));
    }
    Optional<RunningInstance> running = running();
    if (running.isPresent()) {
      return KnownStreams.of(new AdminPort(running.get().admin(), token)).at(running.get().kafka());
    }
    try {
      return KnownStreams.of(new AdminPort(AdminPort.DEFAULT, token));
    } catch (CommandFailedException e) {
      return KnownStreams.counter(); // nobody said that there is one
    }
  }

  /** `reactive up`, if it runs here. */
  Optional<RunningInstance> running() throws IOException {
    return RunningInstance.find(dataDir.path);
  }

  private String servers() throws IOException, InterruptedException {
    return bootstrap == null ? streams().bootstrapServers().orElse(DEFAULT_KAFKA) : bootstrap;
  }

  /** A reader of that Kafka; to be closed. */
  TopicReader openReader() throws IOException, InterruptedException {
    String servers = servers();
    Map<String, Object> properties =
        config == null ? new TreeMap<>() : config.kafka().clientProperties();
    properties.putAll(consumerProperties(servers));
    return new TopicReader(properties, Duration.ofSeconds(timeoutSeconds));
  }

  private Map<String, Object> consumerProperties(String servers) {
    int timeoutMillis = timeoutSeconds * 1_000;
    return Map.of(
        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
        servers,
        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
        false,
        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
        false,
        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
        timeoutMillis,
        ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        timeoutMillis,
        ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG,
        false);
  }

  /** What is done with a topic. */
  interface TopicUse {
    void run(List<TopicPartition> partitions) throws IOException, InterruptedException;
  }

  /** Passes the partitions of a topic on; says so if it is missing, or Kafka does not answer. */
  void withTopic(TopicReader reader, String topic, TopicUse use) throws Exception {
    try {
      List<TopicPartition> partitions = reader.partitions(topic);
      if (partitions.isEmpty()) {
        throw new CommandFailedException("topic " + topic + " does not exist at " + servers());
      }
      use.run(partitions);
    } catch (IOException e) {
      throw e.getCause() instanceof TimeoutException timeout
          ? new KafkaUnreachableException(
              servers(), "the topic " + topic, Duration.ofSeconds(timeoutSeconds), timeout)
          : kafkas(e);
    }
  }

  /** Kafka's own words, if they are the cause. */
  static Exception kafkas(IOException e) {
    return e.getCause() instanceof KafkaException cause ? cause : e;
  }
}
