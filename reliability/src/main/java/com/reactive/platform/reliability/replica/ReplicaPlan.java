package com.reactive.platform.reliability.replica;

import com.reactive.platform.reliability.oracle.PostingMode;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Parameters of a run with several gateways.
 *
 * @param instances gateways, 2 to 16
 * @param kills how often one of them is killed and started again
 * @param seed of the order and the moments
 * @param ratePerSecond of the load; 0: as fast as it is answered
 * @param mode how the load posts
 * @param settings of the gateways, by key
 */
public record ReplicaPlan(
    int instances,
    Routing routing,
    int kills,
    long seed,
    int connections,
    int ratePerSecond,
    PostingMode mode,
    Map<String, String> settings) {
  private static final int MAX_INSTANCES = 16;
  private static final int MAX_KILLS = 10_000;

  /** Checks them. */
  public ReplicaPlan {
    if (instances < 2 || instances > MAX_INSTANCES) {
      throw new IllegalArgumentException(
          "the number of instances must be 2 to " + MAX_INSTANCES + ", not " + instances);
    }
    if (kills < 1 || kills > MAX_KILLS) {
      throw new IllegalArgumentException(
          "the number of kills must be 1 to " + MAX_KILLS + ", not " + kills);
    }
    settings = Map.copyOf(settings);
  }

  /** The settings as variables of the environment. */
  Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>();
    settings.forEach(
        (key, value) ->
            variables.put(
                "REACTIVE_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'),
                value));
    return variables;
  }

  /** The command line that follows the same plan. */
  public String command() {
    return ("./reactive bench replicas --instances %d --routing %s --kills %d --seed %d"
                + " --connections %d --rate %d%s")
            .formatted(instances, routing, kills, seed, connections, ratePerSecond, mode.options())
        + new TreeMap<>(settings)
            .entrySet().stream()
                .map(setting -> " --set " + setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining());
  }
}
