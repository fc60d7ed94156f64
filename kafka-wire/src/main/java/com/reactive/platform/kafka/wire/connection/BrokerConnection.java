package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * One connection to one broker, used once: opened, up, closed.
 *
 * <pre>
 * OPENING: name, TCP, TLS, versions, SASL -> UP -> CLOSED
 *                                            UP -> RENEWING (SASL again) -> UP
 * </pre>
 *
 * <p>While it authenticates again a broker takes nothing else: requests wait for that, here. All
 * calls on the event loop; none of them calls the listener.
 */
public final class BrokerConnection {
  /** Renewed when 85 to 95 % of a session is over, as Kafka's client does. */
  private static final double RENEW_FROM = 0.85;

  private static final double RENEW_SPREAD = 0.1;

  private enum State {
    OPENING,
    UP,
    RENEWING,
    CLOSED
  }

  private final EventLoop loop;
  private final String host;
  private final int port;
  private final ConnectionSettings settings;
  private final ConnectionListener listener;
  private final SocketOpener opener;
  private final RequestChannel.Answer toListener;
  private final ArrayDeque<Held> held = new ArrayDeque<>();
  private State state = State.OPENING;
  private RequestChannel requests;
  private NodeApiVersions versions;
  private SaslExchange sasl;
  private Exception whyClosed;
  private ScheduledFuture<?> timer;

  private BrokerConnection(
      EventLoop loop,
      String host,
      int port,
      ConnectionSettings settings,
      ConnectionListener listener) {
    this.loop = loop;
    this.host = host;
    this.port = port;
    this.settings = settings;
    this.listener = listener;
    this.toListener = listener::response;
    opener =
        new SocketOpener(
            loop,
            host,
            port,
            settings,
            new BrokerPipeline(new Events(), settings, host, port),
            this::ended);
  }

  /** Begins to connect. */
  public static BrokerConnection open(
      EventLoop loop,
      String host,
      int port,
      ConnectionSettings settings,
      ConnectionListener listener) {
    BrokerConnection connection = new BrokerConnection(loop, host, port, settings, listener);
    loop.execute(connection.opener::open);
    return connection;
  }

  /**
   * Sends a request that is complete with its length; the answer goes to the listener. Takes the
   * buffer over. On a closed connection the request is dropped.
   */
  public void send(int correlationId, ByteBuf request) {
    write(new Held(() -> requests.send(correlationId, request, toListener), request::release));
  }

  /**
   * Sends a generated message; dropped on a closed connection.
   *
   * @param response an empty one, handed on when it is read
   */
  public <T extends ApiMessage> void request(
      ApiMessage request, short version, T response, Consumer<T> then) {
    write(new Held(() -> requests.request(request, version, response, then), () -> {}));
  }

  private void write(Held request) {
    switch (state) {
      case UP -> request.write().run();
      case RENEWING -> held.addLast(request);
      case CLOSED -> request.drop().run();
      case OPENING -> {
        request.drop().run();
        throw new IllegalStateException("not connected yet");
      }
    }
  }

  /** Requests without an answer. */
  public int unanswered() {
    return requests == null ? 0 : requests.unanswered() + held.size();
  }

  /** Closes it, whatever its state; the listener hears this cause. */
  public void close(Exception cause) {
    if (state == State.CLOSED || whyClosed != null) {
      return;
    }
    whyClosed = cause;
    opener.cancel();
    if (requests == null) {
      loop.execute(() -> ended(cause));
    }
  }

  private void versionsKnown(NodeApiVersions known) {
    versions = known;
    if (settings.sasl().isPresent()) {
      authenticate();
    } else {
      up();
    }
  }

  private void authenticate() {
    sasl =
        new SaslExchange(
            settings, host, versions, requests, loop, this::authenticated, this::close);
    sasl.start();
  }

  private void authenticated(long sessionMillis) {
    boolean first = state == State.OPENING;
    sasl = null;
    if (first) {
      up();
    } else if (state == State.RENEWING) {
      timer.cancel(false);
      state = State.UP;
      for (Held request; (request = held.pollFirst()) != null; ) {
        request.write().run();
      }
    }
    if (sessionMillis > 0 && state == State.UP) {
      double part = RENEW_FROM + RENEW_SPREAD * settings.random().getAsDouble();
      timer = loop.schedule(this::renew, (long) (part * sessionMillis), TimeUnit.MILLISECONDS);
    }
  }

  private void renew() {
    if (state == State.UP && whyClosed == null) {
      state = State.RENEWING;
      timer = closeLater("re-authentication");
      authenticate();
    }
  }

  private ScheduledFuture<?> closeLater(String what) {
    return loop.schedule(
        () -> close(new TimeoutException("no " + what + " with " + host + ":" + port + " in time")),
        settings.setupTimeoutMillis(),
        TimeUnit.MILLISECONDS);
  }

  private void up() {
    if (whyClosed != null) {
      return;
    }
    state = State.UP;
    timer.cancel(false);
    listener.connected(versions);
  }

  private void ended(Exception cause) {
    if (state == State.CLOSED) {
      return;
    }
    state = State.CLOSED;
    if (timer != null) {
      timer.cancel(false);
    }
    if (sasl != null) {
      sasl.end();
    }
    held.forEach(request -> request.drop().run());
    held.clear();
    if (whyClosed == null) {
      whyClosed =
          cause == null
              ? new NetworkException("the broker closed the connection to " + host + ":" + port)
              : cause;
    }
    listener.disconnected(whyClosed);
  }

  private final class Events implements ChannelOwner {
    @Override
    public void active() {
      timer = closeLater("handshake");
    }

    @Override
    public void ready(Channel channel) {
      requests = new RequestChannel(channel, settings.clientId());
      VersionNegotiation.start(requests, BrokerConnection.this::versionsKnown);
    }

    @Override
    public void received(ByteBuf response) {
      requests.received(response);
    }

    @Override
    public boolean isUp() {
      return state == State.UP || state == State.RENEWING;
    }

    @Override
    public void ended(Exception cause) {
      BrokerConnection.this.ended(cause);
    }
  }

  private record Held(Runnable write, Runnable drop) {}
}
