package com.reactive.platform.gateway.rpc.services;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TimestampProto;
import com.reactive.platform.gateway.rpc.FakeHttpCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What grpcurl and load balancers ask, by way of Connect. */
class StandardServicesTest {
  private static final String HEALTH = "/grpc.health.v1.Health/";

  private final Map<String, HealthStatus> health =
      new HashMap<>(Map.of("", HealthStatus.NOT_SERVING, "reactive.a.A", HealthStatus.SERVING));
  private final AtomicInteger filesMade = new AtomicInteger();
  private final List<RpcMethod> methods =
      StandardServices.methods(
          true,
          () -> {
            filesMade.incrementAndGet();
            return List.of(TimestampProto.getDescriptor());
          },
          name -> health.getOrDefault(name, HealthStatus.SERVICE_UNKNOWN));
  private FakeHttpCall http;
  private HttpCall.Receiver receiver;

  private void post(String path, String contentType, byte[] body) {
    RpcMethod method =
        methods.stream().filter(each -> each.path().equals(path)).findFirst().orElseThrow();
    http = new FakeHttpCall("POST", method).header("content-type", contentType);
    receiver = new ConnectProtocol().open(http);
    receiver.onData(body, 0, body.length, true);
  }

  /** The first response of reflection is made by another thread. */
  private void awaitEnd() {
    while (!http.hasEnded()) {
      Thread.onSpinWait();
      http.expire();
    }
  }

  private String check(String body) {
    post(HEALTH + "Check", "application/json", body.getBytes(UTF_8));
    return new String(http.body(), UTF_8);
  }

  @Test
  void healthAsJson() {
    assertThat(check("{}")).isEqualTo("{\"status\":\"NOT_SERVING\"}");
    assertThat(check("{\"service\":\"reactive.a.A\"}")).isEqualTo("{\"status\":\"SERVING\"}");
    assertThat(check("{\"service\":\"b\"}")).contains("\"not_found\"");
    assertThat(check("{\"service\":1}")).contains("\"invalid_argument\"");
    assertThat(check("[]")).contains("\"invalid_argument\"");
    assertThat(check("{")).contains("\"invalid_argument\"");
  }

  @Test
  void jsonThatIsNotUtf8IsNoRequest() {
    for (Charset charset : List.of(UTF_16BE, UTF_16LE, ISO_8859_1)) {
      String service = charset.equals(ISO_8859_1) ? "\u00ff" : "reactive.a.A";
      byte[] asked = ("{\"service\":\"" + service + "\"}").getBytes(charset);
      post(HEALTH + "Check", "application/json", asked);
      assertThat(http.status()).as(charset.name()).isEqualTo(400);
    }
  }

  @Test
  void healthAsProtobuf() {
    post(HEALTH + "Check", "application/proto", new byte[0]);
    assertThat(http.body()).containsExactly(8, 2);
    Descriptor request = ServiceFiles.health().findMessageTypeByName("HealthCheckRequest");
    byte[] asked =
        DynamicMessage.newBuilder(request)
            .setField(request.findFieldByName("service"), "reactive.a.A")
            .build()
            .toByteArray();
    post(HEALTH + "Check", "application/proto", asked);
    assertThat(http.body()).containsExactly(8, 1);
    post(HEALTH + "Check", "application/proto", new byte[] {10, 5, 'x'});
    assertThat(http.status()).isEqualTo(400);
  }

  @Test
  void healthIsSaidAgainWhenItChanges() {
    byte[] asked = "{\"service\":\"late\"}".getBytes(UTF_8);
    byte[] envelope =
        ByteBuffer.allocate(5 + asked.length).put((byte) 0).putInt(asked.length).put(asked).array();
    post(HEALTH + "Watch", "application/connect+json", envelope);
    receiver.checkDeadlines(System.nanoTime());
    assertThat(statuses()).containsExactly("{\"status\":\"SERVICE_UNKNOWN\"}");
    health.put("late", HealthStatus.SERVING);
    receiver.checkDeadlines(System.nanoTime());
    receiver.checkDeadlines(System.nanoTime());
    assertThat(statuses())
        .containsExactly("{\"status\":\"SERVICE_UNKNOWN\"}", "{\"status\":\"SERVING\"}");
    assertThat(http.hasEnded()).isFalse();
  }

  private List<String> statuses() {
    List<String> messages = new ArrayList<>();
    for (byte[] message : messages(http.body())) {
      messages.add(new String(message, UTF_8));
    }
    return messages;
  }

  private static List<byte[]> messages(byte[] body) {
    List<byte[]> messages = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(body);
    while (bytes.hasRemaining()) {
      bytes.get();
      byte[] message = new byte[bytes.getInt()];
      bytes.get(message);
      messages.add(message);
    }
    return messages;
  }

  private Message reflect(String field, Object value) throws IOException {
    Descriptor request =
        ServiceFiles.reflection("v1").findMessageTypeByName("ServerReflectionRequest");
    byte[] asked =
        DynamicMessage.newBuilder(request)
            .setField(request.findFieldByName(field), value)
            .build()
            .toByteArray();
    byte[] envelope =
        ByteBuffer.allocate(5 + asked.length).put((byte) 0).putInt(asked.length).put(asked).array();
    post(
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        "application/connect+proto",
        envelope);
    awaitEnd();
    Message answer =
        DynamicMessage.parseFrom(
            ServiceFiles.reflection("v1").findMessageTypeByName("ServerReflectionResponse"),
            messages(http.body()).get(0));
    assertThat(((Message) get(answer, "original_request")).toByteArray()).isEqualTo(asked);
    return answer;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T> T get(Message message, String field) {
    FieldDescriptor descriptor = message.getDescriptorForType().findFieldByName(field);
    return (T) message.getField(descriptor);
  }

  @Test
  void services() throws IOException {
    Collection<Message> services =
        get(get(reflect("list_services", ""), "list_services_response"), "service");
    assertThat(services)
        .extracting(service -> (String) get(service, "name"))
        .containsExactly(
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection");
  }

  @Test
  void filesAreMadeWhenTheyAreFirstAskedFor() throws IOException {
    check("{}");
    assertThat(filesMade).hasValue(0);
    reflect("list_services", "");
    reflect("list_services", "");
    assertThat(filesMade).hasValue(1);
  }

  @Test
  void aFaultInTheFilesEndsTheCall() {
    ReflectionResponses responses =
        new ReflectionResponses(
            () -> {
              throw new IllegalStateException("by the test");
            });
    http =
        new FakeHttpCall("POST", new ReflectionMethod("v1", responses))
            .header("content-type", "application/connect+proto");
    receiver = new ConnectProtocol().open(http);
    receiver.onData(new byte[5], 0, 5, true);
    awaitEnd();
    assertThat(new String(http.body(), UTF_8)).contains("\"internal\"");
  }

  private List<String> files(String field, String value) throws IOException {
    Collection<ByteString> files =
        get(get(reflect(field, value), "file_descriptor_response"), "file_descriptor_proto");
    List<String> names = new ArrayList<>();
    for (ByteString file : files) {
      names.add(FileDescriptorProto.parseFrom(file).getName());
    }
    return names;
  }

  @Test
  void files() throws IOException {
    for (String symbol :
        List.of(
            "grpc.health.v1.Health",
            "grpc.health.v1.Health.Watch",
            "grpc.health.v1.HealthCheckResponse",
            "grpc.health.v1.HealthCheckResponse.ServingStatus")) {
      assertThat(files("file_containing_symbol", symbol))
          .containsExactly("grpc/health/v1/health.proto");
    }
    assertThat(files("file_containing_symbol", "google.rpc.ErrorInfo"))
        .containsExactly("google/rpc/error_details.proto", "google/protobuf/duration.proto");
    assertThat(files("file_by_filename", "google/protobuf/timestamp.proto"))
        .containsExactly("google/protobuf/timestamp.proto");
  }

  @Test
  void whatIsNotThere() throws IOException {
    Message answer = reflect("file_containing_symbol", "no.Such");
    assertThat((int) get(get(answer, "error_response"), "error_code")).isEqualTo(5);
    answer = reflect("all_extension_numbers_of_type", "google.protobuf.Timestamp");
    assertThat((int) get(get(answer, "error_response"), "error_code")).isEqualTo(5);
    answer = reflect("host", "here");
    assertThat((int) get(get(answer, "error_response"), "error_code")).isEqualTo(3);
    assertThat((String) get(answer, "valid_host")).isEqualTo("here");
  }
}
