package com.reactive.platform.gateway.stream;

/** Whose word counts for the producer. */
public enum Acks {
  /** All in-sync replicas: the only one that allows a 201. */
  ALL,
  /** The partition's leader. */
  LEADER,
  /** Nobody's. */
  NONE
}
