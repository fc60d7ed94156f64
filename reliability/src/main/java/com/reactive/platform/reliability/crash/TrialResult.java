package com.reactive.platform.reliability.crash;

/**
 * Result of a trial.
 *
 * @param kind what was done
 * @param exitMillis from the signal, the second if there were two, to the end of the process; 0 for
 *     a pause
 */
public record TrialResult(CrashKind kind, long exitMillis) {}
