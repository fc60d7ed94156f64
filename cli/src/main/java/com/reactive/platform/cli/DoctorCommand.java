package com.reactive.platform.cli;

import com.reactive.platform.gateway.Version;
import io.netty.channel.epoll.Epoll;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description =
        "Check this machine for what Reactive needs. Exit code 1 if something is missing.",
    footer = {"", "Example: ./reactive doctor"})
final class DoctorCommand implements Callable<Integer> {
  private static final long MIN_FREE_BYTES = 1L << 30;

  private enum Verdict {
    OK("ok"),
    NOTE("note"),
    MISSING("MISSING");

    private final String text;

    Verdict(String text) {
      this.text = text;
    }
  }

  private record Finding(Verdict verdict, String what, String detail) {}

  @Spec private CommandSpec spec;

  @Mixin private DataDirOption dataDir;

  @Override
  public Integer call() throws IOException {
    List<Finding> findings = new ArrayList<>();
    findings.add(new Finding(Verdict.OK, "reactive", Version.current()));
    findings.add(
        new Finding(
            Verdict.OK, "Java", Runtime.version() + " at " + System.getProperty("java.home")));
    findings.add(
        new Finding(
            Verdict.OK,
            "processors",
            Integer.toString(Runtime.getRuntime().availableProcessors())));
    findings.add(brokerJars());
    findings.add(nativeTransport());
    findings.add(go());
    Path existing = nearestExisting(dataDir.path.toAbsolutePath().normalize());
    findings.add(writable(existing));
    findings.add(diskSpace(existing));
    RunningInstance running = RunningInstance.find(dataDir.path).orElse(null);
    findings.add(
        new Finding(
            Verdict.OK,
            "reactive up",
            running == null ? "not running" : "running as process " + running.pid()));
    if (running == null) {
      findings.add(port(8080, "--http-port"));
      findings.add(port(9092, "--kafka-port"));
      findings.add(port(9464, "--admin-port"));
    }
    PrintWriter out = spec.commandLine().getOut();
    findings.forEach(
        f -> out.println(String.format("%-8s %-18s %s", f.verdict.text, f.what, f.detail)));
    out.flush();
    return findings.stream().anyMatch(f -> f.verdict == Verdict.MISSING) ? 1 : 0;
  }

  private static Finding brokerJars() {
    String folder = System.getProperty(ReactiveCli.BROKER_LIB, "");
    if (folder.isEmpty() && Boolean.getBoolean("reactive.distribution")) {
      return new Finding(Verdict.NOTE, "embedded Kafka", "not included in this distribution");
    }
    boolean there = !folder.isEmpty() && Files.isDirectory(Path.of(folder));
    return new Finding(
        there ? Verdict.OK : Verdict.MISSING,
        "embedded Kafka",
        there ? folder : "its jars are not built yet; ./reactive up builds them");
  }

  private static Finding nativeTransport() {
    return Epoll.isAvailable()
        ? new Finding(Verdict.OK, "native transport", "epoll")
        : new Finding(Verdict.NOTE, "native transport", "not available; using Java NIO");
  }

  private static Finding go() {
    return ExecutablePath.find("go", System.getenv().getOrDefault("PATH", ""))
        .map(path -> new Finding(Verdict.OK, "Go", path.toString()))
        .orElse(
            new Finding(
                Verdict.NOTE, "Go", "not on the PATH; benchmarks skip the rivals written in Go"));
  }

  private static Path nearestExisting(Path path) {
    Path existing = path;
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing;
  }

  private static Finding writable(Path existing) {
    boolean writable = Files.isDirectory(existing) && Files.isWritable(existing);
    return new Finding(
        writable ? Verdict.OK : Verdict.MISSING,
        "data directory",
        existing + (writable ? " is writable" : " is not a writable directory"));
  }

  private static Finding diskSpace(Path existing) throws IOException {
    long free = Files.getFileStore(existing).getUsableSpace();
    return new Finding(
        free >= MIN_FREE_BYTES ? Verdict.OK : Verdict.MISSING,
        "disk space",
        (free >> 20) + " MiB free, " + (MIN_FREE_BYTES >> 20) + " MiB required");
  }

  private static Finding port(int port, String option) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return new Finding(Verdict.OK, "port " + socket.getLocalPort(), "free");
    } catch (IOException e) {
      return new Finding(
          Verdict.MISSING,
          "port " + port,
          "in use; stop its owner, or choose another port with " + option);
    }
  }
}
