package com.reactive.platform.kafka.wire.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.wire.connection.ConnectionSettings;
import com.reactive.platform.kafka.wire.connection.ScriptedBroker;
import com.reactive.platform.kafka.wire.connection.ScriptedBroker.Request;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.message.DescribeConfigsResponseData;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResourceResult;
import org.apache.kafka.common.message.DescribeConfigsResponseData.DescribeConfigsResult;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseBroker;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ClusterClientTest {
  private static final int LIMIT = 1_234;
  private static MultiThreadIoEventLoopGroup group;

  private final BlockingQueue<ClusterView> views = new LinkedBlockingQueue<>();
  private final List<ScriptedBroker> brokers = new ArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final BlockingQueue<Set<String>> askedFor = new LinkedBlockingQueue<>();
  private final AtomicInteger idRequests = new AtomicInteger();
  private ClusterClient client;

  /** What the brokers answer to a request for a producer id, by its number from 1. */
  private IntFunction<Errors> idError = number -> Errors.NONE;

  private volatile int limit = LIMIT;
  private volatile Uuid topicId = new Uuid(5, 6);

  private int requestTimeoutMillis = 20_000;

  /** Of the second broker in the cluster; 0 if there is only one. */
  private volatile int otherPort;

  /** The first so many connections end with the first request for metadata. */
  private int badConnections;

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
    client.close();
    for (ScriptedBroker broker : brokers) {
      broker.close();
      assertThat(broker.failures()).isEmpty();
    }
  }

  @Test
  void aTopicIsWatchedFromTheTimeThatItIsAskedFor() throws Exception {
    open(broker());
    assertThat(client.first().get(60, TimeUnit.SECONDS).topics()).isEmpty();
    client.refresh("t");
    ClusterView view = await("t");
    assertThat(view.topics().get("t").partitions())
        .containsExactly(new ClusterView.Partition(1, 3));
    assertThat(client.problem()).isEmpty();
  }

  @Test
  void theTopicsLimitFollows() throws Exception {
    open(broker());
    client.refresh("t");
    ClusterView view = await("t");
    while (view.topics().get("t").maxMessageBytes() == 0) {
      view = views.poll(60, TimeUnit.SECONDS);
    }
    assertThat(view.topics().get("t").maxMessageBytes()).isEqualTo(LIMIT);
  }

  @Test
  void theLimitOfATopicThatWasMadeAnewIsAskedForAtOnce() throws Exception {
    theTopicsLimitFollows();
    limit = LIMIT + 1;
    topicId = new Uuid(7, 8);
    client.refresh("t");
    ClusterView view = views.poll(60, TimeUnit.SECONDS);
    while (view.topics().get("t").maxMessageBytes() != LIMIT + 1) {
      view = views.poll(60, TimeUnit.SECONDS);
    }
    assertThat(view.topics().get("t").id()).isEqualTo(topicId);
  }

  @Test
  void aTopicThatIsNotRetainedIsNotAskedForAnyMore() throws Exception {
    open(broker());
    client.refresh("gone");
    await("gone");
    client.refresh("t");
    await("t");
    client.retain(Set.of("t"));
    client.refresh("t");
    for (Set<String> asked = askedFor.poll(60, TimeUnit.SECONDS);
        !Set.of("t").equals(asked);
        asked = askedFor.poll(60, TimeUnit.SECONDS)) {
      assertThat(asked).as("topics of another request").isNotNull();
    }
    client.refresh("gone");
    for (Set<String> asked = askedFor.poll(60, TimeUnit.SECONDS);
        !Set.of("t", "gone").equals(asked);
        asked = askedFor.poll(60, TimeUnit.SECONDS)) {
      assertThat(asked).as("topics of another request").isNotNull();
    }
  }

  @Test
  void aBrokerThatIsNotThereIsNoHindrance() throws Exception {
    open(1, broker());
    client.refresh("t");
    await("t");
  }

  @Test
  void whenItsBrokerGoesItFindsAnother() throws Exception {
    badConnections = 3;
    open(broker());
    client.refresh("t");
    await("t");
    assertThat(connections.get()).isGreaterThan(badConnections);
  }

  /** Those who ask may need to know who leads instead of it. */
  @Test
  void aBrokerThatFallsSilentIsLeftForAnother() throws Exception {
    requestTimeoutMillis = (int) TimeUnit.HOURS.toMillis(1);
    int silent = brokerThatFallsSilent();
    otherPort = broker();
    open(silent);
    assertThat(client.first().get(60, TimeUnit.SECONDS).brokers()).hasSize(2);
    client.refresh("t");
    await("t");
  }

  /** Both brokers answer other requests at once, and these after the first patience is over. */
  @Test
  void whatTakesLongEachTimeIsWaitedForInTheEnd() throws Exception {
    otherPort = brokerWithSlowProducerIds();
    open(brokerWithSlowProducerIds());
    assertThat(client.first().get(60, TimeUnit.SECONDS).brokers()).hasSize(2);
    BlockingQueue<Object> ids = new LinkedBlockingQueue<>();
    client.requestProducerId(group.next(), receiver(ids));
    client.refresh("t");
    assertThat(ids.poll(60, TimeUnit.SECONDS)).isInstanceOf(String.class);
    await("t");
  }

  @Test
  void aProducerIdIsAskedForUntilTheBrokerHasLoaded() throws Exception {
    idError = number -> number < 3 ? Errors.COORDINATOR_LOAD_IN_PROGRESS : Errors.NONE;
    open(broker());
    BlockingQueue<Object> ids = new LinkedBlockingQueue<>();
    client.requestProducerId(group.next(), receiver(ids));
    client.requestProducerId(group.next(), receiver(ids));
    assertThat(ids.poll(60, TimeUnit.SECONDS)).isEqualTo("3/0");
    assertThat(ids.poll(60, TimeUnit.SECONDS)).isEqualTo("4/0");
    assertThat(client.hasGiven(4)).isTrue();
    assertThat(client.hasGiven(2)).isFalse();
  }

  @Test
  void aRefusedProducerIdIsTold() throws Exception {
    idError = number -> number == 1 ? Errors.CLUSTER_AUTHORIZATION_FAILED : Errors.NONE;
    open(broker());
    BlockingQueue<Object> ids = new LinkedBlockingQueue<>();
    client.requestProducerId(group.next(), receiver(ids));
    assertThat(ids.poll(60, TimeUnit.SECONDS)).isInstanceOf(ClusterAuthorizationException.class);
    assertThat(client.problem()).containsInstanceOf(ClusterAuthorizationException.class);
    client.requestProducerId(group.next(), receiver(ids));
    assertThat(ids.poll(60, TimeUnit.SECONDS)).isEqualTo("2/0");
    assertThat(client.problem()).isEmpty();
  }

  @Test
  void nobodyThereIsAProblemUntilSomebodyIs() throws Exception {
    open(1);
    assertThat(views.poll(60, TimeUnit.SECONDS)).isSameAs(ClusterView.EMPTY);
    while (client.problem().isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(client.first()).isNotDone();
  }

  @Test
  void aBrokerThatLeavesEachTimeIsAProblem() throws Exception {
    badConnections = Integer.MAX_VALUE;
    open(broker());
    assertThat(views.poll(60, TimeUnit.SECONDS)).isSameAs(ClusterView.EMPTY);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (client.problem().isEmpty() && System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
    assertThat(client.problem()).isPresent();
  }

  private ClusterView await(String topic) throws InterruptedException {
    while (true) {
      ClusterView view = views.poll(60, TimeUnit.SECONDS);
      assertThat(view).as("a view with " + topic).isNotNull();
      if (view.topics().containsKey(topic)) {
        return view;
      }
    }
  }

  private static ProducerIdReceiver receiver(BlockingQueue<Object> ids) {
    return new ProducerIdReceiver() {
      @Override
      public void received(long producerId, short epoch) {
        ids.add(producerId + "/" + epoch);
      }

      @Override
      public void refused(Exception cause) {
        ids.add(cause);
      }
    };
  }

  private int broker() throws IOException {
    ScriptedBroker broker =
        new ScriptedBroker(
            connection -> {
              int number = connections.incrementAndGet();
              connection.tellVersions();
              while (true) {
                Request request = connection.read();
                boolean metadata = request.body() instanceof MetadataRequestData;
                if (metadata && number <= badConnections) {
                  return;
                }
                connection.answer(request, answer(request, brokers.get(0).port()));
              }
            });
    brokers.add(broker);
    return broker.port();
  }

  /** On each connection it answers once. */
  private int brokerThatFallsSilent() throws IOException {
    ScriptedBroker broker =
        new ScriptedBroker(
            connection -> {
              connection.tellVersions();
              Request request = connection.read();
              connection.answer(request, answer(request, brokers.get(0).port()));
              while (true) {
                connection.read();
              }
            });
    brokers.add(broker);
    return broker.port();
  }

  private int brokerWithSlowProducerIds() throws IOException {
    ScriptedBroker broker =
        new ScriptedBroker(
            connection -> {
              connection.tellVersions();
              while (true) {
                Request request = connection.read();
                if (request.api() == ApiKeys.INIT_PRODUCER_ID) {
                  TimeUnit.MILLISECONDS.sleep(RequestPatience.LEAST_MILLIS + 100);
                }
                connection.answer(request, answer(request, brokers.get(1).port()));
              }
            });
    brokers.add(broker);
    return broker.port();
  }

  private ApiMessage answer(Request request, int port) {
    return switch (request.api()) {
      case METADATA -> metadata((MetadataRequestData) request.body(), port);
      case DESCRIBE_CONFIGS -> limits();
      case INIT_PRODUCER_ID -> {
        int number = idRequests.incrementAndGet();
        yield new InitProducerIdResponseData()
            .setErrorCode(idError.apply(number).code())
            .setProducerId(number)
            .setProducerEpoch((short) 0);
      }
      default -> throw new AssertionError(request.api());
    };
  }

  private MetadataResponseData metadata(MetadataRequestData request, int port) {
    askedFor.add(
        request.topics().stream().map(MetadataRequestTopic::name).collect(Collectors.toSet()));
    MetadataResponseData answer = new MetadataResponseData();
    answer
        .brokers()
        .add(new MetadataResponseBroker().setNodeId(1).setHost("127.0.0.1").setPort(port));
    if (otherPort > 0) {
      answer
          .brokers()
          .add(new MetadataResponseBroker().setNodeId(2).setHost("127.0.0.1").setPort(otherPort));
    }
    request
        .topics()
        .forEach(
            asked -> {
              MetadataResponseTopic topic =
                  new MetadataResponseTopic().setName(asked.name()).setTopicId(topicId);
              topic
                  .partitions()
                  .add(
                      new MetadataResponsePartition()
                          .setPartitionIndex(0)
                          .setLeaderId(1)
                          .setLeaderEpoch(3));
              answer.topics().add(topic);
            });
    return answer;
  }

  private DescribeConfigsResponseData limits() {
    return new DescribeConfigsResponseData()
        .setResults(
            List.of(
                new DescribeConfigsResult()
                    .setResourceName("t")
                    .setConfigs(
                        List.of(
                            new DescribeConfigsResourceResult()
                                .setName("max.message.bytes")
                                .setValue(Integer.toString(limit))))));
  }

  private void open(int... ports) {
    List<BrokerAddress> bootstrap = new ArrayList<>();
    for (int port : ports) {
      bootstrap.add(new BrokerAddress(-1 - bootstrap.size(), "127.0.0.1", port));
    }
    ConnectionSettings connection =
        new ConnectionSettings(
            "tester",
            -1,
            -1,
            20_000,
            1 << 20,
            Optional.empty(),
            Optional.empty(),
            ForkJoinPool.commonPool(),
            () -> 0.5);
    client =
        new ClusterClient(
            group.next(),
            new ClusterSettings(
                connection, bootstrap, true, requestTimeoutMillis, 300_000, 5, 20, 5, 20, true));
    client.subscribe(group.next(), views::add);
    client.start();
  }
}
