package com.reactive.platform.gateway.telemetry;

/**
 * An event source in figures, at one moment.
 *
 * @param state in a word or two: streaming, stand-by, ...
 * @param detail why it brings no events; empty if it does, or could
 * @param running whether it brings what there is
 * @param lagBytes what the origin keeps for it; -1: not known
 * @param lagMillis age of the oldest transaction that is not kept in Kafka; 0 if all are
 * @param lagExceeded whether the origin keeps more than it should have to
 * @param events kept in Kafka since the start
 * @param transactions whose events are all kept, since the start
 * @param retries of events, since the start
 * @param skipped events that were no events, since the start
 * @param pending events that are read and not kept yet
 * @param pendingBytes their size
 * @param position in the origin up to which all is kept; its own number
 * @param positionText the same as the origin writes it
 */
public record SourceStats(
    String state,
    String detail,
    boolean running,
    long lagBytes,
    long lagMillis,
    boolean lagExceeded,
    long events,
    long transactions,
    long retries,
    long skipped,
    long pending,
    long pendingBytes,
    long position,
    String positionText) {}
