package com.reactive.platform.kafka.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The command line of a broker's JVM: {@link BrokerMain} and its arguments. */
final class BrokerCommand {

  /** System property: an archive of the broker's classes (CDS), which has it start sooner. */
  static final String ARCHIVE = "reactive.broker.archive";

  /** System property: the file to write the names of all classes to that the broker loads. */
  static final String RECORD = "reactive.broker.record";

  /**
   * System property: true where brokers live for seconds, as in tests. They compile with C1 only,
   * whatever their settings say.
   */
  static final String SHORT_LIVED = "reactive.short-lived";

  private BrokerCommand() {}

  static List<String> of(
      int id,
      DataDir dir,
      BrokerSettings settings,
      Set<Integer> awaited,
      Map<String, Integer> topics) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags(settings, dir.log(id), Runtime.version().feature()));
    command.addAll(List.of("-cp", BrokerLib.classPath(), BrokerMain.class.getName()));
    command.add(dir.properties(id).toString());
    command.add(dir.clusterId());
    command.add(dir.temporary() ? BrokerProtocol.TEMPORARY : BrokerProtocol.KEPT);
    command.add(
        new TreeSet<>(awaited).stream().map(String::valueOf).collect(Collectors.joining(",")));
    topics.forEach((name, partitions) -> command.add(name + ":" + partitions));
    return command;
  }

  static List<String> jvmFlags(BrokerSettings settings, Path log, int javaVersion) {
    List<String> flags = new ArrayList<>();
    flags.add("-Xmx" + settings.heapMegabytes() + "m");
    flags.add("-XX:+UseSerialGC");
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.add("-XX:-UsePerfData");
    if (!settings.fullJit() || Boolean.getBoolean(SHORT_LIVED)) {
      flags.add("-XX:TieredStopAtLevel=1");
    }
    if (javaVersion >= 24) {
      flags.add("--sun-misc-unsafe-memory-access=allow");
      flags.add("--enable-native-access=ALL-UNNAMED");
    }
    if (System.getProperty(ARCHIVE) != null) {
      flags.add("-XX:SharedArchiveFile=" + System.getProperty(ARCHIVE));
      // Where it was made for; one that does not fit is not used, without a word in the log.
      flags.add("-XX:+UnlockDiagnosticVMOptions");
      flags.add("-XX:ArchiveRelocationMode=0");
      flags.add("-Xlog:cds*=off");
    }
    if (System.getProperty(RECORD) != null) {
      flags.add("-XX:DumpLoadedClassList=" + System.getProperty(RECORD));
    }
    flags.add("-Djava.awt.headless=true");
    flags.add("-Dlog4j2.configurationFile=classpath:" + BrokerProtocol.LOG_CONFIG);
    flags.add("-Dreactive.broker.log=" + log);
    return flags;
  }
}
