package com.reactive.platform.reliability.mutate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs the fuzzer on each of the fuzz tests, a JVM for each. Arguments: how many seconds each runs,
 * the folder for what it collects, and a part of the name of those to be run (none: all).
 */
final class FuzzAll {
  private static final long GRACE_SECONDS = 120;
  private static final List<Class<?>> TESTS =
      List.of(
          EventFuzzTest.class,
          SchemaFuzzTest.class,
          ProtobufFuzzTest.class,
          PublishRequestFuzzTest.class,
          RecordsFuzzTest.class,
          HttpFuzzTest.class,
          TargetFuzzTest.class,
          RequestFuzzTest.class,
          ConfigFuzzTest.class,
          StreamSchemaFuzzTest.class,
          BrochureFuzzTest.class);

  private FuzzAll() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    long seconds = Long.parseLong(args[0]);
    String only = args.length > 2 ? args[2] : "";
    List<String> faults = new ArrayList<>();
    for (Class<?> test : TESTS) {
      if (test.getSimpleName().contains(only) && !fuzz(test, seconds, Path.of(args[1]))) {
        faults.add(test.getSimpleName());
      }
    }
    System.out.println(faults.isEmpty() ? "no fault was found" : "faults: " + faults);
    System.exit(faults.isEmpty() ? 0 : 1);
  }

  private static boolean fuzz(Class<?> test, long seconds, Path folder)
      throws IOException, InterruptedException {
    Path corpus = Files.createDirectories(folder.resolve(test.getSimpleName()));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 21) {
      command.add("-XX:+EnableDynamicAgentLoading");
    }
    command.addAll(
        List.of(
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + test.getName(),
            "--instrumentation_includes=com.reactive.**:com.fasterxml.jackson.core.**"
                + ":io.netty.handler.codec.http.**:com.google.protobuf.CodedInputStream*:org.apache.avro.**:org.snakeyaml.**",
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
            "-max_total_time=" + seconds,
            "-timeout=25",
            "-rss_limit_mb=0",
            "-print_final_stats=1",
            "-artifact_prefix=" + folder.toAbsolutePath() + "/" + test.getSimpleName() + "-",
            corpus.toString(),
            seeds(test)));
    System.out.println("== " + test.getSimpleName());
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (!process.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return false;
    }
    return process.exitValue() == 0;
  }

  /** The folder of the test's only method. */
  private static String seeds(Class<?> test) throws IOException {
    try (var methods =
        Files.list(Path.of("src/test/resources", test.getName().replace('.', '/') + "Inputs"))) {
      return methods.findFirst().orElseThrow().toString();
    }
  }
}
