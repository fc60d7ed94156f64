package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.idempotency.KeyWindow;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Requests with a key that came while the keys of before the start were being read: they are taken
 * as soon as that is done, in the order of their coming, or refused after ten seconds. Belongs to
 * one {@link Ingress}, and to its thread.
 */
final class HeldRequests {
  static final int MAX_REQUESTS = 1_024;
  static final int MAX_BYTES = 1 << 20;
  static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** As {@link Ingress#take}. */
  interface Taker {
    Problem take(
        IngestRequest request, IngestCallback callback, byte[] body, int offset, int length);
  }

  private record Held(
      KeyWindow window,
      IngestRequest request,
      IngestCallback callback,
      byte[] body,
      long sinceNanos) {}

  private final Taker taker;
  private final Executor thread;
  private final Runnable wake = this::wake;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private int bytes;

  /**
   * @param thread runs tasks on the thread of the Ingress
   */
  HeldRequests(Taker taker, Executor thread) {
    this.taker = taker;
    this.thread = thread;
  }

  /**
   * Holds a request.
   *
   * @param window of its key, which is being rebuilt
   * @param body copied
   * @return false if there is no room, or the front end does not wait
   */
  boolean add(
      KeyWindow window,
      IngestRequest request,
      IngestCallback callback,
      byte[] body,
      int offset,
      int length) {
    boolean room = held.size() < MAX_REQUESTS && bytes + length <= MAX_BYTES;
    if (!room || !callback.waitsForAcceptance()) {
      return false;
    }
    byte[] copy = Arrays.copyOfRange(body, offset, offset + length);
    held.add(new Held(window, request, callback, copy, System.nanoTime()));
    bytes += length;
    callback.hold(request.idempotencyKey());
    window.afterRebuild(wake);
    return true;
  }

  boolean isEmpty() {
    return held.isEmpty();
  }

  /** Any thread. */
  private void wake() {
    try {
      thread.execute(this::takeAll);
    } catch (RejectedExecutionException e) {
      // The loop has ended, and with it the connections.
    }
  }

  private void takeAll() {
    for (int left = held.size(); left > 0; left--) {
      KeyWindow window = held.peek().window;
      if (window.isRebuilding()) {
        held.add(held.poll());
        window.afterRebuild(wake); // It may have been done and begun again since this was called.
      } else {
        take(poll());
      }
    }
  }

  private void take(Held next) {
    Problem problem;
    try {
      problem = taker.take(next.request, next.callback, next.body, 0, next.body.length);
    } catch (RuntimeException e) {
      problem = Problem.of(Rejection.INTERNAL_ERROR, "");
      thread.execute(() -> rethrow(e));
    }
    if (problem != null) {
      next.callback.refuse(problem);
    }
  }

  /** In a task of its own, so that the thread logs it and goes on. */
  private static void rethrow(RuntimeException fault) {
    throw fault;
  }

  private Held poll() {
    Held next = held.poll();
    bytes -= next.body.length;
    next.callback.release();
    return next;
  }

  /** Refuses those that have waited for too long; to be called now and then. */
  void expire(Problem why, long nowNanos) {
    while (!held.isEmpty() && nowNanos - held.peek().sinceNanos > MOST_NANOS) {
      poll().callback.refuse(why);
    }
  }

  /** Refuses all of them. */
  void refuseAll(Problem why) {
    while (!held.isEmpty()) {
      poll().callback.refuse(why);
    }
  }
}
