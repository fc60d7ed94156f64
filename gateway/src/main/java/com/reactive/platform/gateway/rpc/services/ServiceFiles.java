package com.reactive.platform.gateway.rpc.services;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;

/** The .proto files of services and details that gRPC itself defines, as far as they are used. */
final class ServiceFiles {
  private ServiceFiles() {}

  /** {@code grpc/health/v1/health.proto}. */
  static FileDescriptor health() {
    EnumDescriptorProto.Builder status = EnumDescriptorProto.newBuilder().setName("ServingStatus");
    for (HealthStatus value : HealthStatus.values()) {
      status.addValue(
          EnumValueDescriptorProto.newBuilder().setName(value.name()).setNumber(value.number()));
    }
    return link(
        FileDescriptorProto.newBuilder()
            .setName("grpc/health/v1/health.proto")
            .setPackage("grpc.health.v1")
            .addMessageType(
                message(
                    "HealthCheckRequest", one("service", 1, FieldDescriptorProto.Type.TYPE_STRING)))
            .addMessageType(
                message(
                        "HealthCheckResponse",
                        one("status", 1, FieldDescriptorProto.Type.TYPE_ENUM)
                            .setTypeName("ServingStatus"))
                    .addEnumType(status))
            .addService(
                ServiceDescriptorProto.newBuilder()
                    .setName("Health")
                    .addMethod(method("Check", "HealthCheckRequest", "HealthCheckResponse"))
                    .addMethod(
                        method("Watch", "HealthCheckRequest", "HealthCheckResponse")
                            .setServerStreaming(true))));
  }

  /**
   * The reflection service; all its versions have the same messages.
   *
   * @param version {@code v1} or {@code v1alpha}
   */
  static FileDescriptor reflection(String version) {
    return link(
        FileDescriptorProto.newBuilder()
            .setName("grpc/reflection/" + version + "/reflection.proto")
            .setPackage("grpc.reflection." + version)
            .addMessageType(reflectionRequest())
            .addMessageType(
                message(
                    "ExtensionRequest",
                    one("containing_type", 1, FieldDescriptorProto.Type.TYPE_STRING),
                    one("extension_number", 2, FieldDescriptorProto.Type.TYPE_INT32)))
            .addMessageType(reflectionResponse())
            .addMessageType(
                message(
                    "FileDescriptorResponse",
                    many("file_descriptor_proto", 1, FieldDescriptorProto.Type.TYPE_BYTES)))
            .addMessageType(
                message(
                    "ExtensionNumberResponse",
                    one("base_type_name", 1, FieldDescriptorProto.Type.TYPE_STRING),
                    many("extension_number", 2, FieldDescriptorProto.Type.TYPE_INT32)))
            .addMessageType(
                message(
                    "ListServiceResponse",
                    many("service", 1, FieldDescriptorProto.Type.TYPE_MESSAGE)
                        .setTypeName("ServiceResponse")))
            .addMessageType(
                message("ServiceResponse", one("name", 1, FieldDescriptorProto.Type.TYPE_STRING)))
            .addMessageType(
                message(
                    "ErrorResponse",
                    one("error_code", 1, FieldDescriptorProto.Type.TYPE_INT32),
                    one("error_message", 2, FieldDescriptorProto.Type.TYPE_STRING)))
            .addService(
                ServiceDescriptorProto.newBuilder()
                    .setName("ServerReflection")
                    .addMethod(
                        method(
                                "ServerReflectionInfo",
                                "ServerReflectionRequest",
                                "ServerReflectionResponse")
                            .setClientStreaming(true)
                            .setServerStreaming(true))));
  }

  /** {@code google/rpc/error_details.proto}, as far as statuses have such details. */
  static FileDescriptor errorDetails() {
    DescriptorProto.Builder entry =
        message(
                "MetadataEntry",
                one("key", 1, FieldDescriptorProto.Type.TYPE_STRING),
                one("value", 2, FieldDescriptorProto.Type.TYPE_STRING))
            .setOptions(MessageOptions.newBuilder().setMapEntry(true));
    DescriptorProto.Builder violation =
        message(
            "FieldViolation",
            one("field", 1, FieldDescriptorProto.Type.TYPE_STRING),
            one("description", 2, FieldDescriptorProto.Type.TYPE_STRING));
    return link(
        FileDescriptorProto.newBuilder()
            .setName("google/rpc/error_details.proto")
            .setPackage("google.rpc")
            .addDependency(DurationProto.getDescriptor().getName())
            .addMessageType(
                message(
                        "ErrorInfo",
                        one("reason", 1, FieldDescriptorProto.Type.TYPE_STRING),
                        one("domain", 2, FieldDescriptorProto.Type.TYPE_STRING),
                        many("metadata", 3, FieldDescriptorProto.Type.TYPE_MESSAGE)
                            .setTypeName("MetadataEntry"))
                    .addNestedType(entry))
            .addMessageType(
                message(
                        "BadRequest",
                        many("field_violations", 1, FieldDescriptorProto.Type.TYPE_MESSAGE)
                            .setTypeName("FieldViolation"))
                    .addNestedType(violation))
            .addMessageType(
                message(
                    "RetryInfo",
                    one("retry_delay", 1, FieldDescriptorProto.Type.TYPE_MESSAGE)
                        .setTypeName(".google.protobuf.Duration"))),
        DurationProto.getDescriptor());
  }

  private static DescriptorProto.Builder reflectionRequest() {
    return message(
            "ServerReflectionRequest",
            one("host", 1, FieldDescriptorProto.Type.TYPE_STRING),
            one("file_by_filename", 3, FieldDescriptorProto.Type.TYPE_STRING).setOneofIndex(0),
            one("file_containing_symbol", 4, FieldDescriptorProto.Type.TYPE_STRING)
                .setOneofIndex(0),
            one("file_containing_extension", 5, FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName("ExtensionRequest")
                .setOneofIndex(0),
            one("all_extension_numbers_of_type", 6, FieldDescriptorProto.Type.TYPE_STRING)
                .setOneofIndex(0),
            one("list_services", 7, FieldDescriptorProto.Type.TYPE_STRING).setOneofIndex(0))
        .addOneofDecl(OneofDescriptorProto.newBuilder().setName("message_request"));
  }

  private static DescriptorProto.Builder reflectionResponse() {
    return message(
            "ServerReflectionResponse",
            one("valid_host", 1, FieldDescriptorProto.Type.TYPE_STRING),
            one("original_request", 2, FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName("ServerReflectionRequest"),
            choice("file_descriptor_response", 4, "FileDescriptorResponse"),
            choice("all_extension_numbers_response", 5, "ExtensionNumberResponse"),
            choice("list_services_response", 6, "ListServiceResponse"),
            choice("error_response", 7, "ErrorResponse"))
        .addOneofDecl(OneofDescriptorProto.newBuilder().setName("message_response"));
  }

  private static FieldDescriptorProto.Builder choice(String name, int number, String type) {
    return one(name, number, FieldDescriptorProto.Type.TYPE_MESSAGE)
        .setTypeName(type)
        .setOneofIndex(0);
  }

  private static FieldDescriptorProto.Builder one(
      String name, int number, FieldDescriptorProto.Type type) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setType(type)
        .setLabel(Label.LABEL_OPTIONAL);
  }

  private static FieldDescriptorProto.Builder many(
      String name, int number, FieldDescriptorProto.Type type) {
    return one(name, number, type).setLabel(Label.LABEL_REPEATED);
  }

  private static DescriptorProto.Builder message(
      String name, FieldDescriptorProto.Builder... fields) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    for (FieldDescriptorProto.Builder field : fields) {
      message.addField(field);
    }
    return message;
  }

  private static MethodDescriptorProto.Builder method(String name, String input, String output) {
    return MethodDescriptorProto.newBuilder()
        .setName(name)
        .setInputType(input)
        .setOutputType(output);
  }

  private static FileDescriptor link(FileDescriptorProto.Builder file, FileDescriptor... imports) {
    try {
      return FileDescriptor.buildFrom(file.setSyntax("proto3").build(), imports);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }
}
