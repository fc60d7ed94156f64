package com.reactive.platform.kafka.wire;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * franz-go's kfake in a process of its own: see {@code src/test/go/main.go} for what it can be
 * told. Go builds it, where there is a Go; else the tests that need it are skipped.
 */
final class FakeCluster implements AutoCloseable {
  private static final long BUILD_MINUTES = 10;

  private final Process process;
  private final BufferedReader said;
  private final Writer tell;
  private final String addresses;

  FakeCluster(int brokers, int topics, int partitions) throws Exception {
    process =
        new ProcessBuilder(
                program().toString(),
                "-brokers=" + brokers,
                "-topics=" + topics,
                "-partitions=" + partitions)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = process.inputReader(StandardCharsets.UTF_8);
    tell = process.outputWriter(StandardCharsets.UTF_8);
    addresses = said.readLine();
  }

  String bootstrapServers() {
    return addresses;
  }

  void tell(String line) throws IOException {
    tell.write(line + "\n");
    tell.flush();
    String answer = said.readLine();
    if (!"ok".equals(answer)) {
      throw new IOException(line + ": " + answer);
    }
  }

  @Override
  public void close() throws IOException {
    tell.close();
    process.destroyForcibly().onExit().join();
  }

  private static Path program() throws Exception {
    String path = System.getenv().getOrDefault("PATH", "");
    boolean go =
        Stream.of(path.split(File.pathSeparator))
            .anyMatch(f -> Files.isExecutable(Path.of(f, "go")));
    assumeTrue(go, "there is no Go on the PATH, which builds the fake cluster");
    Path program = Path.of("target", "kfake-broker").toAbsolutePath();
    Files.createDirectories(program.getParent());
    Process build =
        new ProcessBuilder(List.of("go", "build", "-buildvcs=false", "-o", program.toString(), "."))
            .directory(Path.of("src", "test", "go").toFile())
            .redirectErrorStream(true)
            .start();
    build.getOutputStream().close();
    String said;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(build.getInputStream(), StandardCharsets.UTF_8))) {
      said = String.join("\n", lines.lines().toList());
    }
    if (!build.waitFor(BUILD_MINUTES, TimeUnit.MINUTES) || build.exitValue() != 0) {
      throw new IOException("Go could not build the fake cluster: " + said);
    }
    return program;
  }
}
