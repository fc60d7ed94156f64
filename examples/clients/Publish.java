import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnknownFieldSet;
import io.grpc.*;
import io.grpc.stub.*;
import java.io.*;
import java.util.*;
import java.util.concurrent.TimeUnit;

/**
 * Publishes an event by grpc-java and tries again as the status says. Here without generated code;
 * with protoc's plug-in for grpc-java, the stub is PublisherGrpc of `./reactive proto counter`.
 *   java -cp 'libs/*' examples/clients/Publish.java localhost:8080 session-1
 * Exit 0: the event is stored; 1: rejected, trying again would not help; 2: given up.
 */
class Publish {
  // UNAVAILABLE: not written, or the connection was lost. DEADLINE_EXCEEDED: unknown.
  static final Set<Status.Code> AGAIN =
      EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED, Status.Code.INTERNAL);

  static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
    public InputStream stream(byte[] message) { return new ByteArrayInputStream(message); }
    public byte[] parse(InputStream in) {
      try { return in.readAllBytes(); } catch (IOException e) { throw new UncheckedIOException(e); }
    }
  };
  static final MethodDescriptor<byte[], byte[]> METHOD = MethodDescriptor.<byte[], byte[]>newBuilder()
      .setType(MethodDescriptor.MethodType.UNARY).setFullMethodName("reactive.counter.Publisher/Publish")
      .setRequestMarshaller(BYTES).setResponseMarshaller(BYTES).build();

  public static void main(String[] args) throws Exception {
    // The client must not repeat calls on its own, under whatever key.
    Channel channel = ManagedChannelBuilder.forTarget(args[0]).usePlaintext().disableRetry().build();
    // One key for all attempts becomes the event id: it is written once, if they take less than ten minutes.
    Metadata metadata = new Metadata();
    metadata.put(Metadata.Key.of("idempotency-key", Metadata.ASCII_STRING_MARSHALLER), UUID.randomUUID().toString());
    channel = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(metadata));
    for (int attempt = 1; ; attempt++) {
      try {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
        byte[] response = ClientCalls.blockingUnaryCall(channel, METHOD, options, event(args[1]));
        System.out.println(UnknownFieldSet.parseFrom(response));
        System.exit(0);
      } catch (StatusRuntimeException e) {
        System.err.println(e.getStatus());
        if (!AGAIN.contains(e.getStatus().getCode())) System.exit(1);
        if (attempt == 6) System.exit(2);
        TimeUnit.SECONDS.sleep(attempt);
      }
    }
  }

  static byte[] event(String sessionId) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeString(2, sessionId);
    out.writeEnum(3, 1); // COUNTER_ACTION_INCREMENT
    out.flush();
    return bytes.toByteArray();
  }
}
