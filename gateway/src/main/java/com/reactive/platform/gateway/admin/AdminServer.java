package com.reactive.platform.gateway.admin;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.net.AcceptPause;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Serves probes, status and the live page. It shares no thread with the data port, so it responds
 * while that port is flooded: one event loop reads and writes, and a pool of two threads runs
 * whatever may take a moment.
 *
 * <p>Bounded are: connections, streams, the size of a request and the time it takes to arrive,
 * requests that wait for the pool, and what waits for a slow reader.
 */
public final class AdminServer implements AutoCloseable {
  private static final int MAX_CONNECTIONS = 128;
  private static final int MAX_OF_ADDRESS = 64;
  private static final int MAX_STREAMS = 32;
  private static final int THREADS = 2;
  private static final int MAX_WAITING = 64;
  private static final int BACKLOG = 64;
  private static final int SWEEP_MILLIS = 250;
  private static final WriteBufferWaterMark WRITE_BUFFER_BYTES =
      new WriteBufferWaterMark(64 << 10, 256 << 10);

  /** Collects what is served. */
  public static final class Builder {
    private final AdminConfig config;
    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private Predicate<String> authorized;
    private Consumer<Channel> first = channel -> {};

    private Builder(AdminConfig config) {
      this.config = config;
      probe("/livez", () -> AdminResponse.text(true, "live"));
    }

    /** For machines: needs no token. The supplier is asked on the event loop: it must be quick. */
    public Builder probe(String path, Supplier<AdminResponse> responses) {
      return put(path, new Endpoint(Endpoint.Kind.PROBE, "GET", body -> responses.get()));
    }

    /** The same for a response that depends on the parameters of the query, by their names. */
    public Builder probeWithQuery(
        String path, Function<Map<String, List<String>>, AdminResponse> byParameters) {
      return put(
          path,
          new Endpoint(
              Endpoint.Kind.PROBE,
              "GET",
              query -> {
                Map<String, List<String>> parameters = parametersOf(query);
                return parameters == null
                    ? AdminResponse.text(400, "the query is not valid percent-encoding")
                    : byParameters.apply(parameters);
              }));
    }

    /** Null if it has an escape sequence that is none. */
    private static Map<String, List<String>> parametersOf(String query) {
      try {
        return new QueryStringDecoder(query, false).parameters();
      } catch (IllegalArgumentException e) {
        return null;
      }
    }

    /** The supplier is asked by a thread of the pool, at every request. */
    public Builder get(String path, Supplier<AdminResponse> responses) {
      return put(path, new Endpoint(Endpoint.Kind.READ, "GET", body -> responses.get()));
    }

    /**
     * The same for a response whose form depends on the {@code Accept} header, which may be null.
     */
    public Builder get(String path, Function<String, AdminResponse> byAccept) {
      return put(path, new Endpoint(Endpoint.Kind.READ, "GET", byAccept));
    }

    /**
     * The same for all paths of one more segment, which is what the function is given, as it stands
     * in the request.
     */
    public Builder getBelow(String path, Function<String, AdminResponse> bySegment) {
      return put(path + "/*", new Endpoint(Endpoint.Kind.READ_BELOW, "GET", bySegment));
    }

    /**
     * Something that changes the gateway.
     *
     * @param handler is given the body, a JSON text of 64 KiB at most; may block for a while, on a
     *     thread of the pool
     */
    public Builder post(String path, Function<String, AdminResponse> handler) {
      return put(path, new Endpoint(Endpoint.Kind.CHANGE, "POST", handler));
    }

    /**
     * The live page, at {@code path}, and its data, {@code path/events}; {@code /} leads there. The
     * page is put together by whoever asks first, on a thread of the pool: many gateways are never
     * looked at.
     */
    public Builder dashboard(String path) {
      AdminResponse leadsThere = new AdminResponse(302, "text/plain", "", Map.of("location", path));
      put("/", new Endpoint(Endpoint.Kind.PAGE, "GET", body -> leadsThere));
      put(path, new Endpoint(Endpoint.Kind.PAGE, "GET", body -> DashboardPage.loaded().response()));
      return put(path + "/events", new Endpoint(Endpoint.Kind.STREAM, "GET", null));
    }

    /**
     * From now on everything but the probes, and the page without its data, wants a token.
     *
     * @param authorizationHeader says whether this {@code Authorization} header, or null, will do;
     *     asked on the event loop, must be quick
     */
    public Builder authorized(Predicate<String> authorizationHeader) {
      authorized = authorizationHeader;
      return this;
    }

    /** What is done first with the pipeline of every connection: TLS. */
    public Builder first(Consumer<Channel> prepare) {
      first = prepare;
      return this;
    }

    private Builder put(String path, Endpoint endpoint) {
      if (endpoints.put(path, endpoint) != null) {
        throw new IllegalStateException(path + " is served twice");
      }
      return this;
    }

    /**
     * Binds and serves.
     *
     * @throws IOException with one clear sentence if the port cannot be had
     */
    public AdminServer start() throws IOException, InterruptedException {
      AdminServer server = new AdminServer(this);
      try {
        server.bind(config);
        return server;
      } catch (IOException | InterruptedException e) {
        server.close();
        throw e;
      }
    }
  }

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("admin", true), NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          new DefaultThreadFactory("admin-pool", true));
  private final Consumer<Channel> first;
  private final LiveFeed feed = new LiveFeed(MAX_STREAMS);
  private final AdminConnections connections = new AdminConnections();
  private final AdminContext context;
  private boolean sweepComes;
  private Channel listener;

  private AdminServer(Builder builder) {
    first = builder.first;
    context =
        new AdminContext(
            Map.copyOf(builder.endpoints),
            new RequestGuard(Settings.isLoopback(builder.config.host()), builder.authorized),
            pool,
            feed);
  }

  public static Builder builder(AdminConfig config) {
    return new Builder(config);
  }

  private void bind(AdminConfig config) throws IOException, InterruptedException {
    var bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER_BYTES)
            .handler(new AcceptPause("admin"))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    admit(channel);
                  }
                })
            .bind(config.host(), config.port())
            .await();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on " + config.host() + ":" + config.port() + " (admin): " + bound.cause(),
          bound.cause());
    }
    listener = bound.channel();
  }

  private void admit(Channel channel) {
    // Null if it is gone already; whatever it counts as, it will be gone from there, too.
    InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
    InetAddress address = peer == null ? InetAddress.getLoopbackAddress() : peer.getAddress();
    if (!connections.makeRoom(address, MAX_CONNECTIONS, MAX_OF_ADDRESS)) {
      channel.close();
      return;
    }
    first.accept(channel);
    AdminConnection connection = new AdminConnection(context, address);
    connections.add(connection, channel);
    connection.addTo(channel.pipeline());
    sweepSoon();
  }

  /** Only while there are connections: what is idle is to sleep. */
  private void sweepSoon() {
    if (!sweepComes && !connections.isEmpty()) {
      sweepComes = true;
      loop.schedule(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void sweep() {
    sweepComes = false;
    try {
      connections.checkDeadlines();
    } finally {
      sweepSoon();
    }
  }

  /** The port in force, which differs from the configured one if that was 0. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /**
   * Tells everyone who looks at the page. To be called about once a second, from any thread.
   *
   * @param point JSON on one line: what the curves need; the last five minutes of them are kept
   * @param merged the same of several points together, of which an hour is kept; null if it is not
   *     due
   * @param snapshot JSON on one line: all there is to say now; asked only if somebody looks, on the
   *     event loop
   */
  public void publish(String point, String merged, Supplier<String> snapshot) {
    try {
      loop.execute(() -> feed.publish(point, merged, snapshot));
    } catch (RejectedExecutionException e) {
      // The server is closed: nobody looks any more.
    }
  }

  /** Ends the streams, gives open requests two seconds, and closes everything. Idempotent. */
  @Override
  public synchronized void close() {
    if (group.isShuttingDown()) {
      return;
    }
    pool.shutdown();
    try {
      if (listener != null) {
        listener.close().await();
      }
      pool.awaitTermination(2, TimeUnit.SECONDS);
      loop.submit(
              () -> {
                feed.end();
                connections.closeIdle();
              })
          .await();
      group.shutdownGracefully(100, 2_000, TimeUnit.MILLISECONDS);
      group.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      group.shutdownGracefully(0, 0, TimeUnit.SECONDS);
      Thread.currentThread().interrupt();
    }
  }
}
