package com.reactive.platform.gateway.testing;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.PublisherService;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/** A client of a stream's service, by grpc-java. */
public final class GrpcClient implements AutoCloseable {
  private final ManagedChannel channel;
  private final FileDescriptor file;

  /** Of the method for one event. */
  public final MethodDescriptor<DynamicMessage, DynamicMessage> unary;

  /** Of the method for many. */
  public final MethodDescriptor<DynamicMessage, DynamicMessage> streaming;

  public GrpcClient(int port, ProtoFile proto) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    file = ProtoDescriptors.of(proto);
    String service = PublisherService.fullName(proto);
    unary =
        method(
            MethodType.UNARY,
            service + "/" + PublisherService.UNARY,
            proto.root().name(),
            "PublishResponse");
    streaming =
        method(
            MethodType.BIDI_STREAMING,
            service + "/" + PublisherService.STREAMING,
            "PublishRequest",
            "PublishResult");
  }

  private MethodDescriptor<DynamicMessage, DynamicMessage> method(
      MethodType type, String name, String input, String output) {
    return MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
        .setType(type)
        .setFullMethodName(name)
        .setRequestMarshaller(new Marshaller(type(input)))
        .setResponseMarshaller(new Marshaller(type(output)))
        .build();
  }

  /** A type of the stream's .proto. */
  public Descriptor type(String name) {
    return file.findMessageTypeByName(name);
  }

  /** A message of protobuf's text format. */
  public DynamicMessage message(String type, String text) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type(type));
    try {
      TextFormat.merge(text, message);
    } catch (TextFormat.ParseException e) {
      throw new IllegalArgumentException(e);
    }
    return message.build();
  }

  /** A field of a message, by name. */
  public static Object field(DynamicMessage message, String name) {
    return message.getField(message.getDescriptorForType().findFieldByName(name));
  }

  public static boolean has(DynamicMessage message, String name) {
    return message.hasField(message.getDescriptorForType().findFieldByName(name));
  }

  /** Sends one event and waits for its response. */
  public DynamicMessage publish(DynamicMessage event, CallOptions options) {
    return ClientCalls.blockingUnaryCall(channel, unary, options, event);
  }

  /** A call that is not started. */
  public ClientCall<DynamicMessage, DynamicMessage> call(
      MethodDescriptor<DynamicMessage, DynamicMessage> method, CallOptions options) {
    return channel.newCall(method, options);
  }

  public ManagedChannel channel() {
    return channel;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Marshaller(Descriptor type)
      implements MethodDescriptor.Marshaller<DynamicMessage> {
    @Override
    public InputStream stream(DynamicMessage value) {
      return new ByteArrayInputStream(value.toByteArray());
    }

    @Override
    public DynamicMessage parse(InputStream stream) {
      try {
        return DynamicMessage.parseFrom(type, stream);
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalArgumentException(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
