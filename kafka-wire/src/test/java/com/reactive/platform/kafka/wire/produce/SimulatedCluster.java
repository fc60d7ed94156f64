package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.produce.SimulatedLog.Append;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.message.ProduceResponseData.BatchIndexAndErrorMessage;
import org.apache.kafka.common.message.ProduceResponseData.NodeEndpoint;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.message.ProduceResponseData.TopicProduceResponse;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;

/** Brokers, topics and logs in memory, which answer produce requests and fail at random. */
final class SimulatedCluster {
  static final int BROKERS = 3;
  static final int PARTITIONS = 2;
  static final List<String> TOPICS = List.of("a", "b");
  private static final int MAX_BATCH_BYTES = 900;

  private static final Errors[] BEFORE_APPEND = {
    Errors.NOT_ENOUGH_REPLICAS,
    Errors.NOT_ENOUGH_REPLICAS,
    Errors.CORRUPT_MESSAGE,
    Errors.KAFKA_STORAGE_ERROR,
    Errors.UNKNOWN_TOPIC_OR_PARTITION,
    Errors.UNKNOWN_TOPIC_ID,
    Errors.LEADER_NOT_AVAILABLE,
    Errors.REQUEST_TIMED_OUT,
    Errors.UNKNOWN_SERVER_ERROR,
    Errors.TOPIC_AUTHORIZATION_FAILED,
    Errors.CLUSTER_AUTHORIZATION_FAILED,
    Errors.INVALID_TOPIC_EXCEPTION,
    Errors.UNSUPPORTED_COMPRESSION_TYPE,
    Errors.OUT_OF_ORDER_SEQUENCE_NUMBER,
    Errors.UNKNOWN_PRODUCER_ID,
    Errors.INVALID_PRODUCER_EPOCH,
    Errors.MESSAGE_TOO_LARGE,
    Errors.INVALID_RECORD
  };
  private static final Errors[] AFTER_APPEND = {
    Errors.NOT_ENOUGH_REPLICAS_AFTER_APPEND,
    Errors.REQUEST_TIMED_OUT,
    Errors.NOT_LEADER_OR_FOLLOWER,
    Errors.UNKNOWN_TOPIC_OR_PARTITION,
    Errors.KAFKA_STORAGE_ERROR,
    Errors.UNKNOWN_SERVER_ERROR
  };

  private final SplittableRandom random;
  private final double faults;
  private final boolean hints;
  private final Map<String, SimulatedLog[]> logs = new HashMap<>();
  private long viewVersion;
  boolean healed;

  SimulatedCluster(SplittableRandom random, double faults) {
    this.random = random;
    this.faults = faults;
    this.hints = random.nextBoolean();
    for (String topic : TOPICS) {
      SimulatedLog[] partitions = new SimulatedLog[PARTITIONS];
      for (int i = 0; i < PARTITIONS; i++) {
        partitions[i] = new SimulatedLog();
        partitions[i].leader = random.nextInt(BROKERS);
      }
      logs.put(topic, partitions);
    }
  }

  SimulatedLog log(String topic, int partition) {
    return logs.get(topic)[partition];
  }

  boolean fails() {
    return !healed && random.nextDouble() < faults;
  }

  private static Uuid idOf(String topic) {
    return new Uuid(1, topic.charAt(0));
  }

  static String nameOf(Uuid topicId) {
    return TOPICS.stream().filter(name -> idOf(name).equals(topicId)).findFirst().orElseThrow();
  }

  static BrokerAddress node(int id) {
    return new BrokerAddress(id, "broker-" + id, 9092);
  }

  ClusterView view() {
    Map<Integer, BrokerAddress> brokers = new HashMap<>();
    for (int id = 0; id < BROKERS; id++) {
      brokers.put(id, node(id));
    }
    Map<String, ClusterView.Topic> topics = new HashMap<>();
    for (String name : TOPICS) {
      List<ClusterView.Partition> partitions = new ArrayList<>();
      for (SimulatedLog log : logs.get(name)) {
        partitions.add(new ClusterView.Partition(fails() ? -1 : log.leader, log.epoch));
      }
      topics.put(name, new ClusterView.Topic(name, Errors.NONE, idOf(name), partitions, 0));
    }
    return new ClusterView(++viewVersion, brokers, topics);
  }

  void electSomewhere() {
    SimulatedLog log = log(TOPICS.get(random.nextInt(TOPICS.size())), random.nextInt(PARTITIONS));
    elect(log);
  }

  private void elect(SimulatedLog log) {
    log.elect(random.nextInt(BROKERS), random.nextInt(log.uncommitted() + 1));
  }

  /** An unclean election: the new leader lacks batches that all replicas had. */
  void loseAcknowledged() {
    SimulatedLog log = log(TOPICS.get(random.nextInt(TOPICS.size())), random.nextInt(PARTITIONS));
    log.elect(random.nextInt(BROKERS), random.nextInt(Math.min(8, log.entries().size() + 1)));
  }

  void forgetProducers() {
    logs.values().forEach(all -> List.of(all).forEach(SimulatedLog::forgetProducers));
  }

  ProduceResponseData process(int broker, ProduceRequestData request) {
    ProduceResponseData response = new ProduceResponseData();
    for (var asked : request.topicData()) {
      String name = asked.name().isEmpty() ? nameOf(asked.topicId()) : asked.name();
      TopicProduceResponse topic =
          new TopicProduceResponse().setName(asked.name()).setTopicId(asked.topicId());
      for (var part : asked.partitionData()) {
        topic
            .partitionResponses()
            .add(append(broker, name, part.index(), (MemoryRecords) part.records()));
      }
      response.responses().add(topic);
    }
    if (hints) {
      for (int id = 0; id < BROKERS; id++) {
        response
            .nodeEndpoints()
            .add(new NodeEndpoint().setNodeId(id).setHost("broker-" + id).setPort(9092));
      }
    }
    return response;
  }

  private PartitionProduceResponse append(
      int broker, String topic, int partition, MemoryRecords records) {
    SimulatedLog log = log(topic, partition);
    PartitionProduceResponse answer =
        new PartitionProduceResponse().setIndex(partition).setBaseOffset(-1);
    if (log.leader != broker) {
      return notLeader(log, answer);
    }
    if (fails()) {
      return answer.setErrorCode(BEFORE_APPEND[random.nextInt(BEFORE_APPEND.length)].code());
    }
    MutableRecordBatch batch = records.batches().iterator().next();
    batch.ensureValid();
    if (records.sizeInBytes() > MAX_BATCH_BYTES) {
      return answer.setErrorCode(Errors.MESSAGE_TOO_LARGE.code());
    }
    int[] ids = new int[batch.countOrNull()];
    List<BatchIndexAndErrorMessage> refused = new ArrayList<>();
    int i = 0;
    for (Record record : batch) {
      ids[i] = record.value().getInt(0);
      if (record.value().get(4) != 0) {
        refused.add(new BatchIndexAndErrorMessage().setBatchIndex(i));
      }
      i++;
    }
    if (!refused.isEmpty()) {
      answer.setErrorCode(Errors.INVALID_RECORD.code());
      return random.nextBoolean() ? answer : answer.setRecordErrors(refused);
    }
    return append(log, batch, ids, answer);
  }

  private PartitionProduceResponse append(
      SimulatedLog log, MutableRecordBatch batch, int[] ids, PartitionProduceResponse answer) {
    Append end =
        log.append(
            batch.producerId(),
            batch.producerEpoch(),
            batch.baseSequence(),
            batch.lastSequence(),
            ids);
    if (end.error() != Errors.NONE) {
      return answer.setErrorCode(end.error().code());
    }
    if (fails()) {
      Errors error = AFTER_APPEND[random.nextInt(AFTER_APPEND.length)];
      if (error == Errors.NOT_LEADER_OR_FOLLOWER) {
        elect(log);
      }
      return answer.setErrorCode(error.code());
    }
    log.commit();
    if (!end.isNew() && fails()) {
      return answer.setErrorCode(Errors.DUPLICATE_SEQUENCE_NUMBER.code());
    }
    return answer.setBaseOffset(end.entry().baseOffset());
  }

  private PartitionProduceResponse notLeader(SimulatedLog log, PartitionProduceResponse answer) {
    if (hints) {
      answer.currentLeader().setLeaderId(log.leader).setLeaderEpoch(log.epoch);
    }
    boolean other = random.nextInt(4) == 0;
    Errors error = other ? Errors.UNKNOWN_TOPIC_OR_PARTITION : Errors.NOT_LEADER_OR_FOLLOWER;
    return answer.setErrorCode(error.code());
  }
}
