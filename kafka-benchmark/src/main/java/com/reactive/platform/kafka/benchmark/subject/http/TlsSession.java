package com.reactive.platform.kafka.benchmark.subject.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * TLS of one client connection: the handshake while its channel still blocks, then records in and
 * out. No more than a load generator needs: a later handshake is refused. One thread at a time.
 */
final class TlsSession {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SSLEngine engine;
  private final ByteBuffer incoming; // as it came, not decrypted yet; to be filled
  private ByteBuffer outgoing;

  private TlsSession(SSLContext context) {
    engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    incoming = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    outgoing = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
  }

  /**
   * Does the handshake over a channel that is connected and blocks.
   *
   * @param timeoutMillis the longest wait for the server's next bytes
   */
  static TlsSession open(SSLContext context, SocketChannel channel, int timeoutMillis)
      throws IOException {
    TlsSession session = new TlsSession(context);
    channel.socket().setSoTimeout(timeoutMillis);
    session.handshake(channel, channel.socket().getInputStream());
    return session;
  }

  private void handshake(SocketChannel channel, InputStream in) throws IOException {
    ByteBuffer plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
    engine.beginHandshake();
    while (true) {
      switch (engine.getHandshakeStatus()) {
        case NEED_WRAP -> {
          outgoing.clear();
          engine.wrap(NOTHING, outgoing);
          outgoing.flip();
          while (outgoing.hasRemaining()) {
            channel.write(outgoing);
          }
        }
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          incoming.flip();
          SSLEngineResult result = engine.unwrap(incoming, plain);
          incoming.compact();
          if (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
            fill(in);
          } else if (result.getStatus() != SSLEngineResult.Status.OK) {
            throw new SSLException("the handshake failed: " + result.getStatus());
          }
        }
        case NEED_TASK -> runTasks();
        default -> {
          return;
        }
      }
    }
  }

  /** By the stream, because a channel that blocks has no timeout. */
  private void fill(InputStream in) throws IOException {
    int count = in.read(incoming.array(), incoming.position(), incoming.remaining());
    if (count < 0) {
      throw new EOFException("the server closed it in the handshake");
    }
    incoming.position(incoming.position() + count);
  }

  private void runTasks() {
    Runnable task = engine.getDelegatedTask();
    while (task != null) {
      task.run();
      task = engine.getDelegatedTask();
    }
  }

  /** Encrypts all of these bytes; the result is valid until the next call. */
  ByteBuffer seal(ByteBuffer plain) throws IOException {
    outgoing.clear();
    while (plain.hasRemaining()) {
      SSLEngineResult result = engine.wrap(plain, outgoing);
      switch (result.getStatus()) {
        case OK -> {}
        case BUFFER_OVERFLOW ->
            outgoing = ByteBuffer.allocate(2 * outgoing.capacity()).put(outgoing.flip());
        default -> throw new SSLException("it cannot be encrypted: " + result.getStatus());
      }
    }
    return outgoing.flip();
  }

  /**
   * Reads and decrypts what is there.
   *
   * @return number of bytes, perhaps none; negative if the server has closed
   */
  int read(SocketChannel channel, ByteBuffer into) throws IOException {
    int before = into.position();
    while (true) {
      int count = channel.read(incoming);
      incoming.flip();
      boolean closed = decrypt(into);
      incoming.compact();
      if (into.position() > before || (count == 0 && !closed)) {
        return into.position() - before;
      }
      if (closed || count < 0) {
        return -1;
      }
    }
  }

  /** Returns true if the server closes. */
  private boolean decrypt(ByteBuffer into) throws IOException {
    while (incoming.hasRemaining()) {
      SSLEngineResult result = engine.unwrap(incoming, into);
      if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
        runTasks();
      }
      switch (result.getStatus()) {
        case OK -> {}
        case BUFFER_UNDERFLOW -> {
          return false;
        }
        case CLOSED -> {
          return true;
        }
        default -> throw new SSLException("a response is too long for its buffer");
      }
    }
    return false;
  }
}
