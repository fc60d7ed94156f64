/**
 * Ends a gateway under load again and again, by kill -9, by SIGTERM, by both signals of an
 * impatient operator, or lets it stand still; then compares all that it answered with what Kafka
 * has.
 */
package com.reactive.platform.reliability.crash;
