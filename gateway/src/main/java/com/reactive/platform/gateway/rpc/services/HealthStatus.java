package com.reactive.platform.gateway.rpc.services;

/** {@code grpc.health.v1.HealthCheckResponse.ServingStatus}, in the order of the numbers. */
public enum HealthStatus {
  UNKNOWN,
  SERVING,
  NOT_SERVING,
  SERVICE_UNKNOWN
}
