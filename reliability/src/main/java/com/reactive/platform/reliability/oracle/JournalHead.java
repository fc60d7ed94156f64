package com.reactive.platform.reliability.oracle;

/**
 * First line of a journal.
 *
 * @param run of its client
 * @param startMillis by the wall clock; the times of its entries count from there, by a clock that
 *     only goes forward
 */
record JournalHead(long run, long startMillis) {}
