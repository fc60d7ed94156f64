package com.reactive.platform.gateway.telemetry;

/**
 * A topic's spool in figures.
 *
 * @param events answered, and not yet in Kafka
 * @param bytes on disk
 * @param oldestMillis the age of the oldest event; 0 if there is none
 * @param accepting whether it would take an event in
 * @param spooledEvents taken in since the start
 * @param spooledBytes their bytes
 * @param replayedEvents handed to Kafka and acknowledged since the start
 * @param refusedEvents refused by Kafka for what they are, and kept on disk
 * @param failures batches that the disk did not take since the start
 * @param lostEvents taken in, and gone from the disk before Kafka had them; seen since the start
 */
public record SpoolStats(
    long events,
    long bytes,
    long oldestMillis,
    boolean accepting,
    long spooledEvents,
    long spooledBytes,
    long replayedEvents,
    long refusedEvents,
    long failures,
    long lostEvents) {}
