package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.microbatch.BatchSender;

/**
 * The end of a delivery pipeline: writes the events of its batches to their topics and completes
 * each with its outcome. Each message of a batch is a frame that {@link RecordMapper} reads; for
 * threads, blocking and outcomes the contract of {@link BatchSender} holds.
 */
public interface EventSink extends BatchSender {}
