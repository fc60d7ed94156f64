package com.reactive.platform.kafka.benchmark.rival.debezium;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Debezium's engine, which reads an outbox and routes its rows, and a Kafka producer for them.
 * Reads its settings from standard input ({@code key=value} lines, then an empty one): those that
 * begin with {@code producer.} are the producer's, all others the engine's. Prints {@code started}
 * and ends with its input.
 */
public final class DebeziumRelayMain {
  private static final String PRODUCER = "producer.";

  private DebeziumRelayMain() {}

  /** Runs it; ends the JVM. */
  public static void main(String[] args) throws IOException {
    Properties engineSettings = new Properties();
    Properties producerSettings = new Properties();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); !line.isEmpty(); line = input.readLine()) {
      int equals = line.indexOf('=');
      String key = line.substring(0, equals);
      String value = line.substring(equals + 1);
      if (key.startsWith(PRODUCER)) {
        producerSettings.setProperty(key.substring(PRODUCER.length()), value);
      } else {
        engineSettings.setProperty(key, value);
      }
    }
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (KafkaProducer<byte[], byte[]> producer =
            new KafkaProducer<>(
                producerSettings, new ByteArraySerializer(), new ByteArraySerializer());
        DebeziumEngine<RecordChangeEvent<SourceRecord>> engine =
            DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
                .using(engineSettings)
                .using(DebeziumRelayMain::ended)
                .using(new Announcement())
                .notifying(new RecordPublisher(producer))
                .build()) {
      thread.execute(engine);
      while (input.readLine() != null) {
        // until it ends
      }
    }
    System.exit(0);
  }

  private static void ended(boolean success, String message, Throwable error) {
    if (!success) {
      System.err.println(message);
      if (error != null) {
        error.printStackTrace();
      }
      System.exit(1);
    }
  }

  /** Says when the rows begin to be read. */
  private static final class Announcement implements DebeziumEngine.ConnectorCallback {
    @Override
    public void pollingStarted() {
      System.out.println("started");
    }
  }
}
