package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.config.Settings;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The protocols of RPC that the data port speaks.
 *
 * @param protocols by name; empty: none
 * @param maxInFlight events of one stream that may be without a result; then no more are read
 * @param reflection clients may ask for the services and their files
 */
public record RpcConfig(Set<String> protocols, int maxInFlight, boolean reflection) {
  public static final String GRPC = "grpc";
  public static final String GRPC_WEB = "grpc-web";
  public static final String CONNECT = "connect";

  /** None. */
  public static final RpcConfig OFF = new RpcConfig(Set.of(), 1, false);

  private static final String KEY = "rpc.protocols";
  private static final String NONE = "none";
  private static final List<String> ALL = List.of(GRPC, GRPC_WEB, CONNECT);

  /** Reads the {@code rpc.*} settings. */
  public static RpcConfig from(Settings settings) {
    String all = String.join(",", ALL);
    List<String> names =
        Stream.of(
                settings
                    .text(KEY, all, all + " or some of them: RPC protocols; none: no RPC")
                    .split(",", -1))
            .map(String::strip)
            .toList();
    boolean none = names.equals(List.of(NONE));
    if (!none && !ALL.containsAll(names)) {
      settings.reject(
          KEY, "must be " + NONE + " or of " + all + ", not '" + String.join(",", names) + "'");
    }
    return new RpcConfig(
        none ? Set.of() : Set.copyOf(names),
        settings.integer(
            "rpc.max-in-flight",
            512,
            1,
            100_000,
            "events of one stream without a result before reading pauses"),
        settings.flag(
            "rpc.reflection", true, "callers may ask for the services and their .proto files"));
  }

  /** As it is set. */
  public String text() {
    return protocols.isEmpty()
        ? NONE
        : String.join(",", ALL.stream().filter(protocols::contains).toList());
  }

  public boolean speaks(String protocol) {
    return protocols.contains(protocol);
  }
}
