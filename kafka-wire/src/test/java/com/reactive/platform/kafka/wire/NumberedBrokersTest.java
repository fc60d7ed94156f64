package com.reactive.platform.kafka.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterSettings;
import com.reactive.platform.kafka.wire.connection.ConnectionSettings;
import com.reactive.platform.kafka.wire.connection.RequestEncoder;
import com.reactive.platform.kafka.wire.connection.ScriptedBroker;
import com.reactive.platform.kafka.wire.connection.ScriptedBroker.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of a connection that is gone counts for no other. */
@Timeout(300)
class NumberedBrokersTest {
  private static final int BROKER = 5;
  private static final short METADATA_VERSION = 12;

  /** A request for this ends the connection. */
  private static final String LEAVE = "leave";

  private final WireThread thread = new WireThread("numbered-brokers");
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private ScriptedBroker broker;
  private NumberedBrokers brokers;

  @BeforeEach
  void open() throws Exception {
    broker =
        new ScriptedBroker(
            connection -> {
              connection.tellVersions();
              while (true) {
                Request request = connection.read();
                String topic = ((MetadataRequestData) request.body()).topics().get(0).name();
                asked.add(topic);
                if (topic.equals(LEAVE)) {
                  return;
                }
                connection.answer(request, new MetadataResponseData());
              }
            });
    ConnectionSettings connection =
        new ConnectionSettings(
            "tester",
            -1,
            -1,
            60_000,
            1 << 20,
            Optional.empty(),
            Optional.empty(),
            ForkJoinPool.commonPool(),
            () -> 0.5);
    ClusterSettings settings =
        new ClusterSettings(connection, List.of(), true, 60_000, 300_000, 5, 20, 5, 20, true);
    brokers = new NumberedBrokers(thread.loop(), settings, new Listener());
  }

  @AfterEach
  void close() throws Exception {
    thread.loop().submit(brokers::close).get(60, TimeUnit.SECONDS);
    thread.close();
    broker.close();
    assertThat(broker.failures()).isEmpty();
  }

  private final class Listener implements NumberedBrokers.Listener {
    @Override
    public void connected(int brokerId, int number, NodeApiVersions versions) {
      heard.add("up " + brokerId + " " + number);
    }

    @Override
    public void response(int brokerId, int number, ByteBuf body) {
      heard.add("answer " + brokerId + " " + number);
    }

    @Override
    public void disconnected(int brokerId) {
      heard.add("down " + brokerId);
    }
  }

  private void connect() {
    brokers.connect(new BrokerAddress(BROKER, "127.0.0.1", broker.port()));
  }

  private ByteBuf send(int number, String topic) {
    MetadataRequestData request =
        new MetadataRequestData().setTopics(List.of(new MetadataRequestTopic().setName(topic)));
    ByteBuf encoded =
        RequestEncoder.encode(
            ByteBufAllocator.DEFAULT, request, METADATA_VERSION, number, "tester");
    brokers.send(BROKER, number, number, encoded);
    return encoded;
  }

  private void awaitHeard(String what) throws InterruptedException {
    assertThat(heard.poll(60, TimeUnit.SECONDS)).isEqualTo(what);
  }

  @Test
  void whatIsMeantForAConnectionThatIsGoneReachesNoOther() throws Exception {
    connect();
    awaitHeard("up 5 1");
    send(1, "first");
    awaitHeard("answer 5 1");
    send(1, LEAVE);
    awaitHeard("down 5");
    ByteBuf toNone = send(1, "to none");

    connect();
    awaitHeard("up 5 2");
    ByteBuf late = send(1, "late");
    brokers.disconnect(BROKER, 1);
    send(2, "second");
    awaitHeard("answer 5 2");
    assertThat(toNone.refCnt()).isZero();
    assertThat(late.refCnt()).isZero();
    assertThat(asked).containsExactly("first", LEAVE, "second");

    brokers.disconnect(BROKER, 2);
    awaitHeard("down 5");
  }
}
