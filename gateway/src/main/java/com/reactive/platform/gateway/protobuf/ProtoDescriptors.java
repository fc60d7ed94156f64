package com.reactive.platform.gateway.protobuf;

import com.google.protobuf.AnyProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes protobuf's own description of a file, the one that protoc makes of its text. */
public final class ProtoDescriptors {
  private static final String TIMESTAMP_FILE = "google/protobuf/timestamp.proto";
  private static final String NULL_FILE = "google/protobuf/struct.proto";

  private ProtoDescriptors() {}

  /** The descriptor, linked with those of the files that it imports. */
  public static FileDescriptor of(ProtoFile file) {
    List<FileDescriptor> imported = new ArrayList<>();
    for (String name : imports(file)) {
      imported.add(
          switch (name) {
            case NULL_FILE -> StructProto.getDescriptor();
            case TIMESTAMP_FILE -> TimestampProto.getDescriptor();
            default -> AnyProto.getDescriptor();
          });
    }
    try {
      return FileDescriptor.buildFrom(proto(file), imported.toArray(FileDescriptor[]::new));
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("the rules made an invalid file: " + e.getMessage(), e);
    }
  }

  static List<String> imports(ProtoFile file) {
    List<String> imports = new ArrayList<>();
    if (!file.provisional()) {
      imports.add(PublisherService.ANY_FILE);
    }
    imports.addAll(importsOfMessages(file));
    return imports;
  }

  /** Those without the service. */
  static List<String> importsOfMessages(ProtoFile file) {
    List<String> imports = new ArrayList<>();
    if (file.uses(ProtoMessage.Type.Kind.NULL)) {
      imports.add(NULL_FILE);
    }
    if (file.uses(ProtoMessage.Type.Kind.TIMESTAMP)) {
      imports.add(TIMESTAMP_FILE);
    }
    return imports;
  }

  /** The name of the message that stands for an entry of a map. */
  static String entryName(ProtoMessage.Field map) {
    return ProtoNames.camel(map.name()) + "Entry";
  }

  private static FileDescriptorProto proto(ProtoFile file) {
    FileDescriptorProto.Builder proto =
        FileDescriptorProto.newBuilder()
            .setName(file.fileName())
            .setPackage(file.packageName())
            .setSyntax("proto3")
            .addAllDependency(imports(file));
    String scope = "." + file.packageName() + ".";
    file.messages().forEach(message -> proto.addMessageType(message(message, scope)));
    file.enums().forEach(type -> proto.addEnumType(enumeration(type)));
    if (!file.provisional()) {
      PublisherService.addTo(proto, file.root().name(), scope);
    }
    return proto.build();
  }

  private static DescriptorProto message(ProtoMessage message, String scope) {
    DescriptorProto.Builder proto = DescriptorProto.newBuilder().setName(message.name());
    List<FieldDescriptorProto.Builder> fields = new ArrayList<>();
    for (ProtoMessage.Member member : message.members()) {
      if (member.label() == ProtoMessage.Member.Label.ONEOF) {
        int oneof = proto.getOneofDeclCount();
        proto.addOneofDecl(OneofDescriptorProto.newBuilder().setName(member.oneof()));
        member.fields().forEach(each -> fields.add(field(each, scope).setOneofIndex(oneof)));
        continue;
      }
      for (ProtoMessage.Field each : member.fields()) {
        FieldDescriptorProto.Builder field = field(each, scope);
        switch (member.label()) {
          case REPEATED -> field.setLabel(Label.LABEL_REPEATED);
          case MAP -> {
            proto.addNestedType(entry(each, scope));
            field
                .setLabel(Label.LABEL_REPEATED)
                .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
                .setTypeName(scope + message.name() + "." + entryName(each));
          }
          default -> field.setProto3Optional(true);
        }
        fields.add(field);
      }
    }
    addOneofsOfOptionals(proto, fields);
    fields.forEach(proto::addField);
    for (ProtoMessage.Reserved reserved : message.reserved()) {
      proto.addReservedRange(
          DescriptorProto.ReservedRange.newBuilder()
              .setStart(reserved.number())
              .setEnd(reserved.number() + 1));
      if (reserved.name() != null) {
        proto.addReservedName(reserved.name());
      }
    }
    return proto.build();
  }

  /** An optional field has a oneof of its own, behind the others, which protoc names so. */
  private static void addOneofsOfOptionals(
      DescriptorProto.Builder proto, List<FieldDescriptorProto.Builder> fields) {
    Set<String> names = new HashSet<>();
    fields.forEach(field -> names.add(field.getName()));
    proto.getOneofDeclList().forEach(oneof -> names.add(oneof.getName()));
    for (FieldDescriptorProto.Builder field : fields) {
      if (field.getProto3Optional()) {
        String name = field.getName().startsWith("_") ? field.getName() : "_" + field.getName();
        while (!names.add(name)) {
          name = "X" + name;
        }
        field.setOneofIndex(proto.getOneofDeclCount());
        proto.addOneofDecl(OneofDescriptorProto.newBuilder().setName(name));
      }
    }
  }

  private static DescriptorProto entry(ProtoMessage.Field map, String scope) {
    return DescriptorProto.newBuilder()
        .setName(entryName(map))
        .addField(
            FieldDescriptorProto.newBuilder()
                .setName("key")
                .setNumber(1)
                .setLabel(Label.LABEL_OPTIONAL)
                .setType(FieldDescriptorProto.Type.TYPE_STRING))
        .addField(field(map, scope).setName("value").setNumber(2))
        .setOptions(MessageOptions.newBuilder().setMapEntry(true))
        .build();
  }

  private static FieldDescriptorProto.Builder field(ProtoMessage.Field field, String scope) {
    FieldDescriptorProto.Builder proto =
        FieldDescriptorProto.newBuilder()
            .setName(field.name())
            .setNumber(field.number())
            .setLabel(Label.LABEL_OPTIONAL);
    String name = field.type().name();
    return switch (field.type().kind()) {
      case BOOL -> proto.setType(FieldDescriptorProto.Type.TYPE_BOOL);
      case INT32 -> proto.setType(FieldDescriptorProto.Type.TYPE_INT32);
      case INT64 -> proto.setType(FieldDescriptorProto.Type.TYPE_INT64);
      case FLOAT -> proto.setType(FieldDescriptorProto.Type.TYPE_FLOAT);
      case DOUBLE -> proto.setType(FieldDescriptorProto.Type.TYPE_DOUBLE);
      case STRING -> proto.setType(FieldDescriptorProto.Type.TYPE_STRING);
      case BYTES -> proto.setType(FieldDescriptorProto.Type.TYPE_BYTES);
      case ENUM -> proto.setType(FieldDescriptorProto.Type.TYPE_ENUM).setTypeName(scope + name);
      case MESSAGE ->
          proto.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName(scope + name);
      case TIMESTAMP ->
          proto.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName("." + name);
      case NULL -> proto.setType(FieldDescriptorProto.Type.TYPE_ENUM).setTypeName("." + name);
    };
  }

  private static EnumDescriptorProto enumeration(ProtoEnum type) {
    EnumDescriptorProto.Builder proto = EnumDescriptorProto.newBuilder().setName(type.name());
    proto.addValue(value(type.zero(), 0));
    type.values().forEach(each -> proto.addValue(value(each.name(), each.number())));
    for (ProtoEnum.Value reserved : type.reserved()) {
      proto.addReservedRange(
          EnumDescriptorProto.EnumReservedRange.newBuilder()
              .setStart(reserved.number())
              .setEnd(reserved.number()));
      proto.addReservedName(reserved.name());
    }
    return proto.build();
  }

  private static EnumValueDescriptorProto value(String name, int number) {
    return EnumValueDescriptorProto.newBuilder().setName(name).setNumber(number).build();
  }
}
