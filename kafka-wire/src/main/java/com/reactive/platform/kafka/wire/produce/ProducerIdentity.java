package com.reactive.platform.kafka.wire.produce;

/** A producer id and its epoch, as InitProducerId gives them. */
public record ProducerIdentity(long id, short epoch) {}
