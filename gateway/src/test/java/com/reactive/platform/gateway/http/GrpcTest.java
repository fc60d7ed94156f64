package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DynamicMessage;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.security.Authenticator;
import com.reactive.platform.gateway.testing.GrpcClient;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.TestStreams;
import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** gRPC at the data port, as grpc-java speaks it. */
@Timeout(120)
class GrpcTest {
  private static final Metadata.Key<String> REPLAYED =
      Metadata.Key.of("idempotent-replayed", Metadata.ASCII_STRING_MARSHALLER);

  private static final String EVENT = "sessionId: 's-1' action: COUNTER_ACTION_INCREMENT";
  private static final Metadata.Key<byte[]> DETAILS =
      Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER);

  @Test
  void anEventGetsItsResponse() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      DynamicMessage response = client.publish(event(client, EVENT), CallOptions.DEFAULT);
      assertThat(GrpcClient.field(response, "request_id").toString()).hasSize(32);
      assertThat(GrpcClient.field(response, "event_id").toString()).hasSize(32);
      assertThat(GrpcClient.field(response, "topic")).isEqualTo("counter-events");
      assertThat(GrpcClient.has(response, "partition")).isTrue();
      assertThat(GrpcClient.field(response, "offset")).isEqualTo(0L);
      assertThat(client.publish(event(client, EVENT), gzip())).isNotNull();
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, 2L);
    }
  }

  @Test
  void theKeyBecomesTheEventId() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      DynamicMessage response = withKey(client, "my-key:1");
      assertThat(GrpcClient.field(response, "event_id")).isEqualTo("my-key:1");
      StatusRuntimeException refused =
          catchThrowableOfType(StatusRuntimeException.class, () -> withKey(client, "not a key"));
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      server.awaitBalance();
    }
  }

  private static DynamicMessage withKey(GrpcClient client, String key) {
    return withKey(client, key, EVENT, new AtomicReference<>());
  }

  private static DynamicMessage withKey(
      GrpcClient client, String key, String event, AtomicReference<Metadata> headers) {
    Metadata metadata = new Metadata();
    metadata.put(Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER), key);
    return ClientCalls.blockingUnaryCall(
        ClientInterceptors.intercept(
            client.channel(),
            MetadataUtils.newAttachHeadersInterceptor(metadata),
            MetadataUtils.newCaptureMetadataInterceptor(headers, new AtomicReference<>())),
        client.unary,
        CallOptions.DEFAULT,
        event(client, event));
  }

  @Test
  void aRepeatedKeyGetsTheResponseOfTheFirst() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      AtomicReference<Metadata> headers = new AtomicReference<>();
      DynamicMessage first = withKey(client, "k", EVENT, headers);
      assertThat(headers.get().get(REPLAYED)).isNull();
      assertThat(GrpcClient.field(first, "replayed")).isEqualTo(false);
      DynamicMessage repeat = withKey(client, "k", EVENT, headers);
      assertThat(headers.get().get(REPLAYED)).isEqualTo("true");
      assertThat(GrpcClient.field(repeat, "replayed")).isEqualTo(true);
      assertThat(GrpcClient.field(repeat, "offset")).isEqualTo(GrpcClient.field(first, "offset"));
      StatusRuntimeException reused =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () -> withKey(client, "k", EVENT + " value: 9", headers));
      assertThat(details(reused).get("google.rpc.ErrorInfo")).contains("idempotency-key-reused");
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.REPLAYED, 1L);
    }
  }

  /** The first may have gone to the topic of hot keys, and nobody waits to hear of that. */
  @Test
  void aRepeatWhoseFirstIsUnderWayNamesNoTopicWhereThereAreTwo() throws Exception {
    Map<String, String> settings =
        Map.of(
            "streams.counter.respond",
            "async",
            "streams.counter.hot-key.above",
            "20",
            "streams.counter.hot-key.topic",
            "counter-hot");
    try (TestServer server = server(settings);
        GrpcClient client = client(server)) {
      server.hold();
      DynamicMessage first = withKey(client, "k");
      assertThat(GrpcClient.field(first, "topic")).isEqualTo("counter-events");
      DynamicMessage repeat = withKey(client, "k");
      assertThat(GrpcClient.field(repeat, "replayed")).isEqualTo(true);
      assertThat(GrpcClient.field(repeat, "topic")).isEqualTo("");
      server.release();
      TestGateway.await("it has its outcome", () -> server.window().stats().open() == 0);
      assertThat(GrpcClient.field(withKey(client, "k"), "topic")).isEqualTo("counter-events");
      server.awaitBalance();
    }
  }

  @Test
  void anEventThatDoesNotMatchItsSchemaNamesTheField() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      StatusRuntimeException refused = refusal(client, "sessionId: 's'");
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(details(refused))
          .containsKeys("google.rpc.ErrorInfo", "google.rpc.BadRequest")
          .doesNotContainKey("google.rpc.RetryInfo");
      assertThat(details(refused).get("google.rpc.BadRequest")).contains("/action");
      assertThat(details(refused).get("google.rpc.ErrorInfo")).contains("schema-mismatch");
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.SCHEMA, 1L);
    }
  }

  @Test
  void whatWasNotWrittenMayBeSentAgain() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      server.failure = new IllegalStateException("by the test");
      StatusRuntimeException refused = refusal(client, EVENT);
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(details(refused)).containsKey("google.rpc.RetryInfo");
      server.failure = null;
      server.accepting = false;
      refused = refusal(client, EVENT);
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(details(refused).get("google.rpc.ErrorInfo")).contains("kafka-unavailable");
      server.awaitBalance();
    }
  }

  @Test
  void anUnknownOutcomeIsNeverUnavailable() throws Exception {
    try (TestServer server = server(Map.of("http.answer-timeout-ms", "1000"));
        GrpcClient client = client(server)) {
      server.hold();
      StatusRuntimeException late = refusal(client, EVENT);
      assertThat(late.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
      assertThat(details(late).get("google.rpc.ErrorInfo")).contains("unknown", "event_id");
      server.release();
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, 1L);
    }
  }

  @Test
  void theClientsDeadlineEndsTheCallAndTheEventGoesItsWay() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      server.hold();
      CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(300, TimeUnit.MILLISECONDS);
      StatusRuntimeException late =
          catchThrowableOfType(
              StatusRuntimeException.class, () -> client.publish(event(client, EVENT), options));
      assertThat(late.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
      server.release();
      server.awaitBalance();
    }
  }

  @Test
  void aMessageThatIsTooLargeIsRefused() throws Exception {
    try (TestServer server = server(Map.of("http.max-body-bytes", "1000"));
        GrpcClient client = client(server)) {
      String large = "sessionId: '" + "s".repeat(2_000) + "' action: COUNTER_ACTION_RESET";
      for (CallOptions options : new CallOptions[] {CallOptions.DEFAULT, gzip()}) {
        StatusRuntimeException refused =
            catchThrowableOfType(
                StatusRuntimeException.class, () -> client.publish(event(client, large), options));
        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
      }
      assertThat(client.publish(event(client, EVENT), CallOptions.DEFAULT)).isNotNull();
      server.awaitBalance();
    }
  }

  @Test
  void everyMessageOfAStreamGetsItsResult() throws Exception {
    int count = 5_000;
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      Results results = new Results();
      StreamObserver<DynamicMessage> requests = open(client, results);
      for (int i = 1; i <= count; i++) {
        // Every tenth is no event.
        requests.onNext(request(client, i, i % 10 == 0 ? "sessionId: 's'" : EVENT));
      }
      requests.onCompleted();
      results.awaitEnd();
      assertThat(results.status.getCode()).isEqualTo(Status.Code.OK);
      assertThat(results.bySequence).hasSize(count);
      for (long i = 1; i <= count; i++) {
        assertThat(GrpcClient.has(results.bySequence.get(i), i % 10 == 0 ? "status" : "response"))
            .as("sequence %s", i)
            .isTrue();
      }
      server.awaitBalance();
      assertThat(server.ledger().ended())
          .containsEntry(Outcome.ACKED, (long) count - count / 10)
          .containsEntry(Outcome.SCHEMA, (long) count / 10);
    }
  }

  @Test
  void noMoreIsReadThanMayBeInFlight() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      server.hold();
      Results results = new Results();
      StreamObserver<DynamicMessage> requests = open(client, results);
      for (int i = 1; i <= 10 * TestServer.MAX_IN_FLIGHT; i++) {
        requests.onNext(request(client, i, EVENT));
      }
      TestGateway.await(
          "the stream is full", () -> server.ledger().received() == TestServer.MAX_IN_FLIGHT);
      // What is sent behind it is on its way; another call on the same loop is served meanwhile.
      assertThat(refusal(client, "sessionId: 's'").getStatus().getCode())
          .isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(server.ledger().received()).isEqualTo(TestServer.MAX_IN_FLIGHT + 1L);
      server.release();
      requests.onCompleted();
      results.awaitEnd();
      assertThat(results.bySequence).hasSize(10 * TestServer.MAX_IN_FLIGHT);
      server.awaitBalance();
    }
  }

  @Test
  void whatACancelledStreamHasHandedOverIsCounted() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      server.hold();
      Results results = new Results();
      ClientCallStreamObserver<DynamicMessage> requests =
          (ClientCallStreamObserver<DynamicMessage>) open(client, results);
      for (int i = 1; i <= 5; i++) {
        requests.onNext(request(client, i, EVENT));
      }
      TestGateway.await("all have come", () -> server.ledger().received() == 5);
      requests.cancel("by the test", null);
      results.awaitEnd();
      assertThat(results.status.getCode()).isEqualTo(Status.Code.CANCELLED);
      server.release();
      server.awaitBalance();
      assertThat(server.ledger().ended()).containsEntry(Outcome.ACKED, 5L);
    }
  }

  @Test
  void aStopAnswersWhatIsInFlightAndEndsTheStream() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      server.hold();
      Results results = new Results();
      StreamObserver<DynamicMessage> requests = open(client, results);
      requests.onNext(request(client, 1, EVENT));
      TestGateway.await("it has come", () -> server.ledger().received() == 1);
      server.drain();
      server.release();
      results.awaitEnd();
      assertThat(results.status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
      assertThat(GrpcClient.has(results.bySequence.get(1L), "response")).isTrue();
      server.awaitBalance();
    }
  }

  @Test
  void anUnknownMethodIsUnimplemented() throws Exception {
    try (TestServer server = server(Map.of());
        GrpcClient client = client(server)) {
      StatusRuntimeException refused =
          catchThrowableOfType(
              StatusRuntimeException.class,
              () ->
                  ClientCalls.blockingUnaryCall(
                      client.channel(),
                      client.unary.toBuilder().setFullMethodName("no.Such/Method").build(),
                      CallOptions.DEFAULT,
                      event(client, EVENT)));
      assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
    }
  }

  private static TestServer server(Map<String, String> settings) throws Exception {
    return new TestServer(new HashMap<>(settings), Authenticator.NONE);
  }

  private static GrpcClient client(TestServer server) {
    return new GrpcClient(server.port(), TestStreams.counter("counter-events").protoFile());
  }

  private static CallOptions gzip() {
    return CallOptions.DEFAULT.withCompression("gzip");
  }

  private static DynamicMessage event(GrpcClient client, String text) {
    return client.message("CounterEvent", text);
  }

  private static DynamicMessage request(GrpcClient client, long sequence, String event) {
    return client.message("PublishRequest", "sequence: " + sequence + " event { " + event + " }");
  }

  private static StreamObserver<DynamicMessage> open(GrpcClient client, Results results) {
    return ClientCalls.asyncBidiStreamingCall(
        client.call(client.streaming, CallOptions.DEFAULT), results);
  }

  private static StatusRuntimeException refusal(GrpcClient client, String event) {
    return catchThrowableOfType(
        StatusRuntimeException.class,
        () -> client.publish(event(client, event), CallOptions.DEFAULT));
  }

  /** The details of a status, by type; a value is its text with what is no text around it. */
  private static Map<String, String> details(StatusRuntimeException failure) throws Exception {
    Map<String, String> details = new HashMap<>();
    CodedInputStream status = CodedInputStream.newInstance(failure.getTrailers().get(DETAILS));
    for (int tag = status.readTag(); tag != 0; tag = status.readTag()) {
      if (tag == 26) {
        Any any = Any.parseFrom(status.readByteArray());
        ByteString value = any.getValue();
        details.put(
            any.getTypeUrl().substring("type.googleapis.com/".length()),
            value.toString(StandardCharsets.ISO_8859_1));
      } else {
        status.skipField(tag);
      }
    }
    return details;
  }

  /** Collects the results of a stream. */
  private static final class Results implements StreamObserver<DynamicMessage> {
    final Map<Long, DynamicMessage> bySequence = new HashMap<>();
    final Queue<Long> twice = new ConcurrentLinkedQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    volatile Status status;

    @Override
    public void onNext(DynamicMessage result) {
      long sequence = (Long) GrpcClient.field(result, "sequence");
      if (bySequence.put(sequence, result) != null) {
        twice.add(sequence);
      }
    }

    @Override
    public void onError(Throwable failure) {
      status = Status.fromThrowable(failure);
      ended.countDown();
    }

    @Override
    public void onCompleted() {
      status = Status.OK;
      ended.countDown();
    }

    void awaitEnd() throws InterruptedException {
      assertThat(ended.await(100, TimeUnit.SECONDS)).isTrue();
      assertThat(twice).isEmpty();
    }
  }
}
