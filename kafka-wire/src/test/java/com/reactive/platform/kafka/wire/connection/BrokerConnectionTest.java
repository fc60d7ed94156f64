package com.reactive.platform.kafka.wire.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.connection.ScriptedBroker.Connection;
import com.reactive.platform.kafka.wire.connection.ScriptedBroker.Request;
import com.reactive.platform.kafka.wire.connection.ScriptedBroker.Script;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.SaslAuthenticateResponseData;
import org.apache.kafka.common.message.SaslHandshakeResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BrokerConnectionTest {
  private static final int SETUP_MILLIS = 60_000;
  private static final short METADATA_VERSION = 12;
  private static MultiThreadIoEventLoopGroup group;

  private final Heard heard = new Heard();
  private ScriptedBroker broker;
  private SaslLogin login;

  @BeforeAll
  static void start() {
    group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  }

  @AfterAll
  static void stop() {
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @AfterEach
  void end() throws IOException {
    if (login != null) {
      login.close();
    }
    if (broker != null) {
      broker.close();
      assertThat(broker.failures()).isEmpty();
    }
  }

  @Test
  void versionsMayComeByteByByte() throws Exception {
    open(
        broker -> {
          Request asked = broker.read();
          for (byte piece : ScriptedBroker.frame(asked, ScriptedBroker.versions(), (short) 3)) {
            broker.write(new byte[] {piece});
          }
          readToTheEnd(broker);
        });
    assertThat(heard.next(NodeApiVersions.class).apiVersion(ApiKeys.PRODUCE).maxVersion())
        .isEqualTo(ApiKeys.PRODUCE.latestVersion());
  }

  @Test
  void anAnswerIsHandedOnWholeWhereverItIsSplit() throws Exception {
    byte[] answers = join(frame(7, 5), frame(8, 0));
    for (int split = 1; split < answers.length; split++) {
      int at = split;
      Heard here = new Heard();
      try (ScriptedBroker splitting =
          new ScriptedBroker(
              broker -> {
                broker.tellVersions();
                broker.read();
                broker.read();
                broker.write(Arrays.copyOf(answers, at));
                broker.write(Arrays.copyOfRange(answers, at, answers.length));
                readToTheEnd(broker);
              })) {
        BrokerConnection connection = connect(splitting.port(), here, settings(null));
        here.next(NodeApiVersions.class);
        onLoop(() -> connection.send(7, produceLike(7)));
        onLoop(() -> connection.send(8, produceLike(8)));
        assertThat(here.next(Heard.Response.class).correlationId()).isEqualTo(7);
        assertThat(here.next(Heard.Response.class).bytes()).hasSize(Integer.BYTES);
        onLoop(() -> connection.close(new DisconnectException("done")));
        here.next(DisconnectException.class);
      }
    }
  }

  @Test
  void anOldBrokerIsAskedForItsVersionsAgainInVersionZero() throws Exception {
    open(
        broker -> {
          Request asked = broker.read();
          ApiVersionsResponseData refusal =
              new ApiVersionsResponseData().setErrorCode(Errors.UNSUPPORTED_VERSION.code());
          broker.answer(asked, refusal, 0);
          Request again = broker.read();
          assertThat(again.header().requestApiVersion()).isZero();
          broker.answer(again, ScriptedBroker.versions());
          readToTheEnd(broker);
        });
    heard.next(NodeApiVersions.class);
  }

  @Test
  void generatedMessagesAreReadAndHandedOn() throws Exception {
    BlockingQueue<MetadataResponseData> answers = new LinkedBlockingQueue<>();
    BrokerConnection connection =
        open(
            broker -> {
              broker.tellVersions();
              Request request = broker.read();
              assertThat(request.api()).isEqualTo(ApiKeys.METADATA);
              assertThat(request.header().clientId()).isEqualTo("tester");
              broker.answer(request, new MetadataResponseData().setClusterId("here"));
              readToTheEnd(broker);
            });
    heard.next(NodeApiVersions.class);
    onLoop(
        () ->
            connection.request(
                new MetadataRequestData(),
                METADATA_VERSION,
                new MetadataResponseData(),
                answers::add));
    assertThat(answers.poll(60, TimeUnit.SECONDS).clusterId()).isEqualTo("here");
  }

  @Test
  void anAnswerThatIsTooLargeEndsTheConnection() throws Exception {
    BrokerConnection connection =
        open(
            broker -> {
              broker.tellVersions();
              broker.read();
              broker.write(new byte[] {0x7f, 0, 0, 0, 1, 2, 3, 4});
              readToTheEnd(broker);
            });
    heard.next(NodeApiVersions.class);
    onLoop(() -> connection.send(1, produceLike(1)));
    heard.next(NetworkException.class);
    onLoop(() -> connection.send(2, produceLike(2)));
    assertThat(heard.isSilent()).isTrue();
  }

  @Test
  void anAnswerToAnotherRequestEndsTheConnection() throws Exception {
    BrokerConnection connection =
        open(
            broker -> {
              broker.tellVersions();
              broker.read();
              broker.write(frame(2, 3));
              readToTheEnd(broker);
            });
    heard.next(NodeApiVersions.class);
    onLoop(() -> connection.send(1, produceLike(1)));
    assertThat(heard.next(ProtocolViolationException.class)).hasMessageContaining("where 1 was");
  }

  @Test
  void anAnswerThatNobodyAskedForEndsTheConnection() throws Exception {
    open(
        broker -> {
          broker.tellVersions();
          broker.write(frame(2, 3));
          readToTheEnd(broker);
        });
    heard.next(NodeApiVersions.class);
    assertThat(heard.next(ProtocolViolationException.class)).hasMessageContaining("to no request");
  }

  @Test
  void aCloseInTheMiddleOfAnAnswerIsHeardOnce() throws Exception {
    BrokerConnection connection =
        open(
            broker -> {
              broker.tellVersions();
              broker.read();
              broker.write(Arrays.copyOf(frame(1, 100), 50));
            });
    heard.next(NodeApiVersions.class);
    onLoop(() -> connection.send(1, produceLike(1)));
    heard.next(NetworkException.class);
    onLoop(() -> connection.close(new DisconnectException("too late")));
    onLoop(() -> {});
    assertThat(heard.isSilent()).isTrue();
  }

  @Test
  void versionsThatCannotBeReadEndTheConnection() throws Exception {
    open(
        broker -> {
          Request asked = broker.read();
          byte[] frame = ScriptedBroker.frame(asked, ScriptedBroker.versions(), (short) 3);
          // As many versions as there cannot be.
          frame[10] = (byte) 0xff;
          frame[11] = (byte) 0xff;
          frame[12] = (byte) 0xff;
          frame[13] = 0x7f;
          broker.write(frame);
          readToTheEnd(broker);
        });
    heard.next(ProtocolViolationException.class);
  }

  @Test
  void whereNobodyListensThereIsNoConnection() throws Exception {
    connect(1, heard, settings(null));
    assertThat(heard.next(NetworkException.class)).hasMessageContaining("127.0.0.1:1");
  }

  @Test
  void aNameThatNobodyKnowsIsNoConnection() throws Exception {
    BrokerConnection.open(loop(), "no-such-host.invalid", 9092, settings(null), heard);
    assertThat(heard.next(NetworkException.class)).hasMessageContaining("no-such-host.invalid");
  }

  @Test
  void aBrokerThatSaysNothingIsLeft() throws Exception {
    broker = new ScriptedBroker(BrokerConnectionTest::readToTheEnd);
    connect(broker.port(), heard, settings(null, 300));
    heard.next(TimeoutException.class);
  }

  @Test
  void oneCanChangeOnesMindWhileItOpens() throws Exception {
    BrokerConnection connection = open(BrokerConnectionTest::readToTheEnd);
    onLoop(() -> connection.close(new DisconnectException("changed")));
    assertThat(heard.next(DisconnectException.class)).hasMessage("changed");
    onLoop(() -> {});
    assertThat(heard.isSilent()).isTrue();
  }

  @Test
  void aWrongPasswordIsARefusal() throws Exception {
    openSasl(
        broker -> {
          handshake(broker);
          broker.answer(
              broker.read(),
              new SaslAuthenticateResponseData()
                  .setErrorCode(Errors.SASL_AUTHENTICATION_FAILED.code())
                  .setErrorMessage("who are you?"));
          readToTheEnd(broker);
        });
    assertThat(heard.next(SaslAuthenticationException.class)).hasMessage("who are you?");
  }

  @Test
  void aMechanismThatTheBrokerDoesNotKnowIsARefusal() throws Exception {
    openSasl(
        broker -> {
          broker.tellVersions();
          SaslHandshakeResponseData refusal =
              new SaslHandshakeResponseData()
                  .setErrorCode(Errors.UNSUPPORTED_SASL_MECHANISM.code());
          broker.answer(broker.read(), refusal);
          readToTheEnd(broker);
        });
    heard.next(UnsupportedSaslMechanismException.class);
  }

  @Test
  void aSessionIsRenewedBeforeItEndsAndRequestsWaitForThat() throws Exception {
    BlockingQueue<String> order = new LinkedBlockingQueue<>();
    BlockingQueue<String> mayRenew = new LinkedBlockingQueue<>();
    BrokerConnection connection =
        openSasl(
            broker -> {
              handshake(broker);
              broker.answer(
                  broker.read(), new SaslAuthenticateResponseData().setSessionLifetimeMs(300));
              Request renewal = broker.read();
              order.add(renewal.api().name);
              mayRenew.take();
              broker.answer(renewal, new SaslHandshakeResponseData());
              Request token = broker.read();
              order.add(token.api().name);
              broker.answer(token, new SaslAuthenticateResponseData());
              Request waited = broker.read();
              order.add(waited.api().name);
              broker.answer(waited, new MetadataResponseData());
              readToTheEnd(broker);
            });
    heard.next(NodeApiVersions.class);
    assertThat(order.poll(60, TimeUnit.SECONDS)).isEqualTo("SaslHandshake");
    BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    onLoop(
        () ->
            connection.request(
                new MetadataRequestData(),
                METADATA_VERSION,
                new MetadataResponseData(),
                answers::add));
    mayRenew.add("now");
    assertThat(order.poll(60, TimeUnit.SECONDS)).isEqualTo("SaslAuthenticate");
    assertThat(order.poll(60, TimeUnit.SECONDS)).isEqualTo("Metadata");
    assertThat(answers.poll(60, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void aBrokerThatDoesNotRenewASessionIsLeft() throws Exception {
    openSasl(
        broker -> {
          handshake(broker);
          broker.answer(
              broker.read(), new SaslAuthenticateResponseData().setSessionLifetimeMs(300));
          readToTheEnd(broker);
        },
        3_000);
    heard.next(NodeApiVersions.class);
    assertThat(heard.next(TimeoutException.class)).hasMessageContaining("re-authentication");
  }

  private static void handshake(Connection broker) throws IOException {
    broker.tellVersions();
    Request handshake = broker.read();
    assertThat(handshake.api()).isEqualTo(ApiKeys.SASL_HANDSHAKE);
    broker.answer(handshake, new SaslHandshakeResponseData());
  }

  private BrokerConnection open(Script script) throws Exception {
    broker = new ScriptedBroker(script);
    return connect(broker.port(), heard, settings(null));
  }

  private BrokerConnection openSasl(Script script) throws Exception {
    return openSasl(script, SETUP_MILLIS);
  }

  private BrokerConnection openSasl(Script script, int setupMillis) throws Exception {
    Map<String, Object> config = new HashMap<>();
    config.put("sasl.mechanism", "PLAIN");
    config.put(
        "sasl.jaas.config",
        new Password(
            "org.apache.kafka.common.security.plain.PlainLoginModule required"
                + " username=\"me\" password=\"secret\";"));
    login = new SaslLogin(config);
    broker = new ScriptedBroker(script);
    return connect(broker.port(), heard, settings(login, setupMillis));
  }

  private static BrokerConnection connect(int port, Heard heard, ConnectionSettings settings) {
    return BrokerConnection.open(loop(), "127.0.0.1", port, settings, heard);
  }

  private static EventLoop loop() {
    return group.next();
  }

  private static void onLoop(Runnable action) throws Exception {
    loop().submit(action).get(60, TimeUnit.SECONDS);
  }

  private static ConnectionSettings settings(SaslLogin login) {
    return settings(login, SETUP_MILLIS);
  }

  private static ConnectionSettings settings(SaslLogin login, int setupMillis) {
    return new ConnectionSettings(
        "tester",
        -1,
        64 * 1024,
        setupMillis,
        1 << 20,
        Optional.empty(),
        Optional.ofNullable(login),
        ForkJoinPool.commonPool(),
        () -> 0.5);
  }

  private static void readToTheEnd(Connection connection) throws IOException {
    try {
      while (true) {
        connection.read();
      }
    } catch (EOFException e) {
      // Here it is.
    }
  }

  /** An answer with so many bytes after its correlation id. */
  private static byte[] frame(int correlationId, int bytes) {
    ByteBuf buffer = Unpooled.buffer();
    buffer.writeInt(Integer.BYTES + bytes).writeInt(correlationId).writeZero(bytes);
    byte[] frame = new byte[buffer.readableBytes()];
    buffer.readBytes(frame);
    return frame;
  }

  private static byte[] join(byte[] one, byte[] other) {
    byte[] joined = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, joined, one.length, other.length);
    return joined;
  }

  /** A request that is complete: one for metadata, which a scripted broker can read. */
  private static ByteBuf produceLike(int correlationId) {
    return RequestEncoder.encode(
        ByteBufAllocator.DEFAULT,
        new MetadataRequestData(),
        METADATA_VERSION,
        correlationId,
        "tester");
  }
}
