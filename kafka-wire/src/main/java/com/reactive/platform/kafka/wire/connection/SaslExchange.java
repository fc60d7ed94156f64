package com.reactive.platform.kafka.wire.connection;

import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import javax.security.sasl.SaslClient;
import javax.security.sasl.SaslException;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.message.SaslAuthenticateRequestData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeRequestData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

/**
 * One authentication, the first or a later one, of a connection: SaslHandshake, then
 * SaslAuthenticate until both sides are content.
 *
 * <pre>
 * handshake -> token -> challenge -> token ... -> last answer -> done
 * </pre>
 *
 * What the mechanism calculates runs elsewhere, since it may take its time; all else on the
 * connection's event loop.
 */
final class SaslExchange {
  private static final short HANDSHAKE_VERSION = 1;
  private static final byte[] NOTHING = {};

  private final SaslLogin login;
  private final String host;
  private final RequestChannel channel;
  private final EventExecutor loop;
  private final ConnectionSettings settings;
  private final short version;
  private final LongConsumer done;
  private final Consumer<Exception> failed;

  /** Null at first, and while a calculation has it: one thread at a time may touch it. */
  private SaslClient client;

  private long sessionMillis;
  private boolean over;

  /**
   * Prepares it; nothing is sent yet.
   *
   * @param done gets the session's lifetime in milliseconds, 0 if it has no end
   * @param failed gets an {@link org.apache.kafka.common.errors.AuthenticationException}, or what
   *     else went wrong
   */
  SaslExchange(
      ConnectionSettings settings,
      String host,
      NodeApiVersions versions,
      RequestChannel channel,
      EventExecutor loop,
      LongConsumer done,
      Consumer<Exception> failed) {
    this.settings = settings;
    this.login = settings.sasl().orElseThrow();
    this.host = host;
    this.channel = channel;
    this.loop = loop;
    this.done = done;
    this.failed = failed;
    this.version = versions.latestUsableVersion(ApiKeys.SASL_AUTHENTICATE);
  }

  void start() {
    channel.request(
        new SaslHandshakeRequestData().setMechanism(login.mechanism()),
        HANDSHAKE_VERSION,
        new SaslHandshakeResponseData(),
        this::handshaken);
  }

  private void handshaken(SaslHandshakeResponseData response) {
    Errors error = Errors.forCode(response.errorCode());
    if (error == Errors.UNSUPPORTED_SASL_MECHANISM) {
      fail(
          new UnsupportedSaslMechanismException(
              "the broker does not know SASL "
                  + login.mechanism()
                  + ", only "
                  + response.mechanisms()));
    } else if (error != Errors.NONE) {
      fail(error.exception("the broker refuses SASL " + login.mechanism()));
    } else {
      calculate(NOTHING, true);
    }
  }

  private void calculate(byte[] challenge, boolean first) {
    SaslClient mine = client;
    client = null;
    try {
      settings.blocking().execute(() -> calculateHere(mine, challenge, first));
    } catch (RejectedExecutionException e) {
      client = mine;
      fail(e);
    }
  }

  private void calculateHere(SaslClient known, byte[] challenge, boolean first) {
    SaslClient mine = known;
    try {
      if (mine == null) {
        mine = login.newClient(host);
      }
      boolean ours = !first || mine.hasInitialResponse();
      byte[] token = ours ? login.answer(mine, challenge) : NOTHING;
      giveBack(mine, () -> send(token));
    } catch (RuntimeException e) {
      giveBack(mine, () -> fail(e));
    }
  }

  /** The connection may have ended meanwhile; then nobody else disposes of the client. */
  private void giveBack(SaslClient mine, Runnable next) {
    loop.execute(
        () -> {
          client = mine;
          if (over) {
            end();
          } else {
            next.run();
          }
        });
  }

  private void send(byte[] token) {
    if (token == null) {
      // The last answer of the broker needed no more of us.
      complete();
      return;
    }
    channel.request(
        new SaslAuthenticateRequestData().setAuthBytes(token),
        version,
        new SaslAuthenticateResponseData(),
        this::answered);
  }

  private void answered(SaslAuthenticateResponseData response) {
    Errors error = Errors.forCode(response.errorCode());
    if (error != Errors.NONE) {
      fail(
          response.errorMessage() == null
              ? error.exception()
              : error.exception(response.errorMessage()));
      return;
    }
    sessionMillis = Math.max(sessionMillis, response.sessionLifetimeMs());
    if (client.isComplete()) {
      complete();
    } else {
      calculate(response.authBytes(), false);
    }
  }

  private void complete() {
    if (!client.isComplete()) {
      fail(new SaslAuthenticationException("SASL " + login.mechanism() + " ended too early"));
      return;
    }
    end();
    done.accept(sessionMillis);
  }

  private void fail(Exception cause) {
    if (!over) {
      end();
      failed.accept(cause);
    }
  }

  /** Forgets the secrets. The connection is gone, or all is done. */
  void end() {
    over = true;
    try {
      if (client != null) {
        client.dispose();
      }
    } catch (SaslException e) {
      throw new SaslAuthenticationException("SASL " + login.mechanism() + " cannot end", e);
    }
  }
}
