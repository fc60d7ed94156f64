package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.Arrays;
import java.util.List;

/** One of the symbols, found by its characters, so that no string is made of them. */
final class EnumWriter extends TextWriter {
  private static final int MAX_LISTED_CHARS = 200;

  private final char[][] symbols;

  /** Open addressing, at most half full: a symbol's ordinal plus 1, or 0. */
  private final int[] slots;

  EnumWriter(List<String> names) {
    super("must be one of " + list(names));
    symbols = names.stream().map(String::toCharArray).toArray(char[][]::new);
    slots = new int[Integer.highestOneBit(Math.max(1, names.size())) * 4];
    for (int i = 0; i < symbols.length; i++) {
      int slot = hash(symbols[i], 0, symbols[i].length);
      while (slots[slot] != 0) {
        slot = slot + 1 & slots.length - 1;
      }
      slots[slot] = i + 1;
    }
  }

  private static String list(List<String> names) {
    StringBuilder list = new StringBuilder(names.get(0));
    int listed = 1;
    while (listed < names.size() && list.length() + names.get(listed).length() < MAX_LISTED_CHARS) {
      list.append(", ").append(names.get(listed++));
    }
    return listed == names.size()
        ? list.toString()
        : list + " and " + (names.size() - listed) + " others";
  }

  @Override
  public String tryText(TranscodeContext pass, char[] text, int offset, int length)
      throws InvalidEventException {
    int slot = hash(text, offset, length);
    while (slots[slot] != 0) {
      char[] symbol = symbols[slots[slot] - 1];
      if (Arrays.equals(symbol, 0, symbol.length, text, offset, offset + length)) {
        pass.out.writeLong(slots[slot] - 1);
        return null;
      }
      slot = slot + 1 & slots.length - 1;
    }
    return must();
  }

  private int hash(char[] text, int offset, int length) {
    int hash = length;
    for (int i = offset; i < offset + length; i++) {
      hash = hash * 31 + text[i];
    }
    return (hash ^ hash >>> 16) & slots.length - 1;
  }
}
