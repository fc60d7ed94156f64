package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.Ingress;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;

/**
 * Takes a connection from its event loop to another one, between a response and the next request,
 * and when all of its events have their outcome, so that none is overtaken on another way to Kafka.
 * Where the loop is short of time, no further request is read until then, but not for long.
 *
 * <p>Between the loops nothing is read: what comes waits in the socket, and what the codec has
 * already stays in the pipeline. Lives on the old loop.
 */
final class Relocation {
  /** The connection, on its loop but for {@link #arrive}. */
  interface Movable {
    /** The loop that is to serve it now. */
    EventLoopContext home();

    /** Nothing of a request is here that the codec has passed on, and nothing of a response. */
    boolean isAtRest();

    /** True if a response did not wait for its event's outcome since this was asked last. */
    boolean hasRunAhead();

    /** Reads no further request, until this is called with false. */
    void pauseReading(boolean pause);

    /** Another takes over what this one serves, on another loop, once it has arrived there. */
    Movable replaceBy(EventLoopContext other);

    /** On its new loop, before anything is read there. */
    void arrive();

    /** The channel is closed. */
    void discard();
  }

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long BETWEEN_PAUSES_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final EventLoopContext loop;
  private final Movable connection;
  private final Channel channel;

  /** What was submitted when the connection had run ahead last; null if that has its outcome. */
  private long[] runAhead;

  /** By then, requests were held that were not submitted yet. */
  private boolean someHeld;

  private boolean moving;
  private boolean paused;
  private long pauseEndNanos;

  /** No pause begins before. */
  private long nextPauseNanos;

  Relocation(EventLoopContext loop, Movable connection, Channel channel) {
    this.loop = loop;
    this.connection = connection;
    this.channel = channel;
    nextPauseNanos = System.nanoTime();
  }

  /** Moves if that is possible now; if it is not, it may become so. */
  void towards(EventLoopContext home) {
    if (moving || paused) {
      return;
    }
    if (isReady()) {
      move(home);
    } else if (loop.isRelievedBy(home) && !loop.hasUnsettledEvents()) {
      pause();
    }
  }

  private void pause() {
    long now = System.nanoTime();
    if (now - nextPauseNanos >= 0) {
      paused = true;
      pauseEndNanos = now + LONGEST_PAUSE_NANOS;
      connection.pauseReading(true);
      loop.checkSoon(this::check);
    }
  }

  /** Ends the pause, or moves. Called by the loop some milliseconds after it was asked for that. */
  private void check() {
    if (!paused || moving || !channel.isActive()) {
      return;
    }
    EventLoopContext home = connection.home();
    long now = System.nanoTime();
    if (home == loop || now - pauseEndNanos >= 0 || loop.hasUnsettledEvents()) {
      paused = false;
      nextPauseNanos = now + BETWEEN_PAUSES_NANOS;
      connection.pauseReading(false);
    } else if (isReady()) {
      move(home);
    } else {
      loop.checkSoon(this::check);
    }
  }

  private boolean isReady() {
    return connection.isAtRest() && hasAllOutcomes() && !loop.hasUnsettledEvents();
  }

  /** For responses that did not wait: whether all has that the loop had taken by then. */
  private boolean hasAllOutcomes() {
    Ingress ingress = loop.ingress.ingress();
    if (connection.hasRunAhead() || someHeld) {
      runAhead = ingress.submitted();
      someHeld = ingress.holdsRequests();
    }
    if (runAhead != null && !someHeld && ingress.isCompleted(runAhead)) {
      runAhead = null;
    }
    return runAhead == null;
  }

  private void move(EventLoopContext home) {
    moving = true;
    channel.deregister().addListener(gone -> register(home));
  }

  /** Netty deregisters in a task of its own. Something may have come before. */
  private void register(EventLoopContext home) {
    if (!channel.isActive()) {
      connection.discard();
    } else if (isReady()) {
      Movable next = connection.replaceBy(home);
      home.add(
          channel,
          there -> {
            if (there.isSuccess()) {
              next.arrive();
            }
          });
    } else {
      moving = false;
      paused = false;
      // What was not written yet is not written unless that is said again.
      loop.add(channel, back -> channel.flush());
      connection.pauseReading(false);
    }
  }
}
