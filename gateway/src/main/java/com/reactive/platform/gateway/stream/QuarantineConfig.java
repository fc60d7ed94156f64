package com.reactive.platform.gateway.stream;

/**
 * Where a stream keeps the bodies that it refuses for their content.
 *
 * @param topic no stream's own
 * @param profile how they are delivered, always with acks=all
 */
public record QuarantineConfig(String topic, DeliveryProfile profile) {}
