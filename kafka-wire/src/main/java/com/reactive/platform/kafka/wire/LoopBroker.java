package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.connection.BrokerConnection;
import com.reactive.platform.kafka.wire.connection.ConnectionListener;
import com.reactive.platform.kafka.wire.connection.RetryPause;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.AuthenticationException;

/**
 * One event loop's way to one broker: no connection or one, and a pause before the next after a
 * failure. Belongs to the event loop.
 */
final class LoopBroker {
  private final int brokerId;
  private final EventLoop loop;
  private final ClusterSettings settings;
  private final BrokerEvents events;
  private final RetryPause backoff;
  private BrokerAddress broker;
  private BrokerConnection connection;
  private ScheduledFuture<?> pausing;
  private long notBeforeNanos = System.nanoTime();
  private boolean up;
  private long upSinceNanos;

  LoopBroker(int brokerId, EventLoop loop, ClusterSettings settings, BrokerEvents events) {
    this.brokerId = brokerId;
    this.loop = loop;
    this.settings = settings;
    this.events = events;
    backoff =
        new RetryPause(
            settings.reconnectBackoffMillis(),
            settings.reconnectBackoffMaxMillis(),
            settings.connection().random());
  }

  /** Connects, when the pause after the last failure is over, to where the broker is then. */
  void connect(BrokerAddress where) {
    broker = where;
    if (connection != null || pausing != null) {
      return;
    }
    long waitNanos = notBeforeNanos - System.nanoTime();
    if (waitNanos <= 0) {
      open();
    } else {
      pausing = loop.schedule(this::open, waitNanos, TimeUnit.NANOSECONDS);
    }
  }

  private void open() {
    pausing = null;
    connection =
        BrokerConnection.open(
            loop, broker.host(), broker.port(), settings.connection(), new Events());
  }

  /** On a connection that is gone, which the core will hear soon, the request is dropped. */
  void send(int correlationId, ByteBuf request) {
    if (connection == null) {
      request.release();
    } else {
      connection.send(correlationId, request);
    }
  }

  void disconnect(Exception cause) {
    if (connection != null) {
      connection.close(cause);
    } else if (pausing != null) {
      pausing.cancel(false);
      pausing = null;
      loop.execute(() -> events.disconnected(brokerId, cause));
    }
  }

  /** None for a connection that lasted: the broker had enough of it, mostly since it was idle. */
  private long pauseMillis(Exception cause) {
    if (cause instanceof AuthenticationException) {
      return backoff.longestMillis();
    }
    long upMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - upSinceNanos);
    boolean lasted = up && upMillis >= settings.reconnectBackoffMaxMillis();
    return lasted ? 0 : backoff.afterFailureMillis();
  }

  private final class Events implements ConnectionListener {
    @Override
    public void connected(NodeApiVersions versions) {
      backoff.succeeded();
      up = true;
      upSinceNanos = System.nanoTime();
      events.connected(brokerId, versions);
    }

    @Override
    public void response(int correlationId, ByteBuf response) {
      response.skipBytes(Integer.BYTES);
      events.response(brokerId, correlationId, response);
    }

    @Override
    public void disconnected(Exception cause) {
      connection = null;
      long pauseMillis = pauseMillis(cause);
      up = false;
      notBeforeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
      events.disconnected(brokerId, cause);
    }
  }
}
