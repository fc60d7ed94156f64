package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.ConfigException;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS of one port. Its certificate, key and client CA are read again when their files change, or on
 * {@link #reload()}: new connections get the new ones, open ones keep what they have. Bad files
 * change nothing. Thread-safe.
 *
 * <p>Handshakes are computed on the event loop of their connection: it takes processor time but
 * waits for nobody, as revocation is not asked for anywhere.
 */
public final class Tls implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Tls.class);
  private static final long WATCH_SECONDS = 5;

  /** What a port offers that speaks nothing else. */
  public static final List<String> HTTP_1_1 = List.of("http/1.1");

  static {
    // A client could else have us compute one handshake after another over one connection.
    System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
  }

  private final TlsConfig config;
  private final List<String> applicationProtocols;
  private final TlsFaults faults = new TlsFaults();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread watcher;
  private List<String> stamps;

  /** A context that is replaced is released, which nobody may do while another one uses it. */
  private final ReadWriteLock use = new ReentrantReadWriteLock();

  private volatile TlsContext context;
  private boolean closed;

  private Tls(TlsConfig config, List<String> applicationProtocols) {
    this.config = config;
    this.applicationProtocols = applicationProtocols;
    watcher = new Thread(this::watch, "tls-" + config.port());
    watcher.setDaemon(true);
  }

  /**
   * Reads the files. They are watched after {@link #start()}.
   *
   * @param applicationProtocols by their names in ALPN, the preferred first
   * @throws ConfigException with every error of them
   */
  public static Tls of(TlsConfig config, List<String> applicationProtocols) {
    Tls tls = new Tls(config, applicationProtocols);
    List<String> errors = tls.reload();
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    return tls;
  }

  /** Begins to watch the files. */
  public void start() {
    watcher.start();
  }

  /**
   * To be called on a new connection, before anything else is in its pipeline. What goes wrong in
   * the handshake ends there, with the connection.
   *
   * @return the end of the handshake, successful or not
   */
  public Future<Channel> secure(Channel channel) {
    SslHandler handler = newHandler(channel);
    handler.setHandshakeTimeoutMillis(config.handshakeTimeoutMillis());
    channel.pipeline().addLast(handler).addLast(faults);
    return handler.handshakeFuture();
  }

  private SslHandler newHandler(Channel channel) {
    use.readLock().lock();
    try {
      return context.ssl().newHandler(channel.alloc());
    } finally {
      use.readLock().unlock();
    }
  }

  /**
   * Reads the files now.
   *
   * @return every error; none if what the files have is in force
   */
  public synchronized List<String> reload() {
    stamps = stamps();
    List<String> errors = new ArrayList<>();
    Optional<TlsContext> loaded =
        TlsContext.load(
            config, applicationProtocols, (key, reason) -> errors.add(key + ": " + reason));
    loaded.ifPresent(this::putInForce);
    return errors;
  }

  private void putInForce(TlsContext next) {
    replaceContext(next);
    Instant notAfter = Instant.ofEpochMilli(next.notAfterMillis());
    if (notAfter.isBefore(Instant.now())) {
      log.warn("The certificate of {} expired at {}", config.port(), notAfter);
    } else {
      log.info("The certificate of {} is valid until {}", config.port(), notAfter);
    }
    log.info("TLS of {} by {}", config.port(), next.provider());
  }

  private void replaceContext(TlsContext next) {
    use.writeLock().lock();
    try {
      if (closed) {
        next.release();
        return;
      }
      if (context != null) {
        context.release();
      }
      context = next;
    } finally {
      use.writeLock().unlock();
    }
  }

  /** What new connections get now. */
  SslContext context() {
    return context.ssl();
  }

  /** When the certificate in force expires, in milliseconds since the epoch. */
  public long notAfterMillis() {
    return context.notAfterMillis();
  }

  /**
   * What the client of a connection showed, verified; null without TLS, before the handshake's end,
   * or if it showed none. On the event loop. Not free: ask once per connection.
   */
  public static X509Certificate clientCertificate(Channel channel) {
    SslHandler handler = channel.pipeline().get(SslHandler.class);
    if (handler == null) {
      return null;
    }
    try {
      Certificate[] chain = handler.engine().getSession().getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  private void watch() {
    try {
      while (!closing.await(WATCH_SECONDS, TimeUnit.SECONDS)) {
        checkFiles();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the files again if they look different from when they were read last. */
  synchronized void checkFiles() {
    if (!stamps().equals(stamps)) {
      for (String error : reload()) {
        log.error("Keeping the old certificate: {}", error);
      }
    }
  }

  private List<String> stamps() {
    List<String> now = new ArrayList<>();
    for (Path path : config.files()) {
      try {
        now.add(Files.getLastModifiedTime(path) + " " + Files.size(path));
      } catch (IOException e) {
        now.add("absent");
      }
    }
    return now;
  }

  /**
   * Ends the watching, once no connection is new any more; open ones are not touched. Waits for no
   * file.
   */
  @Override
  public void close() {
    closing.countDown();
    use.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        context.release();
      }
    } finally {
      use.writeLock().unlock();
    }
  }
}
