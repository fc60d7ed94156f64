package com.reactive.platform.reliability.mutate;

import java.util.ArrayList;
import java.util.List;

/** A JSON value as it was written: names may come twice, and numbers keep their digits. */
interface Json {
  /** null, true, false or a number, as it stands; a mutant may have any other word. */
  record Word(String text) implements Json {
    boolean isNumber() {
      return !text.isEmpty() && (text.charAt(0) == '-' || Character.isDigit(text.charAt(0)));
    }

    /** True for a number without a fraction and an exponent. */
    boolean isWhole() {
      return isNumber() && text.indexOf('.') < 0 && text.indexOf('e') < 0 && text.indexOf('E') < 0;
    }
  }

  record Text(String value) implements Json {}

  record Array(List<Json> elements) implements Json {}

  /** In the order in which they stand. */
  record Members(List<Member> list) implements Json {
    /** The first of that name; null if there is none. */
    Json get(String name) {
      for (Member member : list) {
        if (member.name().equals(name)) {
          return member.value();
        }
      }
      return null;
    }
  }

  record Member(String name, Json value) {}

  Json NULL = new Word("null");

  static Members members(String name, Json value) {
    List<Member> list = new ArrayList<>();
    list.add(new Member(name, value));
    return new Members(list);
  }

  static Array array(Json element) {
    List<Json> list = new ArrayList<>();
    list.add(element);
    return new Array(list);
  }
}
