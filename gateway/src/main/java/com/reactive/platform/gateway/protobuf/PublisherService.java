package com.reactive.platform.gateway.protobuf;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import java.util.List;

/** The service by which events of a stream are posted, as its .proto declares it. */
public final class PublisherService {
  /** The method for one event. */
  public static final String UNARY = "Publish";

  /** The method for any number of events. */
  public static final String STREAMING = "PublishStream";

  static final String ANY_FILE = "google/protobuf/any.proto";

  private static final String NAME = "Publisher";
  private static final String REQUEST = "PublishRequest";
  private static final String RESPONSE = "PublishResponse";
  private static final String RESULT = "PublishResult";
  private static final String STATUS = "PublishStatus";

  /** Names that no type of a schema has in protobuf. */
  static final List<String> NAMES = List.of(NAME, REQUEST, RESPONSE, RESULT, STATUS);

  private PublisherService() {}

  /** As paths have it: {@code reactive.orders.Publisher}. */
  public static String fullName(ProtoFile file) {
    return file.packageName() + "." + NAME;
  }

  /** The path of one of its methods. */
  public static String path(ProtoFile file, String method) {
    return "/" + fullName(file) + "/" + method;
  }

  /** As text. The name of the event's message is the only part that differs. */
  static String text(ProtoFile file) {
    return """

    service Publisher {
      // Responds when the event is in Kafka.
      rpc Publish(%s) returns (PublishResponse);
      // A result for each event, as its outcome is known: in any order.
      rpc PublishStream(stream PublishRequest) returns (stream PublishResult);
    }

    message PublishRequest {
      // Chosen by the client, which finds it in the result.
      uint64 sequence = 1;
      %s event = 2;
      // Becomes the event id.
      optional string idempotency_key = 3;
    }

    message PublishResponse {
      string request_id = 1;
      string event_id = 2;
      string topic = 3;
      // Without partition and offset, the event is accepted, but not yet in Kafka.
      optional int32 partition = 4;
      optional int64 offset = 5;
      // An earlier request with this key wrote the event.
      bool replayed = 6;
    }

    message PublishResult {
      uint64 sequence = 1;
      oneof outcome {
        PublishResponse response = 2;
        PublishStatus status = 3;
      }
    }

    // Has the fields of google.rpc.Status.
    message PublishStatus {
      int32 code = 1;
      string message = 2;
      repeated google.protobuf.Any details = 3;
    }
    """
        .formatted(file.root().name(), file.root().name());
  }

  static void addTo(FileDescriptorProto.Builder proto, String event, String scope) {
    proto.addMessageType(
        message(REQUEST)
            .addField(field("sequence", 1, FieldDescriptorProto.Type.TYPE_UINT64))
            .addField(reference("event", 2, scope + event))
            .addField(
                optional(field("idempotency_key", 3, FieldDescriptorProto.Type.TYPE_STRING), 0))
            .addOneofDecl(OneofDescriptorProto.newBuilder().setName("_idempotency_key")));
    proto.addMessageType(
        message(RESPONSE)
            .addField(field("request_id", 1, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(field("event_id", 2, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(field("topic", 3, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(optional(field("partition", 4, FieldDescriptorProto.Type.TYPE_INT32), 0))
            .addField(optional(field("offset", 5, FieldDescriptorProto.Type.TYPE_INT64), 1))
            .addField(field("replayed", 6, FieldDescriptorProto.Type.TYPE_BOOL))
            .addOneofDecl(OneofDescriptorProto.newBuilder().setName("_partition"))
            .addOneofDecl(OneofDescriptorProto.newBuilder().setName("_offset")));
    proto.addMessageType(
        message(RESULT)
            .addField(field("sequence", 1, FieldDescriptorProto.Type.TYPE_UINT64))
            .addField(reference("response", 2, scope + RESPONSE).setOneofIndex(0))
            .addField(reference("status", 3, scope + STATUS).setOneofIndex(0))
            .addOneofDecl(OneofDescriptorProto.newBuilder().setName("outcome")));
    proto.addMessageType(
        message(STATUS)
            .addField(field("code", 1, FieldDescriptorProto.Type.TYPE_INT32))
            .addField(field("message", 2, FieldDescriptorProto.Type.TYPE_STRING))
            .addField(
                reference("details", 3, ".google.protobuf.Any").setLabel(Label.LABEL_REPEATED)));
    proto.addService(
        ServiceDescriptorProto.newBuilder()
            .setName(NAME)
            .addMethod(method(UNARY, scope + event, scope + RESPONSE))
            .addMethod(
                method(STREAMING, scope + REQUEST, scope + RESULT)
                    .setClientStreaming(true)
                    .setServerStreaming(true)));
  }

  private static DescriptorProto.Builder message(String name) {
    return DescriptorProto.newBuilder().setName(name);
  }

  private static FieldDescriptorProto.Builder field(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(Label.LABEL_OPTIONAL)
        .setType(type);
  }

  private static FieldDescriptorProto.Builder reference(String name, int number, String type) {
    return field(name, number, FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(type);
  }

  private static FieldDescriptorProto.Builder optional(
      FieldDescriptorProto.Builder field, int oneof) {
    return field.setProto3Optional(true).setOneofIndex(oneof);
  }

  private static MethodDescriptorProto.Builder method(String name, String input, String output) {
    return MethodDescriptorProto.newBuilder()
        .setName(name)
        .setInputType(input)
        .setOutputType(output);
  }
}
