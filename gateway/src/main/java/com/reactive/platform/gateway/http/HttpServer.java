package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.ingest.AdmissionControl;
import com.reactive.platform.gateway.ingest.Ingress;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.limit.LimitKind;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.net.AcceptPause;
import com.reactive.platform.gateway.net.ReadyGate;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.security.Tls;
import com.reactive.platform.gateway.telemetry.LatencyBreakdown;
import com.reactive.platform.gateway.telemetry.Tracing;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The data port: accepts connections and spreads them over the event loops. */
public final class HttpServer {
  /**
   * The most that is read at once. A head that is not whole yet keeps the buffer it came in,
   * however little is in it, so this is what a connection can hold beside its body.
   */
  private static final int MAX_READ_BYTES = 16 * 1024;

  private static final int USUAL_READ_BYTES = 2 * 1024;
  private static final int LEAST_READ_BYTES = 64;

  private final HttpConfig config;
  private final Optional<Tls> tls;
  private final boolean epoll = Epoll.isAvailable();
  private final MultiThreadIoEventLoopGroup acceptor;
  private final MultiThreadIoEventLoopGroup workers;
  private final Map<EventLoop, EventLoopContext> contexts = new HashMap<>();

  /** The I/O of loops that may rest, by loop. */
  private final Map<Object, RestingIoHandler> resting = new HashMap<>();

  private final ActiveLoops<EventLoopContext> activeLoops;
  private final EventLoop firstLoop;
  private final Optional<LatencyBreakdown> stages;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger http2Connections = new AtomicInteger();
  private final BodyBudget bodies;
  private final Limits limits;
  private Channel listener;

  /** Gives event loops their stripes. */
  @FunctionalInterface
  public interface Stripes {
    /**
     * The writers of a stripe, one for each pipeline.
     *
     * @param loop the only thread that will use them
     */
    StripedBatcher.Writer[] writers(int stripe, ScheduledExecutorService loop);
  }

  /**
   * Prepares the server; nothing is bound yet.
   *
   * @param stripes asked by each event loop for one stripe, from 0 on
   * @param routes those in force, asked for every request; must not block
   * @param tls of all connections, if there is any
   */
  public HttpServer(
      HttpConfig config,
      Stripes stripes,
      Supplier<Routes> routes,
      Ledger ledger,
      Tracing tracing,
      Authenticator authenticator,
      Limits limits,
      Optional<Tls> tls) {
    stopLookingForLeaks();
    this.config = config;
    this.limits = limits;
    this.tls = tls;
    bodies = new BodyBudget(config.bodyBudgetBytes());
    RequestAdmission admission =
        new RequestAdmission(config.hosts(), new AdmissionControl(authenticator, limits));
    acceptor = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("accept"), io());
    workers =
        new MultiThreadIoEventLoopGroup(
            config.eventLoops(),
            new DefaultThreadFactory("http"),
            config.restsInPauses() ? restingIo() : io());
    stages = config.stageTimes() ? Optional.of(new LatencyBreakdown()) : Optional.empty();
    firstLoop = (EventLoop) workers.iterator().next();
    activeLoops =
        new ActiveLoops<>(config.eventLoops(), config.gathersConnections(), System.nanoTime());
    int stripe = 0;
    for (EventExecutor executor : workers) {
      EventLoop loop = (EventLoop) executor;
      Ingress ingress = new Ingress(stripes.writers(stripe++, loop), config.maxWaitMillis(), loop);
      contexts.put(
          loop,
          new EventLoopContext(
              loop,
              activeLoops,
              config,
              ledger,
              new HttpIngress(ingress, config.answerTimeoutMillis()),
              routes,
              tracing,
              admission,
              new BodyMemory(bodies),
              stages.map(LatencyBreakdown::newLoop).orElse(null)));
    }
    resting.forEach((loop, io) -> io.restBy(contexts.get(loop)::restNanos));
  }

  /**
   * By default Netty follows one buffer in so many, which costs every request something. Tests
   * follow all of them; who looks for a leak in a running gateway sets the property.
   */
  private static void stopLookingForLeaks() {
    if (System.getProperty("io.netty.leakDetection.level") == null) {
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    }
  }

  private IoHandlerFactory restingIo() {
    IoHandlerFactory io = io();
    return loop -> {
      RestingIoHandler handler = new RestingIoHandler(io.newHandler(loop));
      resting.put(loop, handler);
      return handler;
    };
  }

  private IoHandlerFactory io() {
    return epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
  }

  /**
   * Binds, and accepts once the gateway is {@linkplain ReadyGate ready}.
   *
   * @param ready asked for that; must not block
   * @throws IOException with one clear sentence if the port cannot be had
   */
  public void start(BooleanSupplier ready) throws IOException, InterruptedException {
    Class<? extends ServerChannel> channelType =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    contexts.values().forEach(EventLoopContext::start);
    var bound =
        new ServerBootstrap()
            .group(acceptor, workers)
            .channel(channelType)
            .option(ChannelOption.SO_BACKLOG, 1_024)
            .option(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.RECVBUF_ALLOCATOR,
                new AdaptiveRecvByteBufAllocator(
                    LEAST_READ_BYTES, USUAL_READ_BYTES, MAX_READ_BYTES))
            // Over TLS the end of the stream is the end of both directions.
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, tls.isEmpty())
            .handler(new AcceptPause("data"))
            .childHandler(admission())
            .bind(config.host(), config.port())
            .await();
    if (!bound.isSuccess()) {
      throw new IOException(
          "cannot listen on " + config.host() + ":" + config.port() + ": " + bound.cause(),
          bound.cause());
    }
    listener = bound.channel();
    ReadyGate.open(listener, ready);
  }

  /** An event loop for events that come by no connection. */
  public ScheduledExecutorService firstLoop() {
    return firstLoop;
  }

  /**
   * Time for which {@link #firstLoop} has no use for events: {@link RestingIoHandler#nanosLeft}.
   */
  public long firstLoopRestNanos() {
    RestingIoHandler io = resting.get(firstLoop);
    return io == null ? 0 : io.nanosLeft();
  }

  /** That of {@link #firstLoop}, and for its thread alone. */
  public Ingress firstIngress() {
    return contexts.get(firstLoop).ingress.ingress();
  }

  /** The port in force, which differs from the configured one if that was 0. */
  public int port() {
    return ((InetSocketAddress) listener.localAddress()).getPort();
  }

  /** Where the time of events goes; empty unless that is measured. */
  public Optional<LatencyBreakdown> stageTimes() {
    return stages;
  }

  public int openConnections() {
    return connections.get();
  }

  /** Those of {@link #openConnections} that speak HTTP/2. */
  public int openHttp2Connections() {
    return http2Connections.get();
  }

  ActiveLoops<EventLoopContext> activeLoops() {
    return activeLoops;
  }

  /** How busy it is, as of a moment ago. Any thread. */
  public HttpLoad load() {
    return HttpLoad.of(
        contexts.values().stream().map(context -> context.ingress.ingress().load()).toList(),
        contexts.values().stream().map(EventLoopContext::lag).toList(),
        activeLoops.active(),
        activeLoops.loops().stream().map(EventLoopContext::openConnections).toList(),
        bodies.seen());
  }

  /**
   * Serves a connection that did not come through the listener, on the next of the event loops; for
   * benchmarks, whose connections are no sockets.
   */
  public ChannelFuture serve(Channel channel) {
    channel.pipeline().addLast(admission());
    return workers.register(channel);
  }

  private ChannelHandler admission() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        admit(channel);
      }
    };
  }

  private void admit(Channel channel) {
    if (connections.incrementAndGet() > config.maxConnections()) {
      connections.decrementAndGet();
      limits.refused(LimitKind.CONNECTIONS);
      channel.close();
      return;
    }
    InetAddress peer = Peer.addressOf(channel);
    if (!limits.connectionOpened(peer)) {
      connections.decrementAndGet();
      channel.close();
      return;
    }
    channel
        .closeFuture()
        .addListener(
            closed -> {
              limits.connectionClosed(peer);
              connections.decrementAndGet();
            });
    EventLoopContext context = contexts.get(channel.eventLoop());
    tls.ifPresent(secured -> context.handshakeBegins(secured.secure(channel)));
    Connection connection = new Connection(context);
    if (config.versions().http2()) {
      boolean secured = tls.isPresent();
      Http2Switch http2 =
          new Http2Switch(
              context, connection, connection::onBytesReceived, () -> countHttp2(channel), secured);
      channel.pipeline().addLast(http2);
      if (!secured) {
        connection.upgradeBy(http2);
      }
    }
    connection.addTo(channel.pipeline());
  }

  private void countHttp2(Channel channel) {
    http2Connections.incrementAndGet();
    channel.closeFuture().addListener(closed -> http2Connections.decrementAndGet());
  }

  /** No new connections; requests that come over open ones are answered 503 from now on. */
  public void stopAccepting() throws InterruptedException {
    if (listener != null) {
      listener.close().await();
    }
    onEveryLoop(EventLoopContext::drain);
  }

  /** Ends all connections, then the threads. To be called when every event has its outcome. */
  public void close() throws InterruptedException {
    onEveryLoop(EventLoopContext::closeAll);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (connections.get() > 0 && System.nanoTime() < deadline) {
      Thread.sleep(5);
    }
    acceptor.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    workers.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    acceptor.awaitTermination(5, TimeUnit.SECONDS);
    if (workers.awaitTermination(5, TimeUnit.SECONDS)) {
      contexts.values().forEach(EventLoopContext::release);
    }
  }

  /** Runs on each loop, behind whatever is queued there already, and waits for all. */
  private void onEveryLoop(Consumer<EventLoopContext> action) throws InterruptedException {
    for (Map.Entry<EventLoop, EventLoopContext> entry : contexts.entrySet()) {
      entry.getKey().submit(() -> action.accept(entry.getValue())).await();
    }
  }
}
