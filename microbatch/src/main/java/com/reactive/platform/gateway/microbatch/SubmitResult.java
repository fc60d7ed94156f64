package com.reactive.platform.gateway.microbatch;

/** Result of a submit. Full is a value: a batcher neither blocks nor throws for load. */
public enum SubmitResult {
  /** Taken; its completion will be told the outcome exactly once. */
  ACCEPTED,
  /** No room now; nothing was taken and the completion will not be called. */
  FULL,
  /** The batcher is closing or closed; nothing was taken and the completion will not be called. */
  CLOSED
}
