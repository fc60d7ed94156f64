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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The arrows between packages point one way only; see the README's "How it is laid out". */
class ArchitectureTest {
  private static final String GATEWAY = "com.reactive.platform.gateway";
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
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
          "com.reactive.platform.cli.ReactiveCli"
        }) {
      assertThat(CLASSES.contain(type)).as(type).isTrue();
    }
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("com.reactive.platform.(**)").should().beFreeOfCycles().check(CLASSES);
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
          entry("admin", List.of("wiring", "cli")),
          entry("http", List.of("wiring", "benchmark", "reliability", "cli")),
          entry("openapi", List.of("wiring", "cli")),
          entry("sink", List.of("wiring", "benchmark", "reliability", "cli")),
          entry("limit", List.of("http", "wiring")),
          entry("net", List.of("http", "admin")),
          entry(
              "security",
              List.of("http", "admin", "limit", "wiring", "benchmark", "reliability", "cli")),
          entry("telemetry", List.of("http", "sink", "wiring", "benchmark", "reliability", "cli")),
          entry("schema", List.of("http", "wiring", "benchmark", "reliability", "cli")),
          entry("cloudevents", List.of("http", "wiring")),
          entry("registry", List.of("wiring")),
          entry("fetch", List.of("registry", "security")),
          entry(
              "event",
              List.of(
                  "http",
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
                  "http",
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
          entry("logging", List.of("admin", "http", "sink", "security")),
          entry("ledger", List.of("http", "telemetry", "wiring", "cli")),
          entry(
              "config",
              List.of(
                  "admin",
                  "http",
                  "sink",
                  "limit",
                  "security",
                  "telemetry",
                  "registry",
                  "stream",
                  "wiring",
                  "benchmark",
                  "reliability",
                  "cli")),
          entry(
              "microbatch",
              List.of("http", "sink", "telemetry", "wiring", "benchmark", "reliability")));

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
            ".*\\.microbatch\\.(CalibrationController|LevelLearner|Exploration|ExpectedCost"
                + "|LimitsComparison|Window|Trial|LimitsBox)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "java.io..", "java.nio..", "java.time..", "org.sqlite..")
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
  void whatIsBehindTheDataPortUsesNoNetty() {
    noClasses()
        .that()
        .resideInAnyPackage(
            GATEWAY + ".sink..",
            GATEWAY + ".event..",
            GATEWAY + ".stream..",
            GATEWAY + ".schema..",
            GATEWAY + ".registry..",
            GATEWAY + ".cloudevents..",
            GATEWAY + ".telemetry..",
            GATEWAY + ".ledger..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> outside(String... packages) {
    return DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages));
  }
}
