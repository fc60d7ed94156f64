/**
 * Writes transactions to a real Postgres while gateways publish its outbox, kills the gateways, the
 * database and the broker again and again, and then compares what was committed with what Kafka
 * has.
 */
package com.reactive.platform.reliability.outbox;
