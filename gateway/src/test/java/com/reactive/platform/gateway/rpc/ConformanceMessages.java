package com.reactive.platform.gateway.rpc;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The messages of the conformance suite, by the descriptors that come with the tests. */
final class ConformanceMessages {
  private static final String PACKAGE = "connectrpc.conformance.v1.";
  private static final Map<String, Descriptor> TYPES = load();
  private static final TypeRegistry REGISTRY =
      TypeRegistry.newBuilder().add(TYPES.values()).build();
  private static final JsonFormat.Parser PARSER =
      JsonFormat.parser().usingTypeRegistry(REGISTRY).ignoringUnknownFields();
  private static final JsonFormat.Printer PRINTER =
      JsonFormat.printer().usingTypeRegistry(REGISTRY).omittingInsignificantWhitespace();

  private ConformanceMessages() {}

  private static Map<String, Descriptor> load() {
    Map<String, FileDescriptor> files = new HashMap<>();
    files.put("google/protobuf/any.proto", AnyProto.getDescriptor());
    Map<String, Descriptor> types = new HashMap<>();
    try (InputStream in =
        ConformanceMessages.class.getResourceAsStream("/conformance/conformance.binpb")) {
      for (FileDescriptorProto file : FileDescriptorSet.parseFrom(in).getFileList()) {
        FileDescriptor[] imports =
            file.getDependencyList().stream().map(files::get).toArray(FileDescriptor[]::new);
        FileDescriptor linked = FileDescriptor.buildFrom(file, imports);
        files.put(file.getName(), linked);
        linked.getMessageTypes().forEach(type -> add(types, type));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
    return types;
  }

  private static void add(Map<String, Descriptor> types, Descriptor type) {
    types.put(type.getFullName(), type);
    type.getNestedTypes().forEach(nested -> add(types, nested));
  }

  /** A message type of the suite, by its name in the suite's package. */
  static Descriptor type(String name) {
    return TYPES.get(PACKAGE + name);
  }

  static DynamicMessage.Builder newMessage(String type) {
    return DynamicMessage.newBuilder(type(type));
  }

  static Message parse(String type, byte[] bytes, boolean json) throws IOException {
    DynamicMessage.Builder builder = newMessage(type);
    if (json) {
      PARSER.merge(new String(bytes, StandardCharsets.UTF_8), builder);
    } else {
      builder.mergeFrom(bytes);
    }
    return builder.build();
  }

  static byte[] bytes(Message message, boolean json) throws IOException {
    return json ? PRINTER.print(message).getBytes(StandardCharsets.UTF_8) : message.toByteArray();
  }

  /** The value of a field, or its default; a message, a number, bytes, or a list of them. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <T> T get(Message message, String field) {
    return (T) message.getField(field(message, field));
  }

  static boolean has(Message message, String field) {
    return message.hasField(field(message, field));
  }

  static List<Message> list(Message message, String field) {
    Collection<Message> values = get(message, field);
    return new ArrayList<>(values);
  }

  private static FieldDescriptor field(Message message, String name) {
    return message.getDescriptorForType().findFieldByName(name);
  }

  static DynamicMessage.Builder set(DynamicMessage.Builder builder, String field, Object value) {
    return builder.setField(builder.getDescriptorForType().findFieldByName(field), value);
  }

  static void add(DynamicMessage.Builder builder, String field, Object value) {
    builder.addRepeatedField(builder.getDescriptorForType().findFieldByName(field), value);
  }
}
