package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.oracle.PostingMode;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Parameters of a chaos run, apart from its faults.
 *
 * @param folder for journals, logs and data; made if need be
 * @param gatewayMain main class of the command line, which knows {@code serve}
 * @param atLeast how long there is load, even if all faults are over
 * @param lastFault no fault is begun later than this; on a slow machine, some that were planned are
 *     left out then
 * @param minAcked how many events must be acknowledged; the load goes on for them after the faults,
 *     for half an hour at most
 * @param mode how the load posts; events for the topic that may be deleted are posted as usual
 * @param connections of the load
 * @param ratePerSecond of the load; 0: as fast as it is answered
 * @param kafkaClient the gateway's {@code kafka.client}
 */
public record ChaosSettings(
    Path folder,
    String gatewayMain,
    Duration atLeast,
    Duration lastFault,
    long minAcked,
    PostingMode mode,
    int connections,
    int ratePerSecond,
    String kafkaClient) {}
