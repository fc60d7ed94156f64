package com.reactive.platform.kafka.benchmark.loop;

import com.reactive.platform.gateway.http.HttpServer;
import com.reactive.platform.gateway.http.Routes;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatcherConfig;
import com.reactive.platform.gateway.microbatch.StripedBatcher;
import com.reactive.platform.gateway.rpc.RpcRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import com.reactive.platform.gateway.rpc.grpc.GrpcProtocol;
import com.reactive.platform.gateway.rpc.grpcweb.GrpcWebProtocol;
import com.reactive.platform.gateway.rpc.publish.PublishMethods;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The gateway's own HTTP server with one event loop, whose connections are no sockets and whose
 * sink acknowledges at once. It shows the response to any bytes. For one thread.
 */
public final class MemoryServer implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 60;
  private static final int STATUS_FROM = "HTTP/1.1 ".length();
  private static final int MAX_IN_FLIGHT = 512;
  private static final int STRIPE_BYTES = 4 << 20;
  private static final int STRIPE_MESSAGES = 4 << 10;
  private static final int FLUSH_BYTES = 16 << 10;
  private static final long FLUSH_INTERVAL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final Ledger ledger = new Ledger();
  private final StripedBatcher batcher;
  private final HttpServer server;
  private final List<Line> lines = new ArrayList<>();
  private long offset;

  /** A connection, with the status of its last response. Its fields belong to the event loop. */
  private static final class Line implements MemoryChannel.Responses {
    private final MemoryChannel channel = new MemoryChannel(this);
    private int status;

    /** What the server has written, of a conversation; else null. */
    private ByteArrayOutputStream written;

    /** Of the requests under way, if this connection's is one of them; else null. */
    private CountDownLatch awaited;

    void send(byte[] request, CountDownLatch all) {
      status = 0;
      awaited = all;
      channel.receive(request);
    }

    void receiveIfOpen(byte[] bytes) {
      if (channel.isOpen()) {
        channel.receive(bytes);
      }
    }

    @Override
    public void responded(MemoryChannel of, ByteBuf response) {
      status = statusOf(response);
      ended();
    }

    @Override
    public void wrote(ByteBuf bytes) {
      if (written != null) {
        written.writeBytes(
            ByteBufUtil.getBytes(bytes, bytes.readerIndex(), bytes.readableBytes(), true));
      }
    }

    /**
     * The request has its response, or never will. Who waits learns of it after all that this turn
     * of the loop does: a connection that the response closes is closed by then.
     */
    void ended() {
      CountDownLatch all = awaited;
      awaited = null;
      if (all != null) {
        channel.eventLoop().execute(all::countDown);
      }
    }

    /** 0 if it is none of HTTP/1.1. */
    private static int statusOf(ByteBuf response) {
      if (response.readableBytes() < STATUS_FROM + 3
          || response.getByte(response.readerIndex()) != 'H') {
        return 0;
      }
      String digits =
          response.toString(response.readerIndex() + STATUS_FROM, 3, StandardCharsets.ISO_8859_1);
      return Integer.parseInt(digits);
    }
  }

  /** Serves these streams at their routes, and by calls if they take protobuf. */
  public MemoryServer(List<StreamDefinition> streams) {
    this(streams, RequestMetrics.NONE);
  }

  /**
   * The same.
   *
   * @param metrics told of every response, on the event loop
   */
  public MemoryServer(List<StreamDefinition> streams, RequestMetrics metrics) {
    batcher =
        new StripedBatcher(
            new BatcherConfig(1, STRIPE_BYTES, STRIPE_MESSAGES, FLUSH_BYTES, FLUSH_INTERVAL_NANOS),
            this::acknowledge,
            "dispatcher");
    List<StreamRuntime> running = new ArrayList<>();
    for (StreamDefinition stream : streams) {
      running.add(MemoryEvents.running(stream, running.size()));
    }
    RpcServer rpc =
        new RpcServer(
            new RpcRegistry(PublishMethods.of(running, ledger, MAX_IN_FLIGHT)),
            List.of(new GrpcProtocol(), new GrpcWebProtocol(), new ConnectProtocol()));
    Routes routes = new Routes(running, route -> metrics, null, rpc);
    server = MemoryEvents.server(List.of(batcher), routes, ledger, Authenticator.NONE);
  }

  /** By the dispatcher. */
  private void acknowledge(Batch batch) {
    int size = batch.size(); // after the last message the batch is no longer ours
    for (int i = 0; i < size; i++) {
      batch.acked(i, 0, offset++);
    }
  }

  private Line open() throws InterruptedException {
    Line line = new Line();
    server.serve(line.channel).await();
    line.channel.closeFuture().addListener(closed -> line.ended());
    return line;
  }

  /**
   * Sends whole requests, each on a connection of its own, which is used again if it stays open.
   *
   * @return the status of each response; 0 where the connection was closed without one
   * @throws IllegalStateException if a response does not come within a minute
   */
  public int[] exchange(List<byte[]> requests) throws InterruptedException {
    CountDownLatch all = new CountDownLatch(requests.size());
    lines.removeIf(line -> !line.channel.isOpen());
    while (lines.size() < requests.size()) {
      lines.add(open());
    }
    for (int i = 0; i < requests.size(); i++) {
      Line line = lines.get(i);
      byte[] request = requests.get(i);
      line.channel.eventLoop().execute(() -> line.send(request, all));
    }
    await(all::await, () -> "a request had no response within a minute");
    return lines.subList(0, requests.size()).stream().mapToInt(line -> line.status).toArray();
  }

  /**
   * Passes bytes to a new connection, in these parts, and then closes it, whatever the responses.
   *
   * @throws IllegalStateException if that takes more than a minute
   */
  public void feed(List<byte[]> parts) throws InterruptedException {
    Line line = open();
    EventLoop loop = line.channel.eventLoop();
    await(
        loop,
        () -> {
          parts.forEach(line::receiveIfOpen);
          line.channel.close();
        });
  }

  /**
   * Passes bytes to new connections, in these parts, and closes them when the events that they
   * brought have their outcomes, and the responses have left.
   *
   * @return all that the server wrote on each
   * @throws IllegalStateException if that takes more than a minute
   */
  public List<byte[]> converse(List<List<byte[]>> connections) throws InterruptedException {
    Executor loop = server.firstLoop();
    List<Line> open = new ArrayList<>();
    Deque<Runnable> turns = new ArrayDeque<>();
    for (List<byte[]> parts : connections) {
      Line line = new Line();
      line.written = new ByteArrayOutputStream();
      open.add(line);
      turns.add(() -> server.serve(line.channel));
      parts.forEach(part -> turns.add(() -> line.receiveIfOpen(part)));
    }
    CountDownLatch received = new CountDownLatch(1);
    loop.execute(() -> takeTurns(loop, turns, received));
    await(received::await, () -> "the connections' bytes took more than a minute");
    awaitTrue(
        () -> batcher.stats().pendingMessages() == 0,
        () -> "an event had no outcome within a minute");
    // A response is made in one turn of the loop and leaves in the next.
    EventLoop channels = open.get(0).channel.eventLoop();
    await(channels, () -> {});
    await(channels, () -> open.forEach(line -> line.channel.close()));
    return open.stream().map(line -> line.written.toByteArray()).toList();
  }

  /**
   * Runs these one after the other, each in a turn of the loop, so that responses come between
   * them. On the loop: to wake it up for each would cost more than they do.
   */
  private void takeTurns(Executor loop, Deque<Runnable> turns, CountDownLatch done) {
    Runnable next = turns.poll();
    if (next == null) {
      done.countDown();
      return;
    }
    next.run();
    loop.execute(() -> takeTurns(loop, turns, done));
  }

  private static void await(EventLoop loop, Runnable task) throws InterruptedException {
    await(loop.submit(task)::await, () -> "the event loop was busy for more than a minute");
  }

  /** Waits for what somebody else does; false if it is not done in that time. */
  private interface Wait {
    boolean await(long time, TimeUnit unit) throws InterruptedException;
  }

  /**
   * Waits a minute, second by second: while the whole process is stopped, next to no time passes.
   *
   * @throws IllegalStateException with this message if it takes longer
   */
  private static void await(Wait wait, Supplier<String> late) throws InterruptedException {
    for (int i = 0; i < TIMEOUT_SECONDS; i++) {
      if (wait.await(1, TimeUnit.SECONDS)) {
        return;
      }
    }
    throw new IllegalStateException(late.get());
  }

  private static void awaitTrue(BooleanSupplier condition, Supplier<String> late)
      throws InterruptedException {
    await((time, unit) -> holdsWithin(unit.toNanos(time), condition), late);
  }

  private static boolean holdsWithin(long nanos, BooleanSupplier condition)
      throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > nanos) {
        return false;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(FLUSH_INTERVAL_NANOS); // who spins takes the processor that they need
    }
    return true;
  }

  /**
   * Waits until nothing is under way, and checks the ledger.
   *
   * @throws IllegalStateException if it does not add up, if a connection was left open, or if the
   *     server had a fault of its own
   */
  public void check() throws InterruptedException {
    awaitTrue(
        () -> ledger().inFlight() == 0 && ledger().balanced(),
        () -> "the ledger does not add up: " + ledger());
    if (ledger().ended().get(Outcome.INTERNAL) != 0) {
      throw new IllegalStateException("the server had a fault of its own: " + ledger());
    }
    long open = lines.stream().filter(line -> line.channel.isOpen()).count();
    if (server.openConnections() != open) {
      throw new IllegalStateException(
          server.openConnections() + " connections are open instead of " + open);
    }
  }

  /** Counters of all requests so far. */
  public Ledger.Snapshot ledger() {
    return ledger.snapshot(batcher.stats().pendingMessages());
  }

  @Override
  public void close() {
    try {
      server.close();
      batcher.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
