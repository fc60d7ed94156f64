package com.reactive.platform.gateway.source;

import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The parts of a gateway that a source passes its events to.
 *
 * @param loop an event loop: the only thread that may use the ingress, and must not be blocked
 * @param restNanos what is left of a pause between flushes, nanoseconds; 0 or less for nothing.
 *     Events that the loop gets in it wake it up, and wait for its end: a source may gather them
 *     until shortly before. Any thread
 * @param ingress of this loop, shared with its connections
 * @param ledger counts each event as a request
 * @param streams the stream of this name that is in force now; null if there is none; any thread
 */
public record SourceContext(
    ScheduledExecutorService loop,
    LongSupplier restNanos,
    Ingress ingress,
    Ledger ledger,
    Function<String, StreamRuntime> streams) {}
