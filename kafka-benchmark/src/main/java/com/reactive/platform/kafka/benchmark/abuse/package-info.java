/** Clients that are slow or silent, and whether those who are neither notice them. */
package com.reactive.platform.kafka.benchmark.abuse;
