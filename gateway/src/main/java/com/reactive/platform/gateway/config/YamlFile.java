package com.reactive.platform.gateway.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A YAML mapping as dotted keys: {@code http: {port: 8080}} is {@code http.port = 8080}. */
final class YamlFile {
  private YamlFile() {}

  static Map<String, String> flatten(Path path) {
    Object root;
    try {
      String text = Files.readString(path);
      LoadSettings settings = LoadSettings.builder().setLabel(path.toString()).build();
      root = new Load(settings).loadFromString(BoundedYaml.check(settings, text));
    } catch (IOException e) {
      throw new ConfigException(List.of(path + ": cannot be read: " + e));
    } catch (YamlEngineException e) {
      throw new ConfigException(List.of(path + ": is not YAML: " + e.getMessage()));
    }
    Map<String, String> flat = new LinkedHashMap<>();
    if (root == null) {
      return flat;
    }
    if (!(root instanceof Map<?, ?> map)) {
      throw new ConfigException(List.of(path + ": must be a mapping of keys to values"));
    }
    List<String> errors = new ArrayList<>();
    flatten("", map, flat, errors);
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
    return flat;
  }

  private static void flatten(
      String prefix, Map<?, ?> map, Map<String, String> flat, List<String> errors) {
    map.forEach(
        (name, value) -> {
          String key = prefix + name;
          if (value instanceof Map<?, ?> nested) {
            flatten(key + ".", nested, flat, errors);
          } else if (value instanceof List<?> list) {
            if (list.stream().anyMatch(e -> e == null || e instanceof Map || e instanceof List)) {
              errors.add(key + ": only plain values may stand in a list");
            } else {
              flat.put(key, list.stream().map(Object::toString).collect(Collectors.joining(",")));
            }
          } else if (value == null) {
            errors.add(key + ": has no value");
          } else if (flat.put(key, value.toString()) != null) {
            errors.add(key + ": is given twice");
          }
        });
  }
}
