package com.reactive.platform.gateway.schema;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The current place in the body: names, and indexes of arrays. Costs two stores for each step. */
final class JsonPath {
  private static final int MAX_NAME_CHARS = 200;
  private static final int MAX_POINTER_CHARS = 1_000;

  /** Below the root there is one step for each level of nesting, or two where a union is tagged. */
  private Object[] steps = new Object[32];

  private int[] indexes = new int[32];

  /** Of keys in UTF-8: their array; the index is where one begins. */
  private byte[] keys;

  private int[] lengths = new int[32];
  private int depth;

  /** The marks of steps that are no field of the schema. */
  private enum Kind {
    ELEMENT,
    /** A map's key, in UTF-8, where the other arrays say. */
    KEY
  }

  /** What a map's key or a union's tag is to a pointer: a name that came from the client. */
  private record Key(String name) {}

  void clear() {
    depth = 0;
    keys = null;
  }

  void enterField(String name) {
    push(name, 0);
  }

  void enterElement(int index) {
    push(Kind.ELEMENT, index);
  }

  void enterKey(String name) {
    push(new Key(name), 0);
  }

  /** Enters a map's value; the key must stay where it is until then. */
  void enterKey(byte[] bytes, int offset, int length) {
    push(Kind.KEY, offset);
    keys = bytes;
    lengths[depth - 1] = length;
  }

  void leave() {
    depth--;
  }

  /** The number of steps from the root. */
  int depth() {
    return depth;
  }

  /** Leaves all steps behind this one. */
  void leaveTo(int ancestor) {
    depth = ancestor;
  }

  private void push(Object step, int index) {
    if (depth == steps.length) {
      steps = Arrays.copyOf(steps, depth * 2);
      indexes = Arrays.copyOf(indexes, depth * 2);
      lengths = Arrays.copyOf(lengths, depth * 2);
    }
    steps[depth] = step;
    indexes[depth++] = index;
  }

  /** JSON pointer (RFC 6901) of this place; that of an ancestor if it would grow too long. */
  String pointer() {
    return pointer(null);
  }

  /** JSON pointer of the member of this name. */
  String pointer(String name) {
    StringBuilder pointer = new StringBuilder();
    for (int i = 0; i < depth && pointer.length() < MAX_POINTER_CHARS; i++) {
      if (steps[i] == Kind.ELEMENT) {
        pointer.append('/').append(indexes[i]);
      } else if (steps[i] == Kind.KEY) {
        append(pointer, new String(keys, indexes[i], lengths[i], StandardCharsets.UTF_8));
      } else {
        append(pointer, steps[i] instanceof Key key ? key.name : (String) steps[i]);
      }
    }
    if (name != null && pointer.length() < MAX_POINTER_CHARS) {
      append(pointer, name);
    }
    return pointer.toString();
  }

  private static void append(StringBuilder pointer, String name) {
    String cut = name;
    if (name.length() > MAX_NAME_CHARS) {
      boolean splits = Character.isHighSurrogate(name.charAt(MAX_NAME_CHARS - 1));
      cut = name.substring(0, splits ? MAX_NAME_CHARS - 1 : MAX_NAME_CHARS);
    }
    pointer.append('/').append(cut.replace("~", "~0").replace("/", "~1"));
  }

  /** What a sentence about this place begins with; it names only what the schema names. */
  String subject() {
    int i = depth - 1;
    while (i >= 0 && !(steps[i] instanceof String)) {
      i--;
    }
    if (i < 0) {
      return "the event";
    }
    return i == depth - 1 ? (String) steps[i] : "a value in " + steps[i];
  }
}
