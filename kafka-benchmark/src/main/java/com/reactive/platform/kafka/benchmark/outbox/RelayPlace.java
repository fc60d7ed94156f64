package com.reactive.platform.kafka.benchmark.outbox;

import java.nio.file.Path;

/**
 * Where a relay reads, and where it writes.
 *
 * @param databasePort on the loopback interface
 * @param table of the schema {@code public}; the publication and the slot have the same name
 * @param bootstrapServers of Kafka
 * @param folder for files of its own
 * @param heapMegabytes of its JVM
 */
record RelayPlace(
    int databasePort,
    String table,
    String bootstrapServers,
    String topic,
    Path folder,
    int heapMegabytes) {}
