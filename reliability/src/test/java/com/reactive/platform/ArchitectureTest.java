package com.reactive.platform;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between packages point one way only; see the README's "How it is laid out". */
class ArchitectureTest {
  private static final String GATEWAY = "com.reactive.platform.gateway";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // Of the gateway's test jar.
          .withImportOption(location -> !location.contains("/gateway/testing/"))
          .importPackages("com.reactive.platform");

  @Test
  void allModulesAreSeen() {
    for (String type :
        new String[] {
          GATEWAY + ".microbatch.StripedBatcher",
          "com.reactive.platform.kafka.embedded.EmbeddedKafka",
          "com.reactive.platform.kafka.benchmark.rig.Rig",
          "com.reactive.platform.reliability.oracle.OracleCheck",
          "com.reactive.platform.testbed.ResponseParser",
          GATEWAY + ".Gateway",
          "com.reactive.platform.outbox.PostgresOutbox",
          "com.reactive.platform.reader.EventReader",
          "com.reactive.platform.cli.ReactiveCli"
        }) {
      assertThat(CLASSES.contain(type)).as(type).isTrue();
    }
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("com.reactive.platform.(**)").should().beFreeOfCycles().check(CLASSES);
  }

  @Test
  void topLevelClassesHaveNoCycles() {
    slices().assignedFrom(topLevelClasses()).should().beFreeOfCycles().check(CLASSES);
  }

  private static SliceAssignment topLevelClasses() {
    return new SliceAssignment() {
      @Override
      public SliceIdentifier getIdentifierOf(JavaClass type) {
        JavaClass top = type;
        while (top.getEnclosingClass().isPresent()) {
          top = top.getEnclosingClass().get();
        }
        return SliceIdentifier.of(top.getPackageName(), top.getSimpleName());
      }

      @Override
      public String getDescription() {
        return "top-level classes";
      }
    };
  }

  @Test
  void noTwoTopLevelClassesHaveOneSimpleName() throws IOException {
    Map<String, List<Path>> byName =
        mainSources().stream().collect(Collectors.groupingBy(ArchitectureTest::simpleName));
    assertThat(byName).allSatisfy((name, files) -> assertThat(files).as(name).hasSize(1));
  }

  /** The one that is left is a main that people know; see {@code BatchSizeBenchmark}. */
  @Test
  void noMainClassIsNamedLikeATest() throws IOException {
    assertThat(mainSources().stream().map(ArchitectureTest::simpleName))
        .filteredOn(name -> name.endsWith("Test"))
        .containsExactly("QuickBatchTest");
  }

  /** The races of jcstress reach into the packages that they test, and nothing depends on them. */
  @Test
  void noPackageIsInTwoModules() throws IOException {
    Map<Path, Set<Path>> modules = new TreeMap<>();
    for (Path file : mainSources()) {
      Path module = file.getName(1);
      if (!module.toString().equals("microbatch-jcstress")) {
        Path folder = file.subpath(5, file.getNameCount() - 1);
        modules.computeIfAbsent(folder, unused -> new TreeSet<>()).add(module);
      }
    }
    assertThat(modules).allSatisfy((folder, in) -> assertThat(in).as(folder.toString()).hasSize(1));
  }

  /** As {@code ../MODULE/src/main/java/...}. */
  private static List<Path> mainSources() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of(".."))) {
      for (Path module : modules) {
        Path sources = module.resolve("src/main/java");
        if (Files.isDirectory(sources)) {
          try (Stream<Path> tree = Files.walk(sources)) {
            tree.filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("package-info.java"))
                .forEach(files::add);
          }
        }
      }
    }
    assertThat(files).hasSizeGreaterThan(100);
    return files;
  }

  private static String simpleName(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  /** Ignore files drop such folders: an image's builder would not see the sources. */
  @Test
  void noPackageHasTheNameOfABuildFolder() {
    noClasses()
        .should()
        .resideInAnyPackage("..target..", "..build..", "..out..", "..dist..", "..bin..")
        .check(CLASSES);
  }

  /** Each package of the gateway, and who may use it. */
  private static final Map<String, List<String>> USERS =
      Map.ofEntries(
          entry("admin", List.of("wiring", "cli", "admin.view")),
          entry("admin.view", List.of("wiring")),
          entry("http", List.of("admin.view", "wiring", "benchmark", "reliability", "cli")),
          entry("rpc", List.of("http", "wiring", "benchmark", "reliability", "cli")),
          entry("source", List.of("wiring", "outbox")),
          entry(
              "ingest",
              List.of(
                  "admin.view",
                  "http",
                  "rpc",
                  "openapi",
                  "source",
                  "wiring",
                  "outbox",
                  "benchmark")),
          entry("openapi", List.of("wiring", "cli")),
          entry(
              "sink",
              List.of("admin.view", "idempotency", "wiring", "benchmark", "reliability", "cli")),
          entry(
              "limit", List.of("admin.view", "http", "ingest", "security", "wiring", "benchmark")),
          entry("net", List.of("http", "admin")),
          entry(
              "security",
              List.of(
                  "http", "ingest", "admin", "limit", "wiring", "benchmark", "reliability", "cli")),
          entry(
              "telemetry",
              List.of(
                  "source",
                  "outbox",
                  "admin.view",
                  "http",
                  "rpc",
                  "ingest",
                  "sink",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry("privacy", List.of("schema", "wiring")),
          entry(
              "jsonschema",
              List.of("registry", "admin.view", "openapi", "schema", "stream", "wiring", "cli")),
          entry("schema", List.of("ingest", "wiring", "benchmark", "reliability", "cli")),
          entry("cloudevents", List.of("http", "wiring")),
          entry(
              "protobuf",
              List.of(
                  "stream",
                  "schema",
                  "rpc",
                  "openapi",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry("registry", List.of("wiring")),
          entry("fetch", List.of("registry", "security")),
          entry(
              "event",
              List.of(
                  "outbox",
                  "http",
                  "rpc",
                  "ingest",
                  "sink",
                  "schema",
                  "cloudevents",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry(
              "stream",
              List.of(
                  "source",
                  "outbox",
                  "admin.view",
                  "http",
                  "rpc",
                  "ingest",
                  "sink",
                  "schema",
                  "cloudevents",
                  "registry",
                  "openapi",
                  "event",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry(
              "framing",
              List.of("stream", "registry", "wiring", "benchmark", "reliability", "cli")),
          entry("logging", List.of("outbox", "admin", "http", "rpc", "sink", "security")),
          entry(
              "ledger",
              List.of(
                  "source",
                  "outbox",
                  "admin.view",
                  "http",
                  "rpc",
                  "ingest",
                  "telemetry",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry(
              "config",
              List.of(
                  "source",
                  "outbox",
                  "admin",
                  "http",
                  "rpc",
                  "sink",
                  "idempotency",
                  "limit",
                  "security",
                  "privacy",
                  "telemetry",
                  "registry",
                  "stream",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry("idempotency", List.of("admin.view", "http", "ingest", "wiring", "benchmark")),
          entry("hotkey", List.of("admin.view", "ingest", "wiring")),
          entry("calibration", List.of("wiring", "cli")),
          entry(
              "microbatch",
              List.of(
                  "admin.view",
                  "calibration",
                  "cli",
                  "http",
                  "idempotency",
                  "ingest",
                  "sink",
                  "telemetry",
                  "wiring",
                  "benchmark",
                  "reliability")));

  @Test
  void arrowsPointOneWay() {
    Architectures.LayeredArchitecture rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("reliability")
            .definedBy("com.reactive.platform.reliability..")
            .layer("benchmark")
            .definedBy("com.reactive.platform.kafka.benchmark..")
            .layer("cli")
            .definedBy("com.reactive.platform.cli..")
            .layer("testbed")
            .definedBy("com.reactive.platform.testbed..")
            .layer("embedded")
            .definedBy("com.reactive.platform.kafka.embedded..")
            .layer("outbox")
            .definedBy("com.reactive.platform.outbox..")
            .layer("reader")
            .definedBy("com.reactive.platform.reader..")
            .layer("wiring")
            .definedBy(GATEWAY)
            .whereLayer("reliability")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("benchmark")
            .mayOnlyBeAccessedByLayers("reliability")
            .whereLayer("cli")
            .mayOnlyBeAccessedByLayers("benchmark", "reliability")
            .whereLayer("testbed")
            .mayOnlyBeAccessedByLayers("benchmark", "reliability")
            .whereLayer("embedded")
            .mayOnlyBeAccessedByLayers("benchmark", "reliability", "cli", "testbed")
            .whereLayer("outbox")
            .mayOnlyBeAccessedByLayers("benchmark", "reliability", "cli")
            .whereLayer("wiring")
            .mayOnlyBeAccessedByLayers("benchmark", "reliability", "cli");
    for (String layer : USERS.keySet()) {
      rule = rule.layer(layer).definedBy(GATEWAY + "." + layer + "..");
    }
    for (Map.Entry<String, List<String>> users : USERS.entrySet()) {
      rule =
          rule.whereLayer(users.getKey())
              .mayOnlyBeAccessedByLayers(users.getValue().toArray(String[]::new));
    }
    rule =
        rule.whereLayer("reader")
            .mayOnlyBeAccessedByLayers("sink", "cli", "benchmark", "reliability");
    rule.withOptionalLayers(true).check(CLASSES);
  }

  @Test
  void theBatcherKnowsNothingButTheJdkAndItsTwoLibraries() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".microbatch..")
        .should()
        .dependOnClassesThat(
            outside(
                "java..",
                "com.sun.management..",
                "org.sqlite..",
                "org.HdrHistogram..",
                GATEWAY + ".microbatch.."))
        .check(CLASSES);
  }

  @Test
  void theCalibrationPolicyKnowsNoDatabaseAndNoFile() {
    noClasses()
        .that()
        .haveNameMatching(
            ".*\\.microbatch\\.adaptive\\.(CalibrationController|LevelLearner|Exploration|ExpectedCost"
                + "|LimitsComparison|Window|Trial|LimitsBox)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "java.io..", "java.nio..", "java.time..", "org.sqlite..")
        .check(CLASSES);
  }

  /** Connections and TLS are Netty's. Of addresses its parser alone is used. */
  @Test
  void onlyConnectionsKnowNetty() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + "..")
        .and()
        .resideOutsideOfPackages(
            GATEWAY + ".http..",
            GATEWAY + ".admin..",
            GATEWAY + ".net..",
            GATEWAY + ".security..",
            GATEWAY + ".sink.kafka",
            GATEWAY + ".limit..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".sink.kafka")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("io.netty..")
                .and(DescribedPredicate.not(JavaClass.Predicates.simpleName("EventLoop"))))
        .as("the Kafka sink knows of Netty that there are event loops")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".limit..")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("io.netty..").and(outside("io.netty.util..")))
        .check(CLASSES);
  }

  @Test
  void onlyTheKafkaSinkUsesKafkasClient() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + "..")
        .and()
        .resideOutsideOfPackage(GATEWAY + ".sink.kafka..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .check(CLASSES);
  }

  @Test
  void ingestKnowsNeitherHttpNorKafka() {
    noClasses()
        .that()
        .resideInAPackage(GATEWAY + ".ingest..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.netty..",
            "org.apache.kafka..",
            GATEWAY + ".http..",
            GATEWAY + ".admin..",
            GATEWAY + ".sink.kafka..",
            GATEWAY + ".sink.spool..")
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> outside(String... packages) {
    return DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages));
  }
}
