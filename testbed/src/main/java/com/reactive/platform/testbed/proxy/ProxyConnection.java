package com.reactive.platform.testbed.proxy;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A client's connection and the one to the broker, tied together. From any thread. */
final class ProxyConnection implements ProxyPipe.Connection {
  private final Socket client;
  private final Socket broker;
  private final Supplier<ProxyMode> mode;
  private final Consumer<ProxyConnection> onEnd;
  private final AtomicInteger endedDirections = new AtomicInteger();
  private final RequestTap requests;
  private final ResponseFilter responses;
  private volatile boolean reset;

  /**
   * @param onEnd called once or more often at its end
   */
  ProxyConnection(
      Socket client,
      Socket broker,
      Supplier<ProxyMode> mode,
      Runnable onSwallowed,
      Consumer<ProxyConnection> onEnd) {
    this.client = client;
    this.broker = broker;
    this.mode = mode;
    this.onEnd = onEnd;
    Set<Integer> produceIds = ConcurrentHashMap.newKeySet();
    this.responses =
        new ResponseFilter(
            produceIds,
            () -> {
              boolean drops = mode.get().dropsProduceResponses();
              if (drops) {
                onSwallowed.run();
              }
              return drops;
            });
    this.requests = new RequestTap(produceIds);
  }

  void start(String name) {
    new ProxyPipe(this, client, broker, this::request).start(name + "-requests");
    new ProxyPipe(this, broker, client, responses::filter).start(name + "-responses");
  }

  private int request(byte[] bytes, int length, byte[] out) {
    requests.read(bytes, length);
    System.arraycopy(bytes, 0, out, 0, length);
    return length;
  }

  @Override
  public ProxyMode mode() {
    return mode.get();
  }

  @Override
  public boolean isReset() {
    return reset;
  }

  @Override
  public void run(ProxyPipe.Work work) {
    try {
      work.run();
    } catch (IOException e) {
      reset();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      reset();
    }
  }

  /** After both directions the connection is over. */
  @Override
  public void endDirection() {
    if (endedDirections.incrementAndGet() == 2) {
      close(client);
      close(broker);
      onEnd.accept(this);
    }
  }

  /** As a network does it that lost the connection: both sides get a RST. */
  void reset() {
    reset = true;
    for (Socket socket : new Socket[] {client, broker}) {
      try {
        socket.setSoLinger(true, 0);
      } catch (IOException e) {
        // It is closed already.
      }
      close(socket);
    }
    onEnd.accept(this);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // As good as closed.
    }
  }
}
