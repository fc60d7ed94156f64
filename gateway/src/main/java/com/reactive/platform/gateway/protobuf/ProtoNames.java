package com.reactive.platform.gateway.protobuf;

import java.util.Locale;
import java.util.function.Predicate;

/** Makes protobuf's names of Avro's. Those of Avro are valid in protobuf as they are. */
final class ProtoNames {
  private ProtoNames() {}

  /** {@code CounterAction} becomes {@code COUNTER_ACTION}. */
  static String upperSnake(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }

  /** {@code a_name} becomes {@code AName}, as protoc makes the name of a map's entry. */
  static String camel(String name) {
    StringBuilder camel = new StringBuilder();
    boolean upper = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_') {
        upper = true;
      } else {
        camel.append(upper ? Character.toUpperCase(c) : c);
        upper = false;
      }
    }
    return camel.toString();
  }

  /**
   * What two fields of a message, or two values of an enum, must not share: generated code and JSON
   * drop case and underscores.
   */
  static String clash(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** The name, or with the first number behind it that makes it free, this one to begin with. */
  static String numbered(String name, int number, Predicate<String> taken) {
    String numbered = name + "_" + number;
    for (int next = number; taken.test(numbered); next++) {
      numbered = name + "_" + number + "_" + next;
    }
    return numbered;
  }
}
