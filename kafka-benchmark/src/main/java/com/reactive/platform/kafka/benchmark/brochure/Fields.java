package com.reactive.platform.kafka.benchmark.brochure;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The values of a mapping in a brochure. Collects every error, so that the user sees all of them at
 * once, and replaces a wrong value by a harmless one. The reader asks for each key that there is,
 * then refuses the others. Keys are text: {@code 1:} is the key "1". Not for several threads.
 */
final class Fields {
  private final String file;
  private final String prefix;
  private final Map<String, Object> map = new LinkedHashMap<>();
  private final List<String> errors;
  private final Set<String> asked = new LinkedHashSet<>();

  /**
   * @param file named in every error
   * @param prefix of the keys in errors, such as {@code loads[1].}; empty for the outermost mapping
   * @param yaml the mapping as the parser returns it
   * @param errors to be added to
   */
  Fields(String file, String prefix, Map<?, ?> yaml, List<String> errors) {
    this.file = file;
    this.prefix = prefix;
    this.errors = errors;
    yaml.forEach(this::add);
  }

  /** A null key or value is an error, since whoever wrote it meant something. */
  private void add(Object key, Object value) {
    String name = String.valueOf(key);
    if (key == null || key instanceof Map || key instanceof List) {
      error(name, "must be a key that is a text");
    } else if (value == null) {
      error(name, "has no value; give one, or leave the key out");
    } else if (map.putIfAbsent(name, value) != null) {
      error(name, "is there twice");
    }
  }

  void error(String key, String sentence) {
    errors.add(file + ": " + prefix + key + ": " + sentence);
  }

  boolean has(String key) {
    asked.add(key);
    return map.get(key) != null;
  }

  /** The text that must be there. */
  String text(String key) {
    String text = text(key, "");
    if (text.isBlank() && !(map.get(key) instanceof Map || map.get(key) instanceof List)) {
      error(key, "must be given, as text");
    }
    return text;
  }

  String text(String key, String fallback) {
    if (!has(key)) {
      return fallback;
    }
    Object value = map.get(key);
    if (value instanceof Map || value instanceof List) {
      error(key, "must be a text, not a " + (value instanceof Map ? "mapping" : "list"));
      return fallback;
    }
    return value.toString().strip();
  }

  /** One of the words that are allowed. */
  String choice(String key, String fallback, List<String> allowed) {
    String text = text(key, fallback);
    if (!allowed.contains(text)) {
      error(key, "must be one of " + String.join(", ", allowed) + ", not '" + text + "'");
      return fallback;
    }
    return text;
  }

  boolean flag(String key) {
    return choice(key, "false", List.of("true", "false")).equals("true");
  }

  int whole(String key, int fallback, int min, int max) {
    double value = number(key, fallback, min, max);
    if (value != Math.rint(value)) {
      error(key, "must be a whole number, not " + value);
    }
    return (int) value;
  }

  /** A number within bounds, both of them allowed. */
  double number(String key, double fallback, double min, double max) {
    if (!has(key)) {
      return fallback;
    }
    Object value = map.get(key);
    if (value instanceof Number number
        && number.doubleValue() >= min
        && number.doubleValue() <= max) {
      return number.doubleValue();
    }
    error(key, "must be a number from " + plain(min) + " to " + plain(max) + ", not " + shown(key));
    return fallback;
  }

  /** A list of texts, or one text alone; empty if there is none. */
  List<String> texts(String key) {
    if (!has(key)) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (Object item : map.get(key) instanceof List<?> list ? list : List.of(map.get(key))) {
      if (item == null || item instanceof Map || item instanceof List) {
        error(key, "must be a list of texts");
        return List.of();
      }
      texts.add(item.toString().strip());
    }
    return texts;
  }

  /**
   * Several mappings, or one under the singular of their name.
   *
   * @param required whether it is an error if there are none
   */
  List<Fields> several(String singular, String plural, boolean required) {
    List<Fields> found = new ArrayList<>();
    if (has(singular) && has(plural)) {
      error(singular, "must not be given beside " + plural);
    } else if (has(singular)) {
      add(found, singular, map.get(singular));
    } else if (has(plural) && map.get(plural) instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        add(found, plural + "[" + i + "]", list.get(i));
      }
    } else if (has(plural)) {
      error(plural, "must be a list of mappings");
      return found;
    }
    if (required && found.isEmpty()) {
      error(plural, "must name at least one");
    }
    return found;
  }

  /** A mapping; empty if there is none. */
  Fields nested(String key) {
    List<Fields> found = new ArrayList<>();
    if (has(key)) {
      add(found, key, map.get(key));
    }
    return found.isEmpty() ? new Fields(file, prefix + key + ".", Map.of(), errors) : found.get(0);
  }

  /** A mapping of texts, in its order; empty if there is none. */
  Map<String, String> options(String key) {
    Map<String, String> options = new LinkedHashMap<>();
    if (!has(key)) {
      return options;
    }
    Fields nested = nested(key);
    nested.map.keySet().forEach(name -> options.put(name, nested.text(name)));
    return options;
  }

  /** Names, each with its values under their labels. */
  Map<String, Map<String, String>> variants(String key) {
    Map<String, Map<String, String>> variants = new LinkedHashMap<>();
    if (!has(key)) {
      return variants;
    }
    Fields nested = nested(key);
    for (String name : nested.map.keySet()) {
      Map<String, String> values = new LinkedHashMap<>();
      if (nested.map.get(name) instanceof Map) {
        values.putAll(nested.options(name));
      } else {
        nested.texts(name).forEach(text -> values.put(text, text));
      }
      if (values.isEmpty()) {
        nested.error(name, "must be a list of values, or a mapping of labels to values");
      }
      variants.put(name, values);
    }
    return variants;
  }

  /** To be called when all is asked for. */
  void refuseOthers() {
    for (String key :
        map.keySet().stream()
            .filter(key -> !asked.contains(key))
            .collect(Collectors.toCollection(TreeSet::new))) {
      error(key, "is no key here; allowed are " + String.join(", ", asked));
    }
  }

  private void add(List<Fields> found, String key, Object value) {
    if (value instanceof Map<?, ?> nested) {
      found.add(new Fields(file, prefix + key + ".", nested, errors));
    } else {
      error(key, "must be a mapping of keys to values");
    }
  }

  private String shown(String key) {
    Object value = map.get(key);
    return value instanceof Number ? value.toString() : "'" + value + "'";
  }

  private static String plain(double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) < 1e15
        ? Long.toString((long) bound)
        : Double.toString(bound);
  }

  /** Names as they stand in an error. */
  static String listed(Collection<String> names) {
    return "'" + String.join("', '", names) + "'";
  }
}
