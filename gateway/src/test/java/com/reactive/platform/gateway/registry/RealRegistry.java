package com.reactive.platform.gateway.registry;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Apicurio Registry in a child JVM, in memory. Its archive is too large for each build to fetch; it
 * is used if it is in the local Maven repository, where {@link #HOW_TO_GET_IT} puts it.
 */
final class RealRegistry implements AutoCloseable {
  private static final String VERSION = "3.0.9";

  static final String HOW_TO_GET_IT =
      "mvn -N org.apache.maven.plugins:maven-dependency-plugin:2.8:copy -DoutputDirectory=target"
          + " -Dartifact=io.apicurio:apicurio-registry-app:"
          + VERSION
          + ":tar.gz:all";

  private static final Pattern LISTENING = Pattern.compile("Listening on: (http://[^ /]+:\\d+)");

  private final Process process;
  private final String address;
  private final Thread atExit;

  private RealRegistry(Process process, String address) {
    this.process = process;
    this.address = address;
    atExit = new Thread(process::destroyForcibly, "end of the registry");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** The archive, if it is there. */
  static Optional<Path> archive() {
    String repository =
        System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository");
    Path archive =
        Path.of(repository, "io/apicurio/apicurio-registry-app", VERSION)
            .resolve("apicurio-registry-app-" + VERSION + "-all.tar.gz");
    return Optional.of(archive).filter(Files::exists);
  }

  /** Returns when it answers. */
  static RealRegistry start(Path directory) throws IOException, InterruptedException {
    Process tar =
        new ProcessBuilder("tar", "xzf", archive().orElseThrow().toString())
            .directory(directory.toFile())
            .inheritIO()
            .start();
    if (tar.waitFor() != 0) {
      throw new IOException("the registry's archive cannot be unpacked");
    }
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dquarkus.http.host=127.0.0.1",
                "-Dquarkus.http.port=0",
                "-Dquarkus.log.category.\"io.quarkus\".level=INFO",
                "-jar",
                "apicurio-registry-app-" + VERSION + "-runner.jar")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = LISTENING.matcher(line);
      if (matcher.find()) {
        drain(out);
        return new RealRegistry(process, matcher.group(1));
      }
      said.append(line).append('\n');
    }
    throw new IOException("the registry ended before it was ready:\n" + said);
  }

  /** Its log fills a pipe that must not get full. */
  private static void drain(BufferedReader out) {
    Thread reader =
        new Thread(
            () -> {
              try {
                while (out.readLine() != null) {
                  // Nobody reads it.
                }
              } catch (IOException e) {
                // The registry has ended.
              }
            },
            "log of the registry");
    reader.setDaemon(true);
    reader.start();
  }

  /** Of the Confluent API. */
  String url() {
    return address + "/apis/ccompat/v7";
  }

  String address() {
    return address;
  }

  /** SIGKILL: nobody answers any more when this returns. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
