package com.reactive.platform.gateway.rpc.services;

/** {@code grpc.health.v1.HealthCheckResponse.ServingStatus}. */
public enum HealthStatus {
  UNKNOWN(0),
  SERVING(1),
  NOT_SERVING(2),
  SERVICE_UNKNOWN(3);

  private final int number;

  HealthStatus(int number) {
    this.number = number;
  }

  /** As protobuf has it. */
  int number() {
    return number;
  }
}
