package com.reactive.platform.testbed.proxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Proxy in front of a broker, on a loopback port of its own, that disturbs connections. It knows
 * just enough of Kafka's protocol to tell the responses to produce requests from others; other
 * protocols pass untouched. From any thread; nothing blocks. Each connection has four threads, so
 * it is for the few connections of a gateway.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int BACKLOG = 128;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final String name;
  private final ServerSocket listening;
  private final Set<ProxyConnection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong swallowed = new AtomicLong();
  private final AtomicLong accepted = new AtomicLong();
  private volatile int target;
  private volatile ProxyMode mode = ProxyMode.PASS;

  private TcpProxy(String name, ServerSocket listening) {
    this.name = name;
    this.listening = listening;
  }

  /**
   * Listens on a free port. Connections are reset until {@link #forwardTo} is called.
   *
   * @param name of its threads
   */
  public static TcpProxy open(String name) throws IOException {
    ServerSocket socket = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(LOOPBACK));
    TcpProxy proxy = new TcpProxy(name, socket);
    Thread acceptor = new Thread(proxy::accept, name + "-accept");
    acceptor.setDaemon(true);
    acceptor.start();
    return proxy;
  }

  /** Port on which it listens. */
  public int port() {
    return listening.getLocalPort();
  }

  /** The port of 127.0.0.1 that connections are forwarded to from now on. */
  public void forwardTo(int port) {
    target = port;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        // Not here: a broker that stands still would keep others from being accepted.
        Thread connecting = new Thread(() -> connect(client), name + "-connect");
        connecting.setDaemon(true);
        connecting.start();
      } catch (IOException e) {
        // Closed, or a client that is gone already.
      }
    }
  }

  private void connect(Socket client) {
    Socket broker = new Socket();
    ProxyConnection connection =
        new ProxyConnection(
            client, broker, () -> mode, swallowed::incrementAndGet, connections::remove);
    connections.add(connection);
    connection.run(
        () -> {
          if (mode.refuses() || target == 0 || listening.isClosed()) {
            connection.reset();
            return;
          }
          broker.connect(
              new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), target), CONNECT_MILLIS);
          client.setTcpNoDelay(true);
          broker.setTcpNoDelay(true);
          connection.start(name + "-" + accepted.incrementAndGet());
        });
  }

  /** From now on it is as if it were not there. */
  public void pass() {
    mode = ProxyMode.PASS;
  }

  /** Bytes take so much longer, in each direction. */
  public void delay(Duration delay) {
    mode = ProxyMode.delay(delay);
  }

  /** Nothing is forwarded any more; what is sent meanwhile arrives when that ends. */
  public void blackHole() {
    mode = ProxyMode.BLACK_HOLE;
  }

  /** New connections are reset as soon as they are made; those that there are go on. */
  public void refuse() {
    mode = ProxyMode.REFUSE;
  }

  /** Records are written but nobody hears of it: responses to produce requests are swallowed. */
  public void dropProduceResponses() {
    mode = ProxyMode.DROP_PRODUCE_RESPONSES;
  }

  /** Breaks all connections that there are. */
  public void resetAll() {
    connections.forEach(ProxyConnection::reset);
  }

  /** Number of open connections. */
  public int connections() {
    return connections.size();
  }

  /** Number of responses to produce requests that were swallowed so far. */
  public long swallowed() {
    return swallowed.get();
  }

  /** Breaks all connections and ends. */
  @Override
  public void close() throws IOException {
    listening.close();
    resetAll();
  }
}
