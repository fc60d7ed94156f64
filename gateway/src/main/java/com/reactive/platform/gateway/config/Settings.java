package com.reactive.platform.gateway.config;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Hands out settings by dotted key: environment over file over default.
 *
 * <p>Each config record asks for its keys once; a bad value is noted and replaced by the default so
 * that {@link #check()} can report all errors together, unknown keys included, each with where the
 * value came from: {@code gateway.yaml:3: } or {@code REACTIVE_HTTP_PORT: }. Key {@code
 * http.max-body-bytes} is {@code REACTIVE_HTTP_MAX_BODY_BYTES} in the environment. Not thread-safe.
 */
public final class Settings {
  private static final String ENV_PREFIX = "REACTIVE_";
  private static final String ANY_NAME = "NAME";

  /** Names in the environment that are shorter than those that the rule gives. */
  private static final Map<String, String> SHORT_ENV_NAMES =
      Map.of("diagnostics.routes", ENV_PREFIX + "DIAGNOSTICS");

  /**
   * What may be said about one setting, for the reference.
   *
   * @param key dotted; {@code NAME} stands for a name that the user chooses
   * @param defaultText the default, in words where it depends on the machine; may be empty
   * @param allowed the type or the range, in words
   */
  public record Key(String key, String defaultText, String allowed, String doc) {}

  private final YamlFile source;
  private final Map<String, String> file;
  private final Map<String, String> env;
  private final Path directory;
  private final Map<String, Key> keys = new LinkedHashMap<>();
  private final Map<String, String> defaultsByKey = new LinkedHashMap<>();
  private final Set<String> sections = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final Map<String, String> variables = new HashMap<>();

  /** Without repetition: a key may be asked for twice. */
  private final Set<String> errors = new LinkedHashSet<>();

  private Settings(YamlFile source, Map<String, String> env, Path directory) {
    this.source = source;
    this.file = source.values();
    this.directory = directory;
    this.env = new TreeMap<>();
    env.forEach(
        (name, value) -> {
          if (name.startsWith(ENV_PREFIX) && !isKubernetesServiceLink(name, value)) {
            this.env.put(name, value);
          }
        });
  }

  /** Settings from the environment alone. */
  public static Settings of(Map<String, String> env) {
    return new Settings(YamlFile.of(Map.of()), env, Path.of(""));
  }

  /**
   * Settings from a YAML file with the environment over it.
   *
   * @throws ConfigException if the file cannot be read or is not a YAML mapping
   */
  public static Settings of(Path yaml, Map<String, String> env) {
    Path parent = yaml.toAbsolutePath().getParent();
    return new Settings(YamlFile.read(yaml), env, parent == null ? Path.of("") : parent);
  }

  /** Settings by their dotted keys, as a file has them, and no environment over them. */
  public static Settings ofKeys(Map<String, String> values) {
    return new Settings(YamlFile.of(values), Map.of(), Path.of(""));
  }

  /** The same settings, with another default for a key: the file and the environment win. */
  public Settings withDefault(String key, String value) {
    if (isSet(key)) {
      return this;
    }
    return new Settings(source.with(key, value), env, directory);
  }

  /** Whether somebody gave a value, whatever it is. */
  public boolean isSet(String key) {
    return env.containsKey(envName(key)) || file.containsKey(key);
  }

  /** Whether somebody gave a value to any key under this prefix that was asked for so far. */
  public boolean isAnySet(String prefix) {
    return defaultsByKey.keySet().stream()
        .anyMatch(key -> key.startsWith(prefix + ".") && isSet(key));
  }

  /**
   * The names under a prefix: {@code streams.orders.topic} has {@code orders} under {@code
   * streams}. Only the file can bring a name in; the environment may then set its keys.
   */
  public Set<String> names(String prefix) {
    sections.add(prefix);
    Set<String> names = new TreeSet<>();
    for (String key : file.keySet()) {
      if (key.startsWith(prefix + ".")) {
        String rest = key.substring(prefix.length() + 1);
        int dot = rest.indexOf('.');
        if (dot > 0) {
          names.add(rest.substring(0, dot));
        }
      }
    }
    return names;
  }

  /** The value as text, or the default. */
  public String text(String key, String defaultValue, String doc) {
    return text(key, defaultValue, "text", doc);
  }

  private String text(String key, String defaultValue, String allowed, String doc) {
    defaultsByKey.put(key, defaultValue);
    String documented = documentedName(key);
    keys.putIfAbsent(documented, new Key(documented, defaultValue, allowed, doc));
    String name = envName(key);
    String value = env.get(name);
    if (value != null) {
      used.add(name);
      variables.put(key, name);
      return value.strip();
    }
    value = file.get(key);
    return value != null ? value.strip() : defaultValue;
  }

  private String documentedName(String key) {
    for (String section : sections) {
      int start = section.length() + 1;
      if (key.startsWith(section + ".") && key.indexOf('.', start) > 0) {
        return section + "." + ANY_NAME + key.substring(key.indexOf('.', start));
      }
    }
    return key;
  }

  /** What the reference says instead of a default that depends on the machine or on other keys. */
  public void describeDefault(String key, String words) {
    keys.computeIfPresent(
        documentedName(key), (name, was) -> new Key(name, words, was.allowed(), was.doc()));
  }

  /** A whole number; where the key ends in a unit, such as -ms, it may be given with one. */
  public int integer(String key, int defaultValue, int min, int max, String doc) {
    Quantity quantity = Quantity.of(key);
    String text = text(key, Integer.toString(defaultValue), quantity.range(min, max), doc);
    OptionalLong value = quantity.parse(text);
    if (value.isPresent() && value.getAsLong() >= min && value.getAsLong() <= max) {
      return (int) value.getAsLong();
    }
    reject(key, quantity.rule(min, max) + ", not '" + text + "'");
    return defaultValue;
  }

  public boolean flag(String key, boolean defaultValue, String doc) {
    String text =
        text(key, Boolean.toString(defaultValue), "true or false", doc).toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      reject(key, "must be true or false, not '" + text + "'");
      return defaultValue;
    }
    return text.equals("true");
  }

  /** One of the constants of an enum, written in lower case. */
  public <E extends Enum<E>> E choice(String key, E defaultValue, String doc) {
    List<String> names =
        Stream.of(defaultValue.getDeclaringClass().getEnumConstants())
            .map(Settings::lowerCase)
            .toList();
    String text = text(key, lowerCase(defaultValue), String.join(", ", names), doc);
    int found = names.indexOf(text);
    if (found >= 0) {
      return defaultValue.getDeclaringClass().getEnumConstants()[found];
    }
    reject(key, "must be one of " + String.join(", ", names) + ", not '" + text + "'");
    return defaultValue;
  }

  /** Values with commas between, or a YAML list; empty entries are dropped. */
  public List<String> list(String key, String doc) {
    return Stream.of(text(key, "", "comma-separated list", doc).split(",", -1))
        .map(String::strip)
        .filter(entry -> !entry.isEmpty())
        .toList();
  }

  /** A path, relative to the directory of the configuration file; empty if none is given. */
  public Optional<Path> path(String key, String doc) {
    String text = text(key, "", "path", doc);
    return text.isEmpty() ? Optional.empty() : resolved(key, text);
  }

  /** Several of them, as for {@link #list}. */
  public List<Path> paths(String key, String doc) {
    return list(key, doc).stream().flatMap(text -> resolved(key, text).stream()).toList();
  }

  private Optional<Path> resolved(String key, String text) {
    try {
      return Optional.of(directory.resolve(text));
    } catch (InvalidPathException e) {
      reject(key, "is not a path: " + e.getReason());
      return Optional.empty();
    }
  }

  /**
   * A secret: the value of {@code key}, or the content of the file that {@code key-file} names,
   * without the line end. Never goes into {@code inForce} listings or logs.
   */
  public Optional<String> secret(String key, String doc) {
    String value = text(key, "", "secret", doc);
    Optional<Path> fromFile = path(key + "-file", "file with " + key);
    if (fromFile.isEmpty()) {
      return value.isEmpty() ? Optional.empty() : Optional.of(value);
    }
    if (!value.isEmpty()) {
      reject(key, "is set twice, here and by " + key + "-file");
    }
    try {
      String content = Files.readString(fromFile.get()).strip();
      if (content.isEmpty()) {
        reject(key + "-file", "is an empty file");
      }
      return Optional.of(content);
    } catch (IOException e) {
      reject(key + "-file", "cannot be read: " + FileErrors.reason(e));
      return Optional.empty();
    }
  }

  /**
   * The address that a port binds to, {@code PORT.host}: loopback, unless clients are
   * authenticated, or {@code PORT.allow-unauthenticated} says that they need not be.
   *
   * @param authenticated whether they are
   */
  public String bindHost(String port, boolean authenticated) {
    String host =
        text(
            port + ".host",
            "127.0.0.1",
            "address to listen on; other than loopback needs authentication, or the next key");
    boolean openToAll = isOpenToAll(port);
    if (!authenticated && !openToAll && !isLoopback(host)) {
      reject(
          port + ".host",
          "refusing to listen on "
              + host
              + " without authentication; configure it, or set "
              + port
              + ".allow-unauthenticated=true if a proxy authenticates clients");
    }
    return host;
  }

  /** Whether something in front of the port is said to decide who may send to it. */
  public boolean isOpenToAll(String port) {
    return flag(
        port + ".allow-unauthenticated",
        false,
        "true if a proxy in front of the gateway authenticates clients");
  }

  /** Whether only this machine can reach it. */
  public static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Everything under a prefix, with the prefix cut off: settings that are passed on to somebody
   * else. In the environment, underscores after the prefix stand for dots.
   */
  public Map<String, String> passThrough(String prefix, String doc) {
    defaultsByKey.put(prefix + ".*", "");
    String documented = documentedName(prefix + ".*");
    keys.putIfAbsent(documented, new Key(documented, "", "", doc));
    Map<String, String> found = new TreeMap<>();
    file.forEach(
        (key, value) -> {
          if (key.startsWith(prefix + ".")) {
            used.add(key);
            found.put(key.substring(prefix.length() + 1), value.strip());
          }
        });
    String envPrefix = envName(prefix) + "_";
    env.forEach(
        (name, value) -> {
          if (name.startsWith(envPrefix)) {
            used.add(name);
            String rest = name.substring(envPrefix.length());
            String key = rest.toLowerCase(Locale.ROOT).replace('_', '.');
            variables.put(prefix + "." + key, name);
            found.put(key, value.strip());
          }
        });
    return found;
  }

  /** Notes an error of the value of a key; {@link #check()} throws it. */
  public void reject(String key, String reason) {
    errors.add(origin(key) + key + ": " + reason);
  }

  /** Who gave the value that is in force. */
  private String origin(String key) {
    String variable = variables.get(key);
    return variable == null ? source.origin(key) : variable + ": ";
  }

  /** Every key that was asked for, with the default it would have had here. */
  public Map<String, String> defaultsByKey() {
    return Collections.unmodifiableMap(defaultsByKey);
  }

  /** What can be set, in the order of asking, for the reference. */
  public List<Key> keys() {
    return List.copyOf(keys.values());
  }

  /**
   * To be called when all records have asked for theirs.
   *
   * @throws ConfigException with every error, if there is any
   */
  public void check() {
    List<String> all = new ArrayList<>(errors);
    for (String key : file.keySet()) {
      if (!defaultsByKey.containsKey(key) && !used.contains(key)) {
        String hint = Spelling.hint(key, defaultsByKey.keySet());
        all.add(source.origin(key) + key + ": unknown key" + hint);
      }
    }
    for (String name : env.keySet()) {
      if (!used.contains(name)) {
        List<String> known = defaultsByKey.keySet().stream().map(Settings::envName).toList();
        all.add(name + ": unknown environment variable" + Spelling.hint(name, known));
      }
    }
    if (!all.isEmpty()) {
      throw new ConfigException(all);
    }
  }

  static String envName(String key) {
    String name = ENV_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    return SHORT_ENV_NAMES.getOrDefault(key, name);
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * What Kubernetes injects into every pod when a Service happens to be called "reactive...". Some
   * may have the name of a key of ours; their value tells them apart.
   */
  private static boolean isKubernetesServiceLink(String name, String value) {
    return (name.matches("REACTIVE_(\\w+_)?PORT(_\\d+_(TCP|UDP|SCTP))?")
            && value.matches("(tcp|udp|sctp)://.*"))
        || name.matches("REACTIVE_(\\w+_)?SERVICE_(HOST|PORT(_\\w+)?)")
        || name.matches("REACTIVE_(\\w+_)?PORT_\\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)");
  }
}
