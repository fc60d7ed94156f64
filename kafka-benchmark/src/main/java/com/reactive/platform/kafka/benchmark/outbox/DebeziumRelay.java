package com.reactive.platform.kafka.benchmark.outbox;

import com.reactive.platform.outbox.LocalPostgres;
import com.reactive.platform.testbed.ChildJvm;
import com.reactive.platform.testbed.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Debezium's engine with its outbox event router, as {@code rivals/debezium} runs it.
 *
 * @param lib its jars
 * @param tuned true with a short poll interval and large batches, of the producer too, instead of
 *     the defaults
 */
record DebeziumRelay(Path lib, boolean tuned) implements Relay {
  private static final String MAIN =
      "com.reactive.platform.kafka.benchmark.rival.debezium.DebeziumRelayMain";

  private static final Duration START = Duration.ofMinutes(2);

  @Override
  public String name() {
    return tuned ? "debezium-tuned" : "debezium";
  }

  @Override
  public String idHeader() {
    return "id";
  }

  @Override
  public ChildProcess start(RelayPlace place) throws IOException, InterruptedException {
    List<String> command =
        ChildJvm.command(place.heapMegabytes(), lib + File.separator + "*", MAIN);
    ChildProcess engine = ChildProcess.start(command, GatewayRelay.LAUNCHERS_FLAGS);
    try {
      engine.write(Relay.lines(settings(place)));
      engine.awaitLine("started", START);
      return engine;
    } catch (IOException | InterruptedException | RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private Map<String, String> settings(RelayPlace place) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("name", "outbox");
    settings.put("connector.class", "io.debezium.connector.postgresql.PostgresConnector");
    settings.put("offset.storage.file.filename", place.folder().resolve("offsets").toString());
    settings.put("topic.prefix", "outbox");
    settings.put("database.hostname", "127.0.0.1");
    settings.put("database.port", Integer.toString(place.databasePort()));
    settings.put("database.dbname", "postgres");
    settings.put("database.user", LocalPostgres.USER);
    settings.put("database.password", LocalPostgres.PASSWORD);
    settings.put("plugin.name", "pgoutput");
    settings.put("slot.name", place.table());
    settings.put("publication.name", place.table());
    settings.put("publication.autocreate.mode", "disabled");
    settings.put("table.include.list", "public." + place.table());
    settings.put("snapshot.mode", "no_data");
    settings.put("transforms", "outbox");
    settings.put("transforms.outbox.type", "io.debezium.transforms.outbox.EventRouter");
    settings.put("transforms.outbox.route.topic.replacement", place.topic());
    settings.put("transforms.outbox.table.fields.additional.placement", "type:header:event-type");
    if (tuned) {
      settings.put("poll.interval.ms", "10");
      settings.put("max.batch.size", "8192");
      settings.put("max.queue.size", "32768");
      // As large as the gateway's: the producer's own 16 KiB would make many requests of a batch.
      settings.put("producer.batch.size", "1000000");
    }
    settings.put("producer.bootstrap.servers", place.bootstrapServers());
    settings.put("producer.acks", "all");
    return settings;
  }
}
