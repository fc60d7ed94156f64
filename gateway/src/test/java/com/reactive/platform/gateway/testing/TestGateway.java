package com.reactive.platform.gateway.testing;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Starts gateways on free ports. {@code -Dkafka.client=java} has them use Kafka's own client. */
public final class TestGateway {
  private static final String KAFKA_CLIENT = System.getProperty("kafka.client", "native");

  private TestGateway() {}

  /** A gateway that is ready. */
  public static Gateway start(String bootstrapServers, String topic, Map<String, String> more)
      throws IOException, InterruptedException {
    Gateway gateway = startWithoutWaiting(bootstrapServers, topic, more);
    await("the gateway is ready", gateway::ready);
    return gateway;
  }

  public static Gateway startWithoutWaiting(
      String bootstrapServers, String topic, Map<String, String> more)
      throws IOException, InterruptedException {
    return Gateway.start(
        GatewayConfig.from(Settings.of(environment(bootstrapServers, topic, more))));
  }

  /** A configuration of a file, which is written: the streams that it names, and no others. */
  public static GatewayConfig config(Path file, String yaml, String bootstrapServers)
      throws IOException {
    Files.writeString(file, yaml);
    Map<String, String> env = environment(bootstrapServers, "", Map.of());
    env.remove("REACTIVE_STREAMS_COUNTER_TOPIC");
    return GatewayConfig.from(Settings.of(file, env));
  }

  public static Map<String, String> environment(
      String bootstrapServers, String topic, Map<String, String> more) {
    Map<String, String> env = new HashMap<>();
    env.put("REACTIVE_HTTP_PORT", "0");
    env.put("REACTIVE_ADMIN_PORT", "0");
    env.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    env.put("REACTIVE_STREAMS_COUNTER_TOPIC", topic);
    env.put("REACTIVE_KAFKA_CLIENT", KAFKA_CLIENT);
    env.put("REACTIVE_BATCH_CALIBRATION_FILE", ""); // not the home directory's
    env.putAll(more);
    return env;
  }

  /** Waits, two minutes at most. */
  public static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long startNanos = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos > 120_000_000_000L) {
        throw new IllegalStateException("not within two minutes: " + what);
      }
      Thread.sleep(10);
    }
  }
}
