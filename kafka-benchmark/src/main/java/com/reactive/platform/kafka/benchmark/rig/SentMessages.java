package com.reactive.platform.kafka.benchmark.rig;

/**
 * The messages that one lane sent.
 *
 * @param ledger their outcomes
 * @param sends that the target took over
 * @param samples notes about some of them
 */
record SentMessages(SendLedger ledger, long sends, Samples samples) {}
