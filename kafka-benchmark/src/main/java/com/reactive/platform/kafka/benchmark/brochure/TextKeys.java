package com.reactive.platform.kafka.benchmark.brochure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What YAML gives, with keys that are texts: {@code 1:} is the key "1". A key that is nothing and a
 * value that is nothing are refused, since whoever wrote them meant something.
 */
final class TextKeys {
  private final String file;
  private final List<String> errors;

  /**
   * @param file named in every error
   * @param errors to be added to
   */
  TextKeys(String file, List<String> errors) {
    this.file = file;
    this.errors = errors;
  }

  /**
   * The mapping without what was refused.
   *
   * @param prefix of its keys in errors
   */
  Map<String, Object> of(Map<?, ?> map, String prefix) {
    Map<String, Object> texts = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          if (key == null || key instanceof Map || key instanceof List) {
            error(prefix + key, "must be a key that is a text");
          } else if (value == null) {
            error(prefix + key, "has no value; give one, or leave the key out");
          } else if (texts.putIfAbsent(key.toString(), value(value, prefix + key)) != null) {
            error(prefix + key, "is there twice");
          }
        });
    return texts;
  }

  private Object value(Object value, String where) {
    if (value instanceof Map<?, ?> map) {
      return of(map, where + ".");
    }
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        values.add(value(list.get(i), where + "[" + i + "]"));
      }
      return values;
    }
    return value;
  }

  private void error(String where, String sentence) {
    errors.add(file + ": " + where + ": " + sentence);
  }
}
