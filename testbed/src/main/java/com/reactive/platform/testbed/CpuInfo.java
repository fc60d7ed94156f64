package com.reactive.platform.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The first processor of {@code /proc/cpuinfo}; knows nothing on other systems than Linux. */
public final class CpuInfo {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private final Map<String, String> entries;

  private CpuInfo(Map<String, String> entries) {
    this.entries = entries;
  }

  /** That of this machine. */
  public static CpuInfo current() {
    return read(CPU_INFO);
  }

  static CpuInfo read(Path cpuInfo) {
    Map<String, String> entries = new HashMap<>();
    try {
      List<String> lines = Files.readAllLines(cpuInfo);
      for (String line : lines) {
        int colon = line.indexOf(':');
        if (colon > 0) {
          entries.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
        }
      }
    } catch (IOException notLinux) {
      return new CpuInfo(Map.of());
    }
    return new CpuInfo(entries);
  }

  /** The name of the processor. */
  public Optional<String> model() {
    return Optional.ofNullable(entries.get("model name"));
  }

  /** At the moment of reading; a virtual machine may show another value. */
  public Optional<Double> megahertz() {
    return Optional.ofNullable(entries.get("cpu MHz"))
        .filter(text -> text.matches("\\d{1,6}(\\.\\d+)?"))
        .map(Double::valueOf);
  }

  /** Its flags, separated by blanks; on ARM they are called features. */
  public Optional<String> flags() {
    return Optional.ofNullable(entries.getOrDefault("flags", entries.get("Features")));
  }
}
