package com.reactive.platform.kafka.benchmark.result;

/**
 * The comparison of the log with the outcomes. Counts are messages, warm-up included.
 *
 * @param applicable whether Kafka was part of the run at all
 * @param verified whether everything fits: end offsets and consumed ids
 * @param sent messages taken over by the target
 * @param acked acknowledged
 * @param notWritten said to be certainly not in Kafka, or refused
 * @param unknown said to be possibly in Kafka
 * @param endOffsets records in the log by its end offsets
 * @param records records consumed
 * @param found distinct ids consumed
 * @param lost acknowledged and not found
 * @param duplicated found more than once: how many times too often
 * @param phantom found and never sent, said to be not written, or damaged
 * @param answersChecked how many answers were held against their record, by topic, partition,
 *     offset and event id; null if none were to be
 * @param detail what went wrong, in a few words; empty if nothing did
 */
public record Verification(
    boolean applicable,
    boolean verified,
    long sent,
    long acked,
    long notWritten,
    long unknown,
    long endOffsets,
    long records,
    long found,
    long lost,
    long duplicated,
    long phantom,
    Long answersChecked,
    String detail) {}
