package com.reactive.platform.kafka.wire.cluster;

import com.reactive.platform.kafka.wire.connection.ConnectionSettings;
import java.util.List;

/**
 * How the cluster is found and watched.
 *
 * @param bootstrap where to begin; ids are negative and all different
 * @param rebootstrap asks there again when none of the known brokers answers
 * @param requestTimeoutMillis until a broker that does not answer is left
 * @param metadataMaxAgeMillis until metadata is asked for again without a reason
 * @param retryBackoffMillis after a first failure, and between two metadata requests at least
 * @param retryBackoffMaxMillis after many failures
 * @param reconnectBackoffMillis as above, for connections
 * @param reconnectBackoffMaxMillis as above, for connections
 * @param autoCreateTopics lets the broker create a topic that is asked for
 */
public record ClusterSettings(
    ConnectionSettings connection,
    List<BrokerAddress> bootstrap,
    boolean rebootstrap,
    int requestTimeoutMillis,
    long metadataMaxAgeMillis,
    long retryBackoffMillis,
    long retryBackoffMaxMillis,
    long reconnectBackoffMillis,
    long reconnectBackoffMaxMillis,
    boolean autoCreateTopics) {
  public ClusterSettings {
    bootstrap = List.copyOf(bootstrap);
  }
}
