package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * The measured gateway, in a JVM of its own: as {@code ./reactive serve}, but it reads its settings
 * from standard input ({@code key=value} lines, then an empty one) and ignores the environment,
 * resets its stage times at a line {@code reset-stages}, and stops when the input ends. Public
 * because the {@code java} command requires it.
 */
public final class GatewayMain {
  static final String RESET_STAGES = "reset-stages";

  private static final int EXIT_BAD_CONFIG = 78;

  private GatewayMain() {}

  /** Runs it; ends the JVM. */
  public static void main(String[] args) throws IOException, InterruptedException {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    GatewayConfig config = null;
    try {
      config = GatewayConfig.from(Settings.ofKeys(settings(input)));
    } catch (ConfigException e) {
      e.errors().forEach(System.err::println);
      System.exit(EXIT_BAD_CONFIG);
    }
    try (Gateway gateway = Gateway.start(config)) {
      System.out.println("http=" + gateway.httpPort() + " admin=" + gateway.adminPort());
      String line = input.readLine();
      while (line != null) {
        if (line.equals(RESET_STAGES)) {
          gateway.resetStageTimes();
        }
        line = input.readLine();
      }
    }
    System.exit(0);
  }

  private static Map<String, String> settings(BufferedReader input) throws IOException {
    Map<String, String> settings = new TreeMap<>();
    String line = input.readLine();
    while (line != null && !line.isEmpty()) {
      int equals = line.indexOf('=');
      settings.put(line.substring(0, equals), line.substring(equals + 1));
      line = input.readLine();
    }
    return settings;
  }
}
