package com.reactive.platform.reliability.mutate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/** Changes a document's structure, in place: each call one change somewhere in it. */
final class TreeMutator {
  private static final String[] WORDS = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "1",
    "-1",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "1.0",
    "1e0",
    "1E+2",
    "1e-2",
    "0.1",
    "-0.0",
    "3.4028235e38",
    "3.5e38",
    "1.7976931348623157e308",
    "1.8e308",
    "4.9e-324",
    "1e-400",
    "1e999999",
    "-1e999999",
    "1e1000000",
    "1e99999999999",
    "9007199254740993",
    "123456789012345678901234567890",
    "0.30000000000000004",
    "01",
    "+1",
    ".5",
    "1.",
    "1e",
    "0x10",
    "NaN",
    "Infinity",
    "-Infinity",
    "nul",
    "True",
    "-",
    ""
  };
  private static final String[] TEXTS = {
    "",
    " ",
    "0",
    "NaN",
    "-INF",
    "null",
    "NEW",
    "PAID",
    "set",
    "reset",
    "1e5",
    "12.345",
    "AA==",
    "AAA",
    "AB==",
    "\u0000",
    "\u00ff",
    "\u0100",
    "\u20ac",
    "\ud83d\ude00",
    "\ud800",
    "\udc00",
    "\udc00\ud800",
    "\uffff",
    "\ufeff",
    "e\u0301",
    "2024-02-29",
    "2023-02-29",
    "9999-12-31",
    "0000-01-01",
    "24:00:00",
    "23:59:60",
    "12:34:56.123456789",
    "2026-11-21T12:34:56Z",
    "1969-12-31T23:59:59.999+23:59",
    "9999-12-31T23:59:59.999999-23:59",
    "1677-09-21T00:12:43.145224193Z",
    "P1Y",
    "PT",
    "P",
    "PT4294967.295S",
    "00000000-0000-0000-0000-000000000000",
    "__proto__",
    "com.example.Card"
  };

  /** A place whose value can be taken and put. */
  private record Slot(Json parent, int index) {
    Json get() {
      return parent instanceof Json.Array array
          ? array.elements().get(index)
          : ((Json.Members) parent).list().get(index).value();
    }

    void set(Json value) {
      if (parent instanceof Json.Array array) {
        array.elements().set(index, value);
      } else {
        List<Json.Member> list = ((Json.Members) parent).list();
        list.set(index, new Json.Member(list.get(index).name(), value));
      }
    }

    List<?> siblings() {
      return parent instanceof Json.Array array ? array.elements() : ((Json.Members) parent).list();
    }
  }

  private final SplittableRandom random;
  private final List<Slot> slots = new ArrayList<>();

  TreeMutator(SplittableRandom random) {
    this.random = random;
  }

  /** The changed document; the one given is changed, too. */
  Json mutate(Json document) {
    slots.clear();
    collect(document);
    if (slots.isEmpty() || random.nextInt(200) == 0) {
      return any();
    }
    Slot slot = slots.get(random.nextInt(slots.size()));
    switch (random.nextInt(14)) {
      case 0 -> slot.siblings().remove(slot.index());
      case 1 -> repeat(slot);
      case 2 -> rename(slot);
      case 3 -> swap(slot, slots.get(random.nextInt(slots.size())));
      case 4, 5 -> slot.set(any());
      case 6 -> Collections.shuffle(slot.siblings(), new Random(random.nextLong()));
      case 7 -> add(slot);
      case 8 -> slot.set(copy(slots.get(random.nextInt(slots.size())).get(), 0));
      case 9 -> slot.set(Json.array(slot.get()));
      case 10 -> slot.set(Json.members(name(), slot.get()));
      case 11, 12 -> slot.set(near(slot.get()));
      default -> slot.set(nested(slot.get()));
    }
    return document;
  }

  private void collect(Json value) {
    if (value instanceof Json.Array array) {
      for (int i = 0; i < array.elements().size(); i++) {
        slots.add(new Slot(array, i));
        collect(array.elements().get(i));
      }
    } else if (value instanceof Json.Members members) {
      for (int i = 0; i < members.list().size(); i++) {
        slots.add(new Slot(members, i));
        collect(members.list().get(i).value());
      }
    }
  }

  private static void repeat(Slot slot) {
    if (slot.parent() instanceof Json.Array array) {
      array.elements().add(slot.index(), copy(slot.get(), 0));
    } else if (slot.parent() instanceof Json.Members members) {
      String name = members.list().get(slot.index()).name();
      members.list().add(new Json.Member(name, copy(slot.get(), 0)));
    }
  }

  private void rename(Slot slot) {
    if (slot.parent() instanceof Json.Members members) {
      members.list().set(slot.index(), new Json.Member(name(), slot.get()));
    }
  }

  private void add(Slot slot) {
    if (slot.parent() instanceof Json.Array array) {
      array.elements().add(any());
    } else if (slot.parent() instanceof Json.Members members) {
      members.list().add(random.nextInt(members.list().size() + 1), new Json.Member(name(), any()));
    }
  }

  private static void swap(Slot one, Slot other) {
    // Copies: else a value could come to contain itself.
    Json first = copy(one.get(), 0);
    one.set(copy(other.get(), 0));
    if (other.index() < other.siblings().size()) {
      other.set(first);
    }
  }

  /** Deep, and not deeper than a stack can hold when it grows with every change. */
  static Json copy(Json value, int depth) {
    if (depth > 100) {
      return Json.NULL;
    }
    if (value instanceof Json.Array array) {
      List<Json> list = new ArrayList<>();
      array.elements().forEach(each -> list.add(copy(each, depth + 1)));
      return new Json.Array(list);
    }
    if (value instanceof Json.Members members) {
      List<Json.Member> list = new ArrayList<>();
      members
          .list()
          .forEach(each -> list.add(new Json.Member(each.name(), copy(each.value(), depth + 1))));
      return new Json.Members(list);
    }
    return value;
  }

  private Json any() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> new Json.Word(WORDS[random.nextInt(WORDS.length)]);
      case 3, 4 -> new Json.Text(TEXTS[random.nextInt(TEXTS.length)]);
      case 5 -> new Json.Array(new ArrayList<>());
      case 6 -> new Json.Members(new ArrayList<>());
      default -> new Json.Word(digits());
    };
  }

  /** Up to three hundred digits, or far beyond the limit. */
  private String digits() {
    int count = random.nextInt(50) == 0 ? 1_200 : random.nextInt(1, 300);
    StringBuilder digits = new StringBuilder(random.nextBoolean() ? "-" : "");
    digits.append((char) ('1' + random.nextInt(9)));
    for (int i = 1; i < count; i++) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private String name() {
    if (!slots.isEmpty() && random.nextBoolean()) {
      Slot slot = slots.get(random.nextInt(slots.size()));
      if (slot.parent() instanceof Json.Members members && slot.index() < members.list().size()) {
        return members.list().get(slot.index()).name();
      }
    }
    return random.nextInt(100) == 0 ? "n".repeat(1_200) : TEXTS[random.nextInt(TEXTS.length)];
  }

  /** The same value, a little different. */
  private Json near(Json value) {
    if (value instanceof Json.Text text) {
      int at = random.nextInt(text.value().length() + 1);
      String insert = TEXTS[random.nextInt(TEXTS.length)];
      return switch (random.nextInt(3)) {
        case 0 -> new Json.Text(text.value().substring(0, at));
        case 1 -> new Json.Text(text.value().repeat(random.nextInt(4)));
        default ->
            new Json.Text(text.value().substring(0, at) + insert + text.value().substring(at));
      };
    }
    if (value instanceof Json.Word word && word.isNumber()) {
      return switch (random.nextInt(5)) {
        case 0 -> new Json.Word(word.text() + "0");
        case 1 -> new Json.Word(word.text() + ".0");
        case 2 -> new Json.Word(word.text() + "e" + random.nextInt(-40, 400));
        case 3 -> new Json.Text(word.text());
        default -> new Json.Word("-" + word.text());
      };
    }
    return any();
  }

  private Json nested(Json value) {
    Json nested = value;
    for (int i = random.nextInt(1, random.nextInt(4) == 0 ? 80 : 6); i > 0; i--) {
      nested = random.nextBoolean() ? Json.array(nested) : Json.members(name(), nested);
    }
    return nested;
  }
}
