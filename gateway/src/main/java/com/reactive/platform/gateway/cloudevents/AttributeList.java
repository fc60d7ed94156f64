package com.reactive.platform.gateway.cloudevents;

import com.reactive.platform.gateway.cloudevents.CloudEvent.Attribute;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of one event, as they are met; each is checked against the rules of CloudEvents
 * 1.0 and our bounds. Faults are told by what follows the attribute's name in a sentence.
 */
final class AttributeList {
  static final int MAX_COUNT = 32;
  static final int MAX_NAME_CHARS = 64;

  /** Of all names and values together, in UTF-8. */
  static final int MAX_BYTES = 4_096;

  private static final List<String> REQUIRED = List.of("specversion", "id", "source", "type");

  private final List<Attribute> list = new ArrayList<>();
  private int bytes;

  /** Adds one; returns why it cannot be, or null. */
  String add(String name, String value) {
    if (!isName(name)) {
      return "is not an attribute name: use 1 to "
          + MAX_NAME_CHARS
          + " lower-case letters and digits, but not data";
    }
    if (has(name)) {
      return "is given twice";
    }
    if (list.size() == MAX_COUNT) {
      return "exceeds the limit of " + MAX_COUNT + " attributes";
    }
    bytes += name.length() + value.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      return "is too long: all attributes together may have " + MAX_BYTES + " bytes";
    }
    String fault = AttributeRules.fault(name, value);
    if (fault == null) {
      list.add(new Attribute(name, value));
    }
    return fault;
  }

  boolean has(String name) {
    return get(name) != null;
  }

  String get(String name) {
    for (Attribute attribute : list) {
      if (attribute.name().equals(name)) {
        return attribute.value();
      }
    }
    return null;
  }

  /** The first attribute that must be there and is not, or null. */
  String missing() {
    for (String name : REQUIRED) {
      if (!has(name)) {
        return name;
      }
    }
    return null;
  }

  List<Attribute> list() {
    return list;
  }

  private static boolean isName(String name) {
    if (name.isEmpty() || name.length() > MAX_NAME_CHARS || name.equals("data")) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) {
        return false;
      }
    }
    return true;
  }
}
