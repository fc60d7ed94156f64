package com.reactive.platform.http.reference;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/** One thread, one selector; once a connection is there, a request allocates nothing. */
public final class NioServer {
  private final ServerSocketChannel listener;
  private final Selector selector;
  private final Consumer<SelectionKey> ready = this::onReady;

  private NioServer(int port) throws IOException {
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_024);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
  }

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Serving serving = Serving.of(args);
    NioServer server = new NioServer(serving.port());
    Thread thread = new Thread(server::run, "nio");
    thread.setDaemon(true);
    thread.start();
    serving.listening(server.listener.socket().getLocalPort(), "threads=one");
  }

  private void run() {
    try {
      while (true) {
        selector.select(ready);
      }
    } catch (IOException | RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(1); // a server whose only thread is gone would seem to hang
    }
  }

  private void onReady(SelectionKey key) {
    if (key.isAcceptable()) {
      accept();
      return;
    }
    try {
      ((Peer) key.attachment()).onReady(key);
    } catch (IOException e) {
      close(key.channel());
    }
  }

  /** What fails is this connection; others may still come. */
  private void accept() {
    SocketChannel channel = null;
    try {
      channel = listener.accept();
      if (channel != null) {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.register(selector, SelectionKey.OP_READ, new Peer(channel));
      }
    } catch (IOException e) {
      if (channel != null) {
        close(channel);
      }
    }
  }

  private static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is gone either way.
    }
  }

  /** One connection: what it has sent, and how much of the answers is still to be written. */
  private static final class Peer {
    private final SocketChannel channel;
    private final ByteBuffer in = ByteBuffer.allocate(RequestScanner.MAX_REQUEST_BYTES);
    private final ByteBuffer answer = ByteBuffer.allocateDirect(ReferenceResponse.RESPONSE.length);
    private int owed;

    Peer(SocketChannel channel) {
      this.channel = channel;
      answer.put(ReferenceResponse.RESPONSE);
    }

    void onReady(SelectionKey key) throws IOException {
      if (key.isReadable()) {
        if (channel.read(in) < 0) {
          close(channel);
          return;
        }
        takeRequests();
      }
      key.interestOps(write() ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
    }

    private void takeRequests() throws IOException {
      int from = 0;
      int length = RequestScanner.length(in.array(), from, in.position());
      while (length != RequestScanner.INCOMPLETE) {
        owed++;
        from += length;
        length =
            from == in.position()
                ? RequestScanner.INCOMPLETE
                : RequestScanner.length(in.array(), from, in.position());
      }
      if (from == in.position()) {
        in.clear();
      } else if (from > 0) {
        in.flip().position(from);
        in.compact();
      }
    }

    /** Returns whether all that is owed was written. */
    private boolean write() throws IOException {
      while (owed > 0) {
        if (!answer.hasRemaining()) {
          answer.rewind();
        }
        channel.write(answer);
        if (answer.hasRemaining()) {
          return false;
        }
        owed--;
      }
      return true;
    }
  }
}
