package com.reactive.platform.kafka.wire.cluster;

import com.reactive.platform.kafka.wire.connection.BrokerConnection;
import com.reactive.platform.kafka.wire.connection.ConnectionListener;
import com.reactive.platform.kafka.wire.connection.RetryPause;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Keeps a connection to any broker: when one fails, the next of those known is tried at once, then
 * the bootstrap addresses; when all have failed, again after a while. One that ends at once, or
 * without an answer, has failed. Where several brokers are known, one that keeps us waiting is left
 * soon: whoever asks may need to know which of them stands still. Belongs to one event loop.
 */
final class ControlConnection {
  /** A connection is open when its first request, this one, is answered. */
  private static final ApiKeys OPENING = ApiKeys.API_VERSIONS;

  /** Hears of it. */
  interface Listener {
    /** Requests can be made. */
    void up(BrokerAddress broker);

    /** Requests without an answer will have none. It connects again by itself. */
    void down(BrokerAddress broker, Exception cause);

    /** No broker answers, or one that does refuses us. It goes on trying. */
    void unreachable(Exception cause);
  }

  private final EventLoop loop;
  private final ClusterSettings settings;
  private final Supplier<Collection<BrokerAddress>> known;
  private final Listener listener;
  private final RetryPause backoff;
  private final Random random = new Random();
  private Queue<BrokerAddress> candidates = new ArrayDeque<>();
  private BrokerConnection connection;
  private NodeApiVersions versions;
  private long upSinceNanos;
  private final RequestPatience patience = new RequestPatience();

  /** What has no answer yet, in its order. */
  private final ArrayDeque<ApiKeys> unanswered = new ArrayDeque<>();

  /** Since then the broker has been working on the first of them. */
  private long sinceNanos;

  /** If it takes too long for that. */
  private ScheduledFuture<?> leaving;

  /** Since it was up, some request was answered. */
  private boolean answered;

  private boolean closed;

  ControlConnection(
      EventLoop loop,
      ClusterSettings settings,
      Supplier<Collection<BrokerAddress>> known,
      Listener listener) {
    this.loop = loop;
    this.settings = settings;
    this.known = known;
    this.listener = listener;
    backoff =
        new RetryPause(
            settings.reconnectBackoffMillis(),
            settings.reconnectBackoffMaxMillis(),
            settings.connection().random());
  }

  void start() {
    candidates = shuffledCandidates();
    openNext();
  }

  boolean isUp() {
    return versions != null;
  }

  /** The broker takes such requests. */
  boolean knows(ApiKeys api) {
    return isUp() && versions.apiVersion(api) != null;
  }

  /**
   * Makes a request in the newest version that both sides know.
   *
   * @param newest of ours
   * @param response an empty one, handed on when it is read
   */
  <T extends ApiMessage> void request(
      ApiMessage request, short newest, T response, Consumer<T> then) {
    ApiKeys api = ApiKeys.forId(request.apiKey());
    short version = versions.latestUsableVersion(api, api.oldestVersion(), newest);
    await(api);
    connection.request(
        request,
        version,
        response,
        answer -> {
          firstAnswered();
          answered = true;
          then.accept(answer);
        });
  }

  private void await(ApiKeys kind) {
    unanswered.add(kind);
    if (unanswered.size() == 1) {
      awaitFirst();
    }
  }

  /** A broker serves a connection's requests one after the other: the others' time is not yet. */
  private void awaitFirst() {
    ApiKeys kind = unanswered.peek();
    BrokerConnection left = connection;
    sinceNanos = System.nanoTime();
    leaving =
        loop.schedule(
            () -> {
              patience.exhausted(kind);
              left.close(new TimeoutException("no answer to " + kind.name + " in time"));
            },
            patienceMillis(kind),
            TimeUnit.MILLISECONDS);
  }

  /**
   * The time after which another broker may be the better choice; where there is no other, that of
   * a request. How long an opening may take then, the connection knows itself.
   */
  private long patienceMillis(ApiKeys kind) {
    long most = kind == OPENING ? RequestPatience.MOST_MILLIS : settings.requestTimeoutMillis();
    return known.get().size() > 1 ? Math.min(patience.millis(kind), most) : most;
  }

  private void firstAnswered() {
    leaving.cancel(false);
    long tookNanos = System.nanoTime() - sinceNanos;
    patience.answered(unanswered.remove(), TimeUnit.NANOSECONDS.toMillis(tookNanos));
    if (!unanswered.isEmpty()) {
      awaitFirst();
    }
  }

  /** Leaves this broker for another, since it is of no use now. */
  void moveOn(String why) {
    if (connection != null) {
      connection.close(new DisconnectException(why));
    }
  }

  void close() {
    closed = true;
    moveOn("closed");
  }

  private void openNext() {
    if (closed) {
      return;
    }
    BrokerAddress broker = candidates.remove();
    connection =
        BrokerConnection.open(
            loop, broker.host(), broker.port(), settings.connection(), new Events(broker));
    await(OPENING);
  }

  private Queue<BrokerAddress> shuffledCandidates() {
    List<BrokerAddress> brokers = new ArrayList<>(known.get());
    Collections.shuffle(brokers, random);
    if (brokers.isEmpty() || settings.rebootstrap()) {
      List<BrokerAddress> bootstrap = new ArrayList<>(settings.bootstrap());
      Collections.shuffle(bootstrap, random);
      brokers.addAll(bootstrap);
    }
    return new ArrayDeque<>(brokers);
  }

  private void retry(Exception cause) {
    if (cause instanceof AuthenticationException) {
      listener.unreachable(cause);
      later(backoff.longestMillis());
    } else if (candidates.isEmpty()) {
      listener.unreachable(cause);
      later(backoff.afterFailureMillis());
    } else {
      openNext();
    }
  }

  /** Else it counts as one more attempt that failed, so that the pauses grow. */
  private boolean wasOfUse() {
    long upMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - upSinceNanos);
    return answered && upMillis >= settings.reconnectBackoffMaxMillis();
  }

  private void later(long millis) {
    loop.schedule(
        () -> {
          if (candidates.isEmpty()) {
            candidates = shuffledCandidates();
          }
          openNext();
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  private final class Events implements ConnectionListener {
    private final BrokerAddress broker;

    Events(BrokerAddress broker) {
      this.broker = broker;
    }

    @Override
    public void connected(NodeApiVersions known) {
      firstAnswered();
      versions = known;
      upSinceNanos = System.nanoTime();
      answered = false;
      listener.up(broker);
    }

    @Override
    public void response(int correlationId, ByteBuf response) {
      throw new IllegalStateException("nothing was sent that is answered here");
    }

    @Override
    public void disconnected(Exception cause) {
      leaving.cancel(false);
      unanswered.clear();
      boolean wasUp = versions != null;
      connection = null;
      versions = null;
      if (wasUp) {
        listener.down(broker, cause);
      }
      if (closed) {
        return;
      }
      if (wasUp && wasOfUse()) {
        backoff.succeeded();
        // Those known now, and not first the one that has just gone.
        candidates = shuffledCandidates();
        candidates.removeIf(broker::isAtTheSamePlace);
        candidates.add(broker);
      }
      retry(cause);
    }
  }
}
