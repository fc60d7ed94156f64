package com.reactive.platform.gateway.protobuf;

import java.util.List;

/**
 * The {@code .proto} of a stream, derived from its Avro schema by the rules of docs/protobuf.md.
 * Immutable.
 *
 * @param fileName {@code orders.proto}
 * @param messages the first is the event
 * @param numbers those that are in use, and those that are not to be used again
 * @param provisional whether some were not known before: they are kept nowhere yet
 */
public record ProtoFile(
    String fileName,
    String packageName,
    List<ProtoMessage> messages,
    List<ProtoEnum> enums,
    FieldNumbers numbers,
    boolean provisional) {

  public ProtoFile {
    messages = List.copyOf(messages);
    enums = List.copyOf(enums);
  }

  /** The message of an event. */
  public ProtoMessage root() {
    return messages.get(0);
  }

  /** True if any value is of this kind. */
  boolean uses(ProtoMessage.Type.Kind kind) {
    return messages.stream()
        .flatMap(message -> message.members().stream())
        .flatMap(member -> member.fields().stream())
        .anyMatch(field -> field.type().kind() == kind);
  }
}
