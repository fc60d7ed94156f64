package com.reactive.platform.gateway.testing;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** A gateway in a JVM of its own, to be killed. */
public final class GatewayProcess implements AutoCloseable {
  private final Process process;
  private final int port;

  private GatewayProcess(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** Returns when the gateway is ready. */
  public static GatewayProcess start(String bootstrapServers, String topic) throws IOException {
    return start(bootstrapServers, topic, Map.of());
  }

  /** The same with more settings, as environment variables. */
  public static GatewayProcess start(
      String bootstrapServers, String topic, Map<String, String> more) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            GatewayProcess.class.getName());
    builder.environment().putAll(TestGateway.environment(bootstrapServers, topic, more));
    Process process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith("port ")) {
        return new GatewayProcess(process, Integer.parseInt(line.substring(5)));
      }
    }
    throw new IOException("the gateway process ended before it was ready");
  }

  public int port() {
    return port;
  }

  /** SIGKILL: nothing of it runs any more when this returns. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** The process itself. Ends with its parent, whose end closes the standard input. */
  public static void main(String[] args) throws Exception {
    Gateway gateway = Gateway.start(GatewayConfig.from(Settings.of(System.getenv())));
    TestGateway.await("ready", gateway::ready);
    System.out.println("port " + gateway.httpPort());
    while (System.in.read() >= 0) {
      // Nobody writes; this waits for the end.
    }
    System.exit(0);
  }
}
