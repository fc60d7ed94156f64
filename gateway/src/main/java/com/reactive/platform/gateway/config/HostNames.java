package com.reactive.platform.gateway.config;

import java.util.ArrayList;
import java.util.List;

/**
 * The hosts that a port answers to. A page of a foreign site whose name resolves to 127.0.0.1 (DNS
 * rebinding) is of one origin with a port of this machine, but its requests name that site.
 * Immutable.
 */
public final class HostNames {
  /** Whatever a request names. */
  public static final HostNames ANY = new HostNames(List.of(), true);

  /** Names of this machine only, as it calls itself. */
  public static final HostNames LOOPBACK = new HostNames(List.of(), false);

  private static final String EVERY_NAME = "*";
  private static final String LOOPBACK_IN_FULL = "[0:0:0:0:0:0:0:1]";
  private static final String NAME = "[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]|\\*";

  private final List<String> names;
  private final boolean any;

  private HostNames(List<String> names, boolean any) {
    List<String> all = new ArrayList<>(List.of("localhost", "[::1]"));
    all.addAll(names);
    this.names = List.copyOf(all);
    this.any = any;
  }

  /**
   * Reads the {@code hosts} of a port that is bound to this address.
   *
   * @param guarded whether no request is taken without credentials, which a foreign page does not
   *     have, or a proxy in front decides what comes here: then any host will do if none is set
   */
  public static HostNames from(Settings settings, String port, String boundTo, boolean guarded) {
    String key = port + ".hosts";
    List<String> names =
        new ArrayList<>(
            settings.list(
                key,
                "host names accepted besides localhost, 127.0.0.1 and [::1]; *: any;"
                    + " others get 421"));
    settings.describeDefault(
        key,
        "any; none on a loopback address without authentication or "
            + port
            + ".allow-unauthenticated");
    for (String name : names) {
      if (!name.matches(NAME)) {
        settings.reject(key, "must be host names without ports, or *, not " + name);
      }
    }
    names.replaceAll(name -> name.endsWith(".") ? name.substring(0, name.length() - 1) : name);
    boolean any =
        names.isEmpty() ? guarded || !Settings.isLoopback(boundTo) : names.contains(EVERY_NAME);
    names.add(boundTo.indexOf(':') < 0 || boundTo.startsWith("[") ? boundTo : "[" + boundTo + "]");
    return any ? ANY : new HostNames(names, false);
  }

  /** As they would be configured. */
  public String text() {
    return any ? EVERY_NAME : String.join(",", names);
  }

  /** A reload compares settings: the same names are the same. */
  @Override
  public boolean equals(Object other) {
    return other instanceof HostNames that && any == that.any && names.equals(that.names);
  }

  @Override
  public int hashCode() {
    return 31 * names.hashCode() + Boolean.hashCode(any);
  }

  /**
   * Whether a request may name this host.
   *
   * @param authority the host, perhaps with a port, which may be any
   */
  public boolean has(String authority) {
    if (any) {
      return true;
    }
    int colon = authority.lastIndexOf(':');
    int end = colon > authority.lastIndexOf(']') ? colon : authority.length();
    if (end > 0 && authority.charAt(end - 1) == '.') {
      end--; // of the root of the DNS
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name.length() == end && authority.regionMatches(true, 0, name, 0, end)) {
        return true;
      }
    }
    return isLoopbackAddress(authority, end);
  }

  /** No name of the DNS has only digits and dots. */
  private static boolean isLoopbackAddress(String authority, int end) {
    if (authority.startsWith(LOOPBACK_IN_FULL) && end == LOOPBACK_IN_FULL.length()) {
      return true;
    }
    if (!authority.startsWith("127.")) {
      return false;
    }
    for (int i = 0; i < end; i++) {
      char c = authority.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return any ? EVERY_NAME : names.toString();
  }
}
