package com.reactive.platform.gateway.protobuf;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.JsonProperties;

/** Prints a {@code .proto}. */
public final class ProtoText {
  private final ProtoFile file;
  private final StringBuilder text = new StringBuilder();

  private ProtoText(ProtoFile file) {
    this.file = file;
  }

  /** Its messages and enums as a file, without the service: what readers of records need. */
  public static String ofMessages(ProtoFile file) {
    ProtoText proto = new ProtoText(file);
    proto.messages(ProtoDescriptors.importsOfMessages(file));
    return proto.text.toString();
  }

  /** The file as text, proto3. */
  public static String of(ProtoFile file) {
    return new ProtoText(file).text();
  }

  private String text() {
    text.append("// Derived from the Avro schema; see docs/protobuf.md.\n");
    if (file.provisional()) {
      text.append(
          "// Some numbers are provisional: ./reactive proto --update writes the file of them.\n");
    }
    messages(ProtoDescriptors.imports(file));
    if (!file.provisional()) {
      text.append(PublisherService.text(file));
    }
    return text.toString();
  }

  private void messages(List<String> imports) {
    text.append("syntax = \"proto3\";\n\npackage ").append(file.packageName()).append(";\n");
    text.append(imports.isEmpty() ? "" : "\n");
    imports.forEach(name -> text.append("import \"").append(name).append("\";\n"));
    file.messages().forEach(this::message);
    file.enums().forEach(this::enumeration);
  }

  private void message(ProtoMessage message) {
    text.append('\n');
    comment("", message.doc());
    text.append("message ").append(message.name()).append(" {\n");
    List<ProtoMessage.Reserved> reserved = message.reserved();
    reserved("", reserved.stream().map(each -> String.valueOf(each.number())).toList());
    reserved(
        "\"",
        reserved.stream().map(ProtoMessage.Reserved::name).filter(name -> name != null).toList());
    message.members().forEach(member -> member(message, member));
    text.append("}\n");
  }

  private void reserved(String quote, List<String> all) {
    if (!all.isEmpty()) {
      String list =
          all.stream().map(each -> quote + each + quote).collect(Collectors.joining(", "));
      text.append("  reserved ").append(list).append(";\n");
    }
  }

  private void member(ProtoMessage message, ProtoMessage.Member member) {
    if (member.label() == ProtoMessage.Member.Label.ABSENT) {
      return;
    }
    if (member.field() != null) {
      comment("  ", member.field().doc());
      comment("  ", absence(member));
    }
    if (member.label() == ProtoMessage.Member.Label.ONEOF) {
      text.append("  oneof ").append(member.oneof()).append(" {\n");
      member.fields().forEach(field -> field("    ", type(message, field), field));
      text.append("  }\n");
      return;
    }
    ProtoMessage.Field field = member.fields().get(0);
    String type = type(message, field);
    switch (member.label()) {
      case REPEATED -> field("  repeated ", type, field);
      case MAP -> field("  ", "map<string, " + type + ">", field);
      default -> field("  optional ", type, field);
    }
  }

  /** What it means that the field is left out, unless that goes without saying. */
  private static String absence(ProtoMessage.Member member) {
    boolean many =
        member.label() == ProtoMessage.Member.Label.REPEATED
            || member.label() == ProtoMessage.Member.Label.MAP;
    if (many) {
      return null;
    }
    if (!member.field().hasDefaultValue()) {
      return member.nullBranch() < 0 ? "Required." : null;
    }
    Object value = member.field().defaultVal();
    if (value == JsonProperties.NULL_VALUE) {
      return null;
    }
    boolean brief = value instanceof Number || value instanceof Boolean || isBrief(value);
    return brief ? "Default: " + value : "Has a default.";
  }

  private static boolean isBrief(Object value) {
    return value instanceof String text && text.matches("[\\w.-]{1,80}");
  }

  private void field(String before, String type, ProtoMessage.Field field) {
    text.append(before).append(type).append(' ').append(field.name());
    text.append(" = ").append(field.number()).append(";\n");
  }

  /** With its package where the entry of a map would hide it. */
  private String type(ProtoMessage message, ProtoMessage.Field field) {
    String name = field.type().name();
    boolean hidden =
        message.members().stream()
            .filter(member -> member.label() == ProtoMessage.Member.Label.MAP)
            .anyMatch(member -> ProtoDescriptors.entryName(member.fields().get(0)).equals(name));
    return hidden ? "." + file.packageName() + "." + name : name;
  }

  private void enumeration(ProtoEnum type) {
    text.append('\n');
    comment("", type.doc());
    text.append("enum ").append(type.name()).append(" {\n");
    reserved("", type.reserved().stream().map(each -> String.valueOf(each.number())).toList());
    reserved("\"", type.reserved().stream().map(ProtoEnum.Value::name).toList());
    text.append("  ").append(type.zero()).append(" = 0;\n");
    for (ProtoEnum.Value value : type.values()) {
      text.append("  ").append(value.name()).append(" = ").append(value.number()).append(";\n");
    }
    text.append("}\n");
  }

  private void comment(String indent, String comment) {
    if (comment != null && !comment.isBlank()) {
      comment
          .strip()
          .lines()
          .map(line -> line.replaceAll("\\p{Cntrl}", " ").strip())
          .forEach(line -> text.append(indent).append("// ").append(line).append('\n'));
    }
  }
}
