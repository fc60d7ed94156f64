package com.reactive.platform.kafka.wire.connection;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import org.apache.kafka.common.security.ssl.SslFactory;

/**
 * All that connections to the brokers of one cluster have in common.
 *
 * @param clientId null for none
 * @param sendBufferBytes of the socket; -1 leaves it to the system
 * @param receiveBufferBytes of the socket; -1 leaves it to the system
 * @param setupTimeoutMillis for each address: TCP; and once more for TLS, versions and SASL
 *     together
 * @param maxResponseBytes of an answer
 * @param tls makes the engines; empty for plain text
 * @param sasl who we are; empty if nobody asks
 * @param blocking runs what may wait: name look-ups, handshake arithmetic, login
 * @param random from 0 to 1: spreads in time what many would do at once
 */
public record ConnectionSettings(
    String clientId,
    int sendBufferBytes,
    int receiveBufferBytes,
    int setupTimeoutMillis,
    int maxResponseBytes,
    Optional<SslFactory> tls,
    Optional<SaslLogin> sasl,
    Executor blocking,
    DoubleSupplier random) {}
