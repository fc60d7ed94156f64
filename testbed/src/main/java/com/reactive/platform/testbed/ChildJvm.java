package com.reactive.platform.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of JVMs like this one. */
public final class ChildJvm {
  /**
   * System property: true where JVMs live for seconds, as in tests: they compile with C1 only. The
   * JVMs that they start know it, too.
   */
  private static final String SHORT_LIVED = "reactive.short-lived";

  /** System property: an archive of classes, for brokers. */
  private static final String BROKER_ARCHIVE = "reactive.broker.archive";

  private ChildJvm() {}

  /** The JDK of this process, a heap of this size, this class path and main class. */
  public static List<String> command(
      int heapMegabytes, String classPath, String main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.addAll(inheritedFlags());
    if (Runtime.version().feature() >= 24) {
      // As the launcher does: Netty's native code, without the warnings.
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.add("-cp");
    command.add(classPath);
    command.add(main);
    command.addAll(List.of(args));
    return command;
  }

  /** Flags that a JVM started by this one has because this one has them. */
  static List<String> inheritedFlags() {
    List<String> flags = new ArrayList<>();
    if (Boolean.getBoolean(SHORT_LIVED)) {
      flags.add("-XX:TieredStopAtLevel=1");
      flags.add("-D" + SHORT_LIVED + "=true");
    }
    if (System.getProperty(BROKER_ARCHIVE) != null) {
      flags.add("-D" + BROKER_ARCHIVE + "=" + System.getProperty(BROKER_ARCHIVE));
    }
    return flags;
  }

  /** Flags that the launcher adds for a gateway under load, on this JDK; it says why. */
  public static List<String> launcherFlags() {
    return launcherFlags(Runtime.version().feature());
  }

  static List<String> launcherFlags(int javaVersion) {
    return List.of(
        javaVersion < 20 ? "-XX:G1ConcRefinementGreenZone=1024" : "-XX:G1ConcRefinementThreads=0");
  }

  /** That of this JVM. */
  public static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /** The folder or jar that this class came from. */
  public static Path ownLocation() {
    return CodeLocation.of(ChildJvm.class);
  }
}
