package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * <a href="https://grpc.io/docs/guides/reflection/">Server reflection</a>: tells clients such as
 * grpcurl which services there are, and their .proto files. Immutable.
 */
final class ReflectionMethod implements RpcMethod {
  private static final int MAX_MESSAGE_BYTES = 4_096;

  private final ReflectionFiles files;
  private final String path;
  private final Descriptor request;
  private final Descriptor response;

  /**
   * @param service the file of the version that this is
   */
  ReflectionMethod(FileDescriptor service, ReflectionFiles files) {
    this.files = files;
    path = "/" + service.getServices().get(0).getFullName() + "/ServerReflectionInfo";
    request = service.findMessageTypeByName("ServerReflectionRequest");
    response = service.findMessageTypeByName("ServerReflectionResponse");
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public boolean clientStreaming() {
    return true;
  }

  @Override
  public boolean serverStreaming() {
    return true;
  }

  /** It tells which streams there are, and what their events look like. */
  @Override
  public boolean needsCaller() {
    return true;
  }

  @Override
  public boolean takes(RpcCodec codec) {
    return codec == RpcCodec.PROTO;
  }

  @Override
  public int maxMessageBytes() {
    return MAX_MESSAGE_BYTES;
  }

  @Override
  public RpcHandler open(RpcCall call) {
    return new Handler(call);
  }

  /** Responds to each message as it comes. */
  private final class Handler implements RpcHandler {
    private final RpcCall call;
    private long idleSinceNanos = System.nanoTime();

    Handler(RpcCall call) {
      this.call = call;
      call.request(1);
    }

    @Override
    public void onMessage(byte[] message, int offset, int length) {
      idleSinceNanos = System.nanoTime();
      byte[] answer;
      try {
        ByteString bytes = ByteString.copyFrom(message, offset, length);
        answer = respond(DynamicMessage.parseFrom(request, bytes)).toByteArray();
      } catch (InvalidProtocolBufferException e) {
        call.close(RpcStatus.of(RpcCode.INVALID_ARGUMENT, e.getMessage()), RpcMetadata.NONE);
        return;
      }
      call.send(answer, 0, answer.length);
      if (call.isReady()) {
        call.request(1);
      }
    }

    @Override
    public void onReady() {
      call.request(1);
    }

    @Override
    public void onHalfClose() {
      call.close(RpcStatus.OK, RpcMetadata.NONE);
    }

    @Override
    public void checkDeadlines(long nowNanos) {
      long idle = TimeUnit.MILLISECONDS.toNanos(call.loop().idleTimeoutMillis());
      if (nowNanos - idleSinceNanos > idle) {
        call.close(RpcStatus.of(RpcCode.UNAVAILABLE, "the stream was idle"), RpcMetadata.NONE);
      }
    }

    @Override
    public void onDrain() {
      call.close(RpcStatus.of(RpcCode.UNAVAILABLE, "the gateway stops"), RpcMetadata.NONE);
    }

    @Override
    public void onCancel() {
      // Nothing is under way.
    }
  }

  private Message respond(Message asked) {
    DynamicMessage.Builder answer = DynamicMessage.newBuilder(response);
    set(answer, "valid_host", asked.getField(request.findFieldByName("host")));
    set(answer, "original_request", asked);
    FieldDescriptor what = asked.getOneofFieldDescriptor(request.getOneofs().get(0));
    String name = what == null ? "" : what.getName();
    switch (name) {
      case "list_services" -> set(answer, "list_services_response", services());
      case "file_by_filename" -> setFiles(answer, files.named((String) asked.getField(what)));
      case "file_containing_symbol" ->
          setFiles(answer, files.defining((String) asked.getField(what)));
      case "file_containing_extension", "all_extension_numbers_of_type" ->
          setError(answer, RpcCode.NOT_FOUND, "there are no extensions");
      default -> setError(answer, RpcCode.INVALID_ARGUMENT, "nothing known is asked");
    }
    return answer.build();
  }

  private Message services() {
    FieldDescriptor field = response.findFieldByName("list_services_response");
    DynamicMessage.Builder list = DynamicMessage.newBuilder(field.getMessageType());
    FieldDescriptor each = field.getMessageType().findFieldByName("service");
    for (String service : files.services()) {
      DynamicMessage.Builder one = DynamicMessage.newBuilder(each.getMessageType());
      set(one, "name", service);
      list.addRepeatedField(each, one.build());
    }
    return list.build();
  }

  private void setFiles(DynamicMessage.Builder answer, List<ByteString> found) {
    if (found.isEmpty()) {
      setError(answer, RpcCode.NOT_FOUND, "there is no such file or symbol");
      return;
    }
    FieldDescriptor field = response.findFieldByName("file_descriptor_response");
    DynamicMessage.Builder list = DynamicMessage.newBuilder(field.getMessageType());
    set(list, "file_descriptor_proto", found);
    answer.setField(field, list.build());
  }

  private void setError(DynamicMessage.Builder answer, RpcCode code, String message) {
    FieldDescriptor field = response.findFieldByName("error_response");
    DynamicMessage.Builder error = DynamicMessage.newBuilder(field.getMessageType());
    set(error, "error_code", code.number());
    set(error, "error_message", message);
    answer.setField(field, error.build());
  }

  private static void set(DynamicMessage.Builder message, String field, Object value) {
    message.setField(message.getDescriptorForType().findFieldByName(field), value);
  }
}
