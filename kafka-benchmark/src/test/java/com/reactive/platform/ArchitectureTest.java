package com.reactive.platform;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
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
          "com.reactive.platform.kafka.benchmark.jmh.JmhSuite",
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

  @Test
  void arrowsPointOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("cli")
        .definedBy("com.reactive.platform.cli..")
        .layer("benchmark")
        .definedBy("com.reactive.platform.kafka.benchmark..")
        .layer("embedded")
        .definedBy("com.reactive.platform.kafka.embedded..")
        .layer("wiring")
        .definedBy(GATEWAY)
        .layer("admin")
        .definedBy(GATEWAY + ".admin..")
        .layer("http")
        .definedBy(GATEWAY + ".http..")
        .layer("kafka")
        .definedBy(GATEWAY + ".kafka..")
        .layer("event")
        .definedBy(GATEWAY + ".event..")
        .layer("schema")
        .definedBy(GATEWAY + ".schema..")
        .layer("stream")
        .definedBy(GATEWAY + ".stream..")
        .layer("telemetry")
        .definedBy(GATEWAY + ".telemetry..")
        .layer("security")
        .definedBy(GATEWAY + ".security..")
        .layer("ledger")
        .definedBy(GATEWAY + ".ledger..")
        .layer("config")
        .definedBy(GATEWAY + ".config..")
        .layer("microbatch")
        .definedBy(GATEWAY + ".microbatch..")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("benchmark")
        .mayOnlyBeAccessedByLayers("cli")
        .whereLayer("embedded")
        .mayOnlyBeAccessedByLayers("benchmark", "cli")
        .whereLayer("wiring")
        .mayOnlyBeAccessedByLayers("benchmark", "cli")
        .whereLayer("admin")
        .mayOnlyBeAccessedByLayers("wiring", "cli")
        .whereLayer("http")
        .mayOnlyBeAccessedByLayers("wiring", "cli")
        .whereLayer("kafka")
        .mayOnlyBeAccessedByLayers("wiring", "benchmark", "cli")
        .whereLayer("event")
        .mayOnlyBeAccessedByLayers("http", "kafka", "schema", "wiring", "benchmark", "cli")
        .whereLayer("schema")
        .mayOnlyBeAccessedByLayers("http", "wiring", "benchmark")
        .whereLayer("telemetry")
        .mayOnlyBeAccessedByLayers("http", "kafka", "wiring", "benchmark")
        .whereLayer("security")
        .mayOnlyBeAccessedByLayers("http", "wiring", "cli")
        .whereLayer("ledger")
        .mayOnlyBeAccessedByLayers("http", "telemetry", "wiring", "cli")
        .whereLayer("config")
        .mayOnlyBeAccessedByLayers(
            "admin",
            "http",
            "kafka",
            "stream",
            "telemetry",
            "security",
            "wiring",
            "benchmark",
            "cli")
        .whereLayer("microbatch")
        .mayOnlyBeAccessedByLayers("http", "kafka", "telemetry", "wiring", "benchmark")
        .check(CLASSES);
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
            ".*\\.microbatch\\.(CalibrationController|LevelLearner|Exploration|Expectation"
                + "|Comparison|Window|Trial|LimitsBox)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "java.io..", "java.nio..", "java.time..", "org.sqlite..")
        .check(CLASSES);
  }

  @Test
  void httpKnowsNoKafkaAndTheEventNeither() {
    noClasses()
        .that()
        .resideInAnyPackage(GATEWAY + ".http..", GATEWAY + ".event..", GATEWAY + ".admin..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.kafka..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAnyPackage(GATEWAY + ".kafka..", GATEWAY + ".event..", GATEWAY + ".ledger..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.netty..")
        .check(CLASSES);
  }

  private static DescribedPredicate<JavaClass> outside(String... packages) {
    return DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages));
  }
}
