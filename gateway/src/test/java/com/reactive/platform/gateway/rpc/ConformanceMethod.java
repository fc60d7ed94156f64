package com.reactive.platform.gateway.rpc;

import static com.reactive.platform.gateway.rpc.ConformanceMessages.add;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.get;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.list;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.newMessage;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.set;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A method of the suite's service: each call is a {@link ConformanceScript} on a thread of its own.
 */
public record ConformanceMethod(
    String name, boolean clientStreaming, boolean serverStreaming, int maxMessageBytes)
    implements RpcMethod {

  /** All that the suite calls but the one that must not be there. */
  public static List<RpcMethod> all(int maxMessageBytes) {
    return List.of(
        new ConformanceMethod("Unary", false, false, maxMessageBytes),
        new ConformanceMethod("IdempotentUnary", false, false, maxMessageBytes),
        new ConformanceMethod("ServerStream", false, true, maxMessageBytes),
        new ConformanceMethod("ClientStream", true, false, maxMessageBytes),
        new ConformanceMethod("BidiStream", true, true, maxMessageBytes));
  }

  @Override
  public String path() {
    return "/connectrpc.conformance.v1.ConformanceService/" + name;
  }

  @Override
  public boolean noSideEffects() {
    return name.equals("IdempotentUnary");
  }

  @Override
  public RpcHandler open(RpcCall call) {
    Run run = new Run(call);
    call.request(Integer.MAX_VALUE);
    run.thread.start();
    return run;
  }

  /** One call: the loop puts in what comes, the script's thread has the loop send what goes. */
  private final class Run implements RpcHandler, ConformanceScript.Client {
    private final RpcCall call;
    private final boolean json;
    private final BlockingQueue<Optional<byte[]>> requests = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::run, "conformance-" + name);
    private RpcMetadata trailers = RpcMetadata.NONE;

    Run(RpcCall call) {
      this.call = call;
      json = call.codec() == RpcCodec.JSON;
      thread.setDaemon(true);
    }

    private void run() {
      try {
        new ConformanceScript(name, this).run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // The call is over.
      } catch (IOException | RuntimeException e) {
        onLoop(
            () ->
                call.close(RpcStatus.of(RpcCode.INVALID_ARGUMENT, e.toString()), RpcMetadata.NONE));
      }
    }

    private void onLoop(Runnable task) {
      call.loop().schedule(task, 0);
    }

    @Override
    public void onMessage(byte[] message, int offset, int length) {
      requests.add(Optional.of(Arrays.copyOfRange(message, offset, offset + length)));
    }

    @Override
    public void onHalfClose() {
      requests.add(Optional.empty());
    }

    @Override
    public void onCancel() {
      thread.interrupt();
    }

    @Override
    public Message next() throws IOException, InterruptedException {
      Optional<byte[]> message = requests.take();
      return message.isEmpty()
          ? null
          : ConformanceMessages.parse(name + "Request", message.get(), json);
    }

    @Override
    public DynamicMessage.Builder requestInfo() {
      DynamicMessage.Builder info = newMessage("ConformancePayload.RequestInfo");
      Map<String, List<String>> headers = new LinkedHashMap<>();
      call.metadata().forEach((key, value) -> headers.put(key, call.metadata().all(key)));
      headers.forEach((key, values) -> add(info, "request_headers", header(key, values)));
      if (call.hasDeadline()) {
        long nanos = Math.max(0, call.deadlineNanos() - System.nanoTime());
        set(info, "timeout_ms", TimeUnit.NANOSECONDS.toMillis(nanos));
      }
      String query = ((ServerCall) call).http.query();
      if (query != null && !query.isEmpty()) {
        DynamicMessage.Builder parameters = newMessage("ConformancePayload.ConnectGetInfo");
        for (String pair : query.split("&", -1)) {
          String[] parts = pair.split("=", 2);
          add(parameters, "query_params", header(parts[0], List.of(parts[1])));
        }
        set(info, "connect_get_info", parameters.build());
      }
      return info;
    }

    private static RpcCode code(int number) {
      return Arrays.stream(RpcCode.values())
          .filter(code -> code.number() == number)
          .findFirst()
          .orElseThrow();
    }

    private DynamicMessage header(String key, List<String> values) {
      DynamicMessage.Builder header = set(newMessage("Header"), "name", key);
      values.forEach(value -> add(header, "value", value));
      return header.build();
    }

    private RpcMetadata metadata(List<Message> headers) {
      RpcMetadata metadata = new RpcMetadata();
      for (Message header : headers) {
        List<String> values = get(header, "value");
        values.forEach(
            value -> metadata.add(((String) get(header, "name")).toLowerCase(Locale.ROOT), value));
      }
      return metadata;
    }

    @Override
    public void headers(List<Message> headers) {
      RpcMetadata metadata = metadata(headers);
      onLoop(() -> call.sendHeaders(metadata));
    }

    @Override
    public void trailers(List<Message> sent) {
      trailers = metadata(sent);
    }

    @Override
    public void send(Message response) throws IOException {
      byte[] bytes = ConformanceMessages.bytes(response, json);
      onLoop(() -> call.send(bytes, 0, bytes.length));
    }

    @Override
    public void finish() {
      onLoop(() -> call.close(RpcStatus.OK, trailers));
    }

    @Override
    public void fail(Message error, List<Message> details) {
      EnumValueDescriptor code = get(error, "code");
      RpcStatus status = RpcStatus.of(code(code.getNumber()), get(error, "message"));
      for (Message detail : list(error, "details")) {
        String url = get(detail, "type_url");
        status = status.with(url.substring(url.indexOf('/') + 1), get(detail, "value"));
      }
      for (Message detail : details) {
        ByteString bytes = detail.toByteString();
        status = status.with(detail.getDescriptorForType().getFullName(), bytes);
      }
      RpcStatus end = status;
      onLoop(() -> call.close(end, trailers));
    }
  }
}
