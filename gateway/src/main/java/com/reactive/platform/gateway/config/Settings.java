package com.reactive.platform.gateway.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Hands out settings by dotted key: environment over file over default.
 *
 * <p>Each config record asks for its keys once; a bad value is noted and replaced by the default so
 * that {@link #check()} can report all errors together, unknown keys included. Key {@code
 * http.max-body-bytes} is {@code REACTIVE_HTTP_MAX_BODY_BYTES} in the environment. Not thread-safe.
 */
public final class Settings {
  private static final String ENV_PREFIX = "REACTIVE_";

  private final Map<String, String> file;
  private final Map<String, String> env;
  private final Map<String, String> defaultsByKey = new LinkedHashMap<>();
  private final Set<String> used = new HashSet<>();
  private final List<String> errors = new ArrayList<>();

  private Settings(Map<String, String> file, Map<String, String> env) {
    this.file = file;
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
    return new Settings(Map.of(), env);
  }

  /**
   * Settings from a YAML file with the environment over it.
   *
   * @throws ConfigException if the file cannot be read or is not a YAML mapping
   */
  public static Settings of(Path yaml, Map<String, String> env) {
    return new Settings(YamlFile.flatten(yaml), env);
  }

  /** Settings by their dotted keys, as a file has them, and no environment over them. */
  public static Settings ofKeys(Map<String, String> values) {
    return new Settings(Map.copyOf(values), Map.of());
  }

  /** Whether somebody gave a value, whatever it is. */
  public boolean isSet(String key) {
    return env.containsKey(envName(key)) || file.containsKey(key);
  }

  /** The value as text, or the default. */
  public String text(String key, String defaultValue) {
    defaultsByKey.put(key, defaultValue);
    String name = envName(key);
    String value = env.get(name);
    if (value != null) {
      used.add(name);
      return value.strip();
    }
    value = file.get(key);
    return value != null ? value.strip() : defaultValue;
  }

  public int integer(String key, int defaultValue, int min, int max) {
    String text = text(key, Integer.toString(defaultValue));
    try {
      int value = Integer.parseInt(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the range.
    }
    reject(key, "must be a whole number from " + min + " to " + max + ", not '" + text + "'");
    return defaultValue;
  }

  public boolean flag(String key, boolean defaultValue) {
    String text = text(key, Boolean.toString(defaultValue)).toLowerCase(Locale.ROOT);
    if (!text.equals("true") && !text.equals("false")) {
      reject(key, "must be true or false, not '" + text + "'");
      return defaultValue;
    }
    return text.equals("true");
  }

  /** One of the constants of an enum, written in lower case. */
  public <E extends Enum<E>> E choice(String key, E defaultValue) {
    List<String> names = new ArrayList<>();
    String text = text(key, lowerCase(defaultValue));
    for (E constant : defaultValue.getDeclaringClass().getEnumConstants()) {
      names.add(lowerCase(constant));
      if (lowerCase(constant).equals(text)) {
        return constant;
      }
    }
    reject(key, "must be one of " + String.join(", ", names) + ", not '" + text + "'");
    return defaultValue;
  }

  /**
   * The address that a port binds to, {@code PORT.host}: loopback, unless {@code
   * PORT.allow-unauthenticated} says that the world may come in.
   */
  public String bindHost(String port) {
    String host = text(port + ".host", "127.0.0.1");
    boolean openToAll = flag(port + ".allow-unauthenticated", false);
    if (!openToAll && !isLoopback(host)) {
      reject(
          port + ".host",
          host
              + " is not a loopback address and nobody is asked who they are; set "
              + port
              + ".allow-unauthenticated=true if something in front does that");
    }
    return host;
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
  public Map<String, String> passThrough(String prefix) {
    defaultsByKey.put(prefix + ".*", "");
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
            found.put(rest.toLowerCase(Locale.ROOT).replace('_', '.'), value.strip());
          }
        });
    return found;
  }

  /** Notes an error of the value of a key; {@link #check()} throws it. */
  public void reject(String key, String reason) {
    errors.add(key + ": " + reason);
  }

  /** Every key that was asked for, with its default, in the order of asking. */
  public Map<String, String> defaultsByKey() {
    return Collections.unmodifiableMap(defaultsByKey);
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
        all.add(key + ": unknown key");
      }
    }
    for (String name : env.keySet()) {
      if (!used.contains(name)) {
        all.add(name + ": unknown environment variable");
      }
    }
    if (!all.isEmpty()) {
      throw new ConfigException(all);
    }
  }

  private static String envName(String key) {
    return ENV_PREFIX + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
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
