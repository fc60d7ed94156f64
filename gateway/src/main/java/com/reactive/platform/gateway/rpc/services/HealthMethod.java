package com.reactive.platform.gateway.rpc.services;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import com.reactive.platform.gateway.event.Utf8;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * <a href="https://grpc.io/docs/guides/health-checking/">Health checking</a>: {@code Check} says
 * how a service is, {@code Watch} says it again whenever that changes, as seen a few times a
 * second. Immutable.
 */
final class HealthMethod implements RpcMethod {
  private static final int MAX_MESSAGE_BYTES = 1_024;
  private static final int SERVICE_TAG = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int STATUS = 1;
  private static final JsonFactory JSON = new JsonFactory();

  private final boolean watches;
  private final Function<String, HealthStatus> source;

  /**
   * @param source the status of a service by its full name, the empty name for all together; must
   *     not block
   */
  HealthMethod(boolean watches, Function<String, HealthStatus> source) {
    this.watches = watches;
    this.source = source;
  }

  @Override
  public String path() {
    return "/grpc.health.v1.Health/" + (watches ? "Watch" : "Check");
  }

  @Override
  public boolean clientStreaming() {
    return false;
  }

  @Override
  public boolean serverStreaming() {
    return watches;
  }

  @Override
  public boolean noSideEffects() {
    return true;
  }

  @Override
  public int maxMessageBytes() {
    return MAX_MESSAGE_BYTES;
  }

  @Override
  public RpcHandler open(RpcCall call) {
    return new Handler(call);
  }

  /** One check, or one watch. */
  private final class Handler implements RpcHandler {
    private final RpcCall call;
    private String service;
    private HealthStatus said;

    Handler(RpcCall call) {
      this.call = call;
      call.request(1);
    }

    @Override
    public void onMessage(byte[] message, int offset, int length) {
      try {
        service = parse(call.codec(), message, offset, length);
      } catch (IOException e) {
        close(RpcCode.INVALID_ARGUMENT, "not a HealthCheckRequest");
        return;
      }
      HealthStatus status = source.apply(service);
      if (!watches && status == HealthStatus.SERVICE_UNKNOWN) {
        close(RpcCode.NOT_FOUND, "there is no such service");
        return;
      }
      say(status);
    }

    private void say(HealthStatus status) {
      said = status;
      byte[] answer = response(call.codec(), status);
      call.send(answer, 0, answer.length);
    }

    @Override
    public void onHalfClose() {
      if (!watches) {
        call.close(RpcStatus.OK, RpcMetadata.NONE);
      }
    }

    @Override
    public void checkDeadlines(long nowNanos) {
      if (watches && said != null && call.isReady()) {
        HealthStatus now = source.apply(service);
        if (now != said) {
          say(now);
        }
      }
    }

    @Override
    public void onDrain() {
      if (watches && said != null) {
        say(HealthStatus.NOT_SERVING);
        close(RpcCode.UNAVAILABLE, "the gateway stops");
      }
    }

    @Override
    public void onCancel() {
      // Nothing is under way.
    }

    private void close(RpcCode code, String message) {
      call.close(RpcStatus.of(code, message), RpcMetadata.NONE);
    }
  }

  private static String parse(RpcCodec codec, byte[] message, int offset, int length)
      throws IOException {
    if (codec == RpcCodec.PROTO) {
      return parse(CodedInputStream.newInstance(message, offset, length));
    }
    if (Utf8.fault(message, offset, length) != null) {
      throw new InvalidProtocolBufferException("not UTF-8"); // Jackson takes more for it.
    }
    return parse(JSON.createParser(message, offset, length));
  }

  private static String parse(CodedInputStream message) throws IOException {
    String service = "";
    int tag = message.readTag();
    while (tag != 0) {
      if (tag == SERVICE_TAG) {
        service = message.readStringRequireUtf8();
      } else if (!message.skipField(tag)) {
        throw new InvalidProtocolBufferException("an end without a beginning");
      }
      tag = message.readTag();
    }
    return service;
  }

  private static String parse(JsonParser message) throws IOException {
    String service = "";
    if (message.nextToken() != JsonToken.START_OBJECT) {
      throw new InvalidProtocolBufferException("not an object");
    }
    while (message.nextToken() == JsonToken.FIELD_NAME) {
      String name = message.currentName();
      JsonToken value = message.nextToken();
      if (!name.equals("service") || value != JsonToken.VALUE_STRING) {
        throw new InvalidProtocolBufferException("not a request");
      }
      service = message.getText();
    }
    return service;
  }

  private static byte[] response(RpcCodec codec, HealthStatus status) {
    if (codec == RpcCodec.JSON) {
      return ("{\"status\":\"" + status + "\"}").getBytes(StandardCharsets.US_ASCII);
    }
    byte[] bytes = new byte[CodedOutputStream.computeEnumSize(STATUS, status.number())];
    try {
      CodedOutputStream.newInstance(bytes).writeEnum(STATUS, status.number());
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return bytes;
  }
}
