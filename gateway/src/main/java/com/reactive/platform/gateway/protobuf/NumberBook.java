package com.reactive.platform.gateway.protobuf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Looks numbers and names of types up, and gives new ones where there are none yet. */
final class NumberBook {
  /** What would be read as something else, or hide it, where a type's name is expected. */
  private static final Set<String> TAKEN = taken();

  private static Set<String> taken() {
    Set<String> names = new HashSet<>(PublisherService.NAMES);
    names.addAll(
        List.of(
            ("google reactive double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64"
                    + " sfixed32 sfixed64 bool string bytes group map repeated optional required"
                    + " oneof message enum extend extensions reserved option stream returns rpc"
                    + " service syntax import package public weak to max true false inf nan export"
                    + " local edition")
                .split(" ", -1)));
    return names;
  }

  /** One message or enum. */
  static final class Page {
    private final boolean ofEnum;
    private final String key;
    private final String name;
    private final List<FieldNumbers.Entry> entries;

    private Page(boolean ofEnum, String key, String name, List<FieldNumbers.Entry> entries) {
      this.ofEnum = ofEnum;
      this.key = key;
      this.name = name;
      this.entries = new ArrayList<>(entries);
    }

    String name() {
      return name;
    }

    /** All, also those that are no longer in the schema. */
    List<FieldNumbers.Entry> entries() {
      return entries;
    }

    /**
     * The number of what has this name and type.
     *
     * @param grows whether a long may take over the number of an int: not while both are there
     */
    int number(String field, String avro, String type, boolean grows) {
      FieldNumbers.Entry wanted = new FieldNumbers.Entry(0, field, avro, type);
      int place = find(entry -> isSame(entry, wanted));
      if (place < 0 && grows) {
        place = find(entry -> grew(entry, wanted));
      }
      if (place >= 0) {
        int number = entries.get(place).number();
        entries.set(place, new FieldNumbers.Entry(number, field, avro, type));
        return number;
      }
      int last = entries.stream().mapToInt(FieldNumbers.Entry::number).max().orElse(0);
      int number = FieldNumbers.after(last);
      entries.add(new FieldNumbers.Entry(number, field, avro, type));
      return number;
    }

    /** The place of the first such entry; -1 if there is none. */
    private int find(Predicate<FieldNumbers.Entry> wanted) {
      for (int i = 0; i < entries.size(); i++) {
        if (wanted.test(entries.get(i))) {
          return i;
        }
      }
      return -1;
    }

    private static boolean isSame(FieldNumbers.Entry one, FieldNumbers.Entry other) {
      return one.field().equals(other.field())
          && one.avro().equals(other.avro())
          && one.type().equals(other.type());
    }

    /** An int32 is read as an int64. */
    private static boolean grew(FieldNumbers.Entry old, FieldNumbers.Entry now) {
      return old.field().equals(now.field())
          && old.avro().equals("int")
          && old.type().equals("int32")
          && now.avro().equals("long")
          && now.type().equals("int64");
    }
  }

  /** By kind and key: what was a record for a while and is an enum now has both. */
  private final Map<String, Page> pages = new LinkedHashMap<>();

  private final Set<String> names = new HashSet<>(TAKEN);

  NumberBook(FieldNumbers known) {
    for (FieldNumbers.Section type : known.types()) {
      put(new Page(type.ofEnum(), type.key(), type.name(), type.entries()));
      names.add(type.name());
    }
  }

  /**
   * The type of this key.
   *
   * @param proposals its name, the best first
   */
  Page page(boolean ofEnum, String key, String... proposals) {
    Page known = pages.get(place(ofEnum, key));
    if (known != null) {
      return known;
    }
    String name = free(proposals);
    names.add(name);
    Page page = new Page(ofEnum, key, name, List.of());
    put(page);
    return page;
  }

  private void put(Page page) {
    pages.put(place(page.ofEnum, page.key), page);
  }

  private static String place(boolean ofEnum, String key) {
    return (ofEnum ? "enum " : "message ") + key;
  }

  private String free(String... proposals) {
    String last = proposals[proposals.length - 1];
    return Arrays.stream(proposals)
        .filter(name -> !names.contains(name))
        .findFirst()
        .orElseGet(() -> ProtoNames.numbered(last, 2, names::contains));
  }

  /** The names of all types, and what no type may be called. */
  Set<String> names() {
    return names;
  }

  Iterable<Page> pages() {
    return pages.values();
  }

  FieldNumbers numbers() {
    return new FieldNumbers(
        pages.values().stream()
            .map(page -> new FieldNumbers.Section(page.ofEnum, page.key, page.name, page.entries))
            .toList());
  }
}
