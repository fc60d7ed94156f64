package com.reactive.platform.testbed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command lines of JVMs like this one. */
public final class ChildJvm {
  private ChildJvm() {}

  /** The JDK of this process, a heap of this size, this class path and main class. */
  public static List<String> command(
      int heapMegabytes, String classPath, String main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + heapMegabytes + "m");
    command.add("-XX:+ExitOnOutOfMemoryError");
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

  /** That of this JVM. */
  public static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  /** The folder or jar that this class came from. */
  public static Path ownLocation() {
    return CodeLocation.of(ChildJvm.class);
  }
}
