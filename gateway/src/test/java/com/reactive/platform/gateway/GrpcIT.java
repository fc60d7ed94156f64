package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DynamicMessage;
import com.reactive.platform.gateway.testing.GrpcClient;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.TestStreams;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.grpc.CallOptions;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each response to a call says where its event is in the log. */
@ExtendWith(KafkaExtension.class)
class GrpcIT {
  private static final int EVENTS = 10_000;

  @Test
  void everyResultIsInTheLog(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(3);
    Map<Long, DynamicMessage> results = new HashMap<>();
    DynamicMessage single;
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of());
        GrpcClient client =
            new GrpcClient(gateway.httpPort(), TestStreams.counter(topic).protoFile())) {
      single =
          client.publish(
              client.message("CounterEvent", "sessionId: 'one' action: COUNTER_ACTION_RESET"),
              CallOptions.DEFAULT);
      CompletableFuture<Void> ended = new CompletableFuture<>();
      StreamObserver<DynamicMessage> requests =
          ClientCalls.asyncBidiStreamingCall(
              client.call(client.streaming, CallOptions.DEFAULT), collect(results, ended));
      for (int i = 1; i <= EVENTS; i++) {
        requests.onNext(
            client.message(
                "PublishRequest",
                "sequence: %d idempotency_key: 'e-%d' event { sessionId: 's-%d' action: COUNTER_ACTION_SET value: %d }"
                    .formatted(i, i, i % 100, i)));
      }
      requests.onCompleted();
      ended.get(2, TimeUnit.MINUTES);
    }
    Map<String, String> idByPlace = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : kafka.readAll(topic)) {
      String id =
          new String(record.headers().lastHeader("event-id").value(), StandardCharsets.UTF_8);
      idByPlace.put(record.partition() + "/" + record.offset(), id);
    }
    assertThat(idByPlace).hasSize(EVENTS + 1);
    assertThat(idByPlace)
        .containsEntry(place(single), GrpcClient.field(single, "event_id").toString());
    assertThat(results).hasSize(EVENTS);
    results.forEach(
        (sequence, result) -> {
          DynamicMessage response = (DynamicMessage) GrpcClient.field(result, "response");
          assertThat(GrpcClient.field(response, "event_id")).isEqualTo("e-" + sequence);
          assertThat(idByPlace).containsEntry(place(response), "e-" + sequence);
        });
  }

  private static String place(DynamicMessage response) {
    return GrpcClient.field(response, "partition") + "/" + GrpcClient.field(response, "offset");
  }

  private static StreamObserver<DynamicMessage> collect(
      Map<Long, DynamicMessage> results, CompletableFuture<Void> ended) {
    return new StreamObserver<>() {
      @Override
      public void onNext(DynamicMessage result) {
        results.put((Long) GrpcClient.field(result, "sequence"), result);
      }

      @Override
      public void onError(Throwable failure) {
        ended.completeExceptionally(failure);
      }

      @Override
      public void onCompleted() {
        ended.complete(null);
      }
    };
  }
}
