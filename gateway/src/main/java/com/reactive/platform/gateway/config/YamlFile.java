package com.reactive.platform.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A YAML mapping as dotted keys: {@code http: {port: 8080}} is {@code http.port = 8080}. */
final class YamlFile {
  private final String name;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private final List<String> errors = new ArrayList<>();

  private YamlFile(String name) {
    this.name = name;
  }

  /**
   * Reads it.
   *
   * @throws ConfigException with every error, if it cannot be read or is not a YAML mapping
   */
  static YamlFile read(Path path) {
    YamlFile file = new YamlFile(path.toString());
    try {
      String text = Files.readString(path);
      LoadSettings settings = LoadSettings.builder().setLabel(file.name).build();
      Object root = new Load(settings).loadFromString(BoundedYaml.check(settings, text));
      new Compose(settings).composeString(text).ifPresent(node -> file.noteLines("", node));
      file.flatten(root);
    } catch (IOException e) {
      throw new ConfigException(List.of(file.name + ": cannot be read: " + FileErrors.reason(e)));
    } catch (YamlEngineException e) {
      int line = FileErrors.line(e);
      String where = file.name + (line > 0 ? ":" + line : "");
      throw new ConfigException(List.of(where + ": is not YAML: " + FileErrors.reason(e)));
    }
    if (!file.errors.isEmpty()) {
      throw new ConfigException(file.errors);
    }
    return file;
  }

  /** These values, of no file. */
  static YamlFile of(Map<String, String> values) {
    YamlFile file = new YamlFile("");
    file.values.putAll(values);
    return file;
  }

  /** The same and one more, which stands in no line. */
  YamlFile with(String key, String value) {
    YamlFile more = new YamlFile(name);
    more.values.putAll(values);
    more.lines.putAll(lines);
    more.values.put(key, value);
    return more;
  }

  /** By dotted key, in their order. */
  Map<String, String> values() {
    return values;
  }

  /** {@code "gateway.yaml:3: "}: where a key stands; empty if it does not. */
  String origin(String key) {
    Integer line = lines.get(key);
    return line == null ? "" : name + ":" + line + ": ";
  }

  private void noteLines(String prefix, Node node) {
    if (!(node instanceof MappingNode mapping)) {
      return;
    }
    for (NodeTuple tuple : mapping.getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode name) {
        String key = prefix + (name.getTag().equals(Tag.NULL) ? "" : name.getValue());
        // The last one, if a key is there twice.
        name.getStartMark().ifPresent(mark -> lines.put(key, mark.getLine() + 1));
        noteLines(key + ".", tuple.getValueNode());
      }
    }
  }

  private void flatten(Object root) {
    if (root == null) {
      return;
    }
    if (!(root instanceof Map<?, ?> map)) {
      throw new ConfigException(List.of(name + ": must be a mapping of keys to values"));
    }
    flatten("", map);
  }

  private void flatten(String prefix, Map<?, ?> map) {
    map.forEach(
        (name, value) -> {
          String key = prefix + name;
          if (name == null) {
            String parent = prefix.isEmpty() ? "" : prefix.substring(0, prefix.length() - 1) + ": ";
            errors.add(origin(prefix) + parent + "a key is empty");
          } else if (value instanceof Map<?, ?> nested) {
            flatten(key + ".", nested);
          } else if (value instanceof List<?> list) {
            if (list.stream().anyMatch(e -> e == null || e instanceof Map || e instanceof List)) {
              error(key, "a list may contain only plain values");
            } else {
              values.put(key, list.stream().map(Object::toString).collect(Collectors.joining(",")));
            }
          } else if (value == null) {
            error(key, "has no value");
          } else if (values.put(key, value.toString()) != null) {
            error(key, "is given twice");
          }
        });
  }

  private void error(String key, String reason) {
    errors.add(origin(key) + key + ": " + reason);
  }
}
