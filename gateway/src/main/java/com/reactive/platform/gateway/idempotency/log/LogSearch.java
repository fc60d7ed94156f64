package com.reactive.platform.gateway.idempotency.log;

import com.reactive.platform.gateway.sink.EventLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Looks for events in the log. A pass may read all that was written within a window, so searches
 * share passes: all that wait for one over the same topic begin together with the next, and each
 * ends as soon as its event is found. Searches at single places have passes of their own, which
 * read next to nothing. Thread-safe.
 *
 * <p>Two kinds of searches wait apart, so that neither is refused because of the other: those that
 * settle what became of an event, thousands after an outage, and the look-ups of clients. The
 * latter are bounded for each client, too, and read for half of the time at most: after a pass for
 * look-ups alone, further ones over that topic wait for as long as it took.
 */
public final class LogSearch {
  /**
   * After so many passes that settle, a topic of which only look-ups wait has one, unless another
   * has: it may take long, and must leave a place.
   */
  static final int URGENT_IN_A_ROW = 4;

  private final EventLog events;
  private final Bounds bounds;
  private final LongFunction<Executor> delays;
  private final LongSupplier nanoClock;

  // Guarded by this.
  private final Map<Lane, Waiting> lanes = new HashMap<>();

  /** Lanes in which something settles, which mostly go before the others. */
  private final ArrayDeque<Lane> urgent = new ArrayDeque<>();

  private final ArrayDeque<Lane> ready = new ArrayDeque<>();
  private final Map<String, Integer> lookUpsOf = new HashMap<>();
  private int settling;
  private int lookUps;
  private int urgentInARow;
  private int running;

  /** Those of them that settle nothing. */
  private int runningLookUps;

  private long passes;
  private long passNanos;

  /**
   * The most of everything.
   *
   * @param settling searches that wait; further ones are refused at once
   * @param lookUps the same of clients
   * @param lookUpsOfOne of them, of one client; when half of the places are taken: one
   * @param ofPass searches that settle, and share a pass; it takes all look-ups besides
   * @param passes at a time
   * @param timeoutMillis of each pass
   */
  public record Bounds(
      int settling, int lookUps, int lookUpsOfOne, int ofPass, int passes, long timeoutMillis) {}

  /**
   * The searches at one moment, and the passes since the start.
   *
   * @param settling searches that wait for a pass
   * @param lookUps the same of clients
   * @param passNanos of all passes together
   */
  public record Stats(int settling, int lookUps, long passes, long passNanos) {}

  /** What one pass can serve. */
  private record Lane(String topic, boolean placed) {}

  /** Those who wait for a pass of a lane. */
  private static final class Waiting {
    final ArrayDeque<Search> settling = new ArrayDeque<>();
    final ArrayDeque<Search> lookUps = new ArrayDeque<>();
    boolean running;

    /** Look-ups alone are no reason for a pass. */
    boolean resting;

    boolean isEmpty() {
      return settling.isEmpty() && lookUps.isEmpty();
    }
  }

  /**
   * A search.
   *
   * @param client null if it settles
   */
  private record Search(
      EventLog.Query query, String client, CompletableFuture<Optional<EventLog.Place>> answer)
      implements EventLog.Seeker {
    @Override
    public void found(EventLog.Place place) {
      answer.complete(Optional.of(place));
    }
  }

  private record Pass(Lane lane, List<Search> searches) {
    boolean settles() {
      return searches.stream().anyMatch(search -> search.client == null);
    }
  }

  /**
   * @param delays runs things after so many milliseconds, on any thread
   */
  public LogSearch(EventLog events, Bounds bounds, LongFunction<Executor> delays) {
    this(events, bounds, delays, System::nanoTime);
  }

  LogSearch(EventLog events, Bounds bounds, LongFunction<Executor> delays, LongSupplier nanoClock) {
    this.events = events;
    this.bounds = bounds;
    this.delays = delays;
    this.nanoClock = nanoClock;
  }

  /**
   * Looks for an event of which somebody has to find out what became of it.
   *
   * @return on some thread that must not be blocked: empty if the event is not there; fails if that
   *     cannot be told, since the log cannot be read in time or too many searches wait
   */
  public CompletableFuture<Optional<EventLog.Place>> settle(EventLog.Query query) {
    return search(query, null);
  }

  /**
   * Looks for an event that a client asks for.
   *
   * @param client of whom few searches wait at a time
   * @return as {@link #settle}
   */
  public CompletableFuture<Optional<EventLog.Place>> lookUp(EventLog.Query query, String client) {
    return search(query, client);
  }

  private CompletableFuture<Optional<EventLog.Place>> search(EventLog.Query query, String client) {
    Search search = new Search(query, client, new CompletableFuture<>());
    Lane lane = new Lane(query.topic(), query.isPlaced());
    synchronized (this) {
      if (client == null ? settling >= bounds.settling : !hasRoom(client)) {
        return CompletableFuture.failedFuture(
            new RejectedExecutionException("too many searches wait already"));
      }
      Waiting waiting = lanes.computeIfAbsent(lane, unused -> new Waiting());
      if (client == null) {
        settling++;
        waiting.settling.add(search);
      } else {
        lookUps++;
        lookUpsOf.merge(client, 1, Integer::sum);
        waiting.lookUps.add(search);
      }
      queue(lane, waiting);
    }
    startPasses();
    return search.answer;
  }

  /** What settles mostly goes first, and each lane of either kind in its turn. */
  private void queue(Lane lane, Waiting waiting) {
    if (waiting.running || (waiting.resting && waiting.settling.isEmpty())) {
      return;
    }
    if (!waiting.settling.isEmpty()) {
      ready.remove(lane);
      if (!urgent.contains(lane)) {
        urgent.addLast(lane);
      }
    } else if (!ready.contains(lane)) {
      ready.addLast(lane);
    }
  }

  private boolean hasRoom(String client) {
    int most = lookUps < bounds.lookUps / 2 ? bounds.lookUpsOfOne : 1;
    return lookUps < bounds.lookUps && lookUpsOf.getOrDefault(client, 0) < most;
  }

  private void startPasses() {
    for (Pass pass = nextPass(); pass != null; pass = nextPass()) {
      start(pass);
    }
  }

  private void start(Pass pass) {
    long startNanos = nanoClock.getAsLong();
    events
        .find(pass.lane.topic, pass.searches, bounds.timeoutMillis)
        .whenComplete(
            (done, failure) -> {
              ended(pass, nanoClock.getAsLong() - startNanos);
              pass.searches.forEach(search -> end(search, failure));
              startPasses();
            });
  }

  private static void end(Search search, Throwable failure) {
    if (failure == null) {
      search.answer.complete(Optional.empty());
    } else {
      search.answer.completeExceptionally(failure);
    }
  }

  /** Null if nobody waits, or as many passes as possible are under way. */
  private synchronized Pass nextPass() {
    Lane lane = running < bounds.passes ? nextLane() : null;
    if (lane == null) {
      return null;
    }
    running++;
    Waiting waiting = lanes.get(lane);
    waiting.running = true;
    List<Search> searches = new ArrayList<>(waiting.lookUps);
    lookUps -= searches.size();
    searches.forEach(search -> lookUpsOf.computeIfPresent(search.client, LogSearch::oneLess));
    waiting.lookUps.clear();
    for (int i = 0; i < bounds.ofPass && !waiting.settling.isEmpty(); i++) {
      searches.add(waiting.settling.poll());
      settling--;
    }
    Pass pass = new Pass(lane, searches);
    runningLookUps += pass.settles() ? 0 : 1;
    return pass;
  }

  /** Null if there is none. */
  private Lane nextLane() {
    boolean othersTurn = urgentInARow >= URGENT_IN_A_ROW && runningLookUps == 0 && !ready.isEmpty();
    if (!urgent.isEmpty() && !othersTurn) {
      urgentInARow++;
      return urgent.poll();
    }
    if (!ready.isEmpty()) {
      urgentInARow = 0;
    }
    return ready.poll();
  }

  private static Integer oneLess(String client, int count) {
    return count == 1 ? null : count - 1;
  }

  private void ended(Pass pass, long nanos) {
    long restMillis = pass.settles() ? 0 : TimeUnit.NANOSECONDS.toMillis(nanos);
    synchronized (this) {
      running--;
      runningLookUps -= pass.settles() ? 0 : 1;
      passes++;
      passNanos += nanos;
      Waiting waiting = lanes.get(pass.lane);
      waiting.running = false;
      waiting.resting |= restMillis > 0;
      goOn(pass.lane, waiting);
    }
    if (restMillis > 0) {
      delays.apply(restMillis).execute(() -> rested(pass.lane));
    }
  }

  private void rested(Lane lane) {
    synchronized (this) {
      Waiting waiting = lanes.get(lane);
      waiting.resting = false;
      goOn(lane, waiting);
    }
    startPasses();
  }

  private void goOn(Lane lane, Waiting waiting) {
    if (!waiting.isEmpty()) {
      queue(lane, waiting);
    } else if (!waiting.running && !waiting.resting) {
      lanes.remove(lane);
    }
  }

  public synchronized Stats stats() {
    return new Stats(settling, lookUps, passes, passNanos);
  }
}
