package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.testing.Browser;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.ResultsJson;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page, with what the tool writes for it. */
class ViewerTest {
  private static final Pattern RESULTS =
      Pattern.compile("reactiveResults\\(\"([^\"]*)\", \"([A-Za-z0-9+/=]*)\"\\);\n");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static Browser started;

  @TempDir Path reports;

  @Test
  void everyFileOfThePageIsWritten() throws IOException {
    ReportFiles.writeOverview(reports);

    assertThat(Viewer.FILES).allSatisfy(name -> assertThat(reports.resolve(name)).isNotEmptyFile());
    String page = Files.readString(reports.resolve("index.html"));
    assertThat(Viewer.FILES.stream().skip(1)).allSatisfy(name -> assertThat(page).contains(name));
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContainPattern("(?i)(src|href|action)\\s*=\\s*[\"']?\\s*(https?:)?//");
  }

  @Test
  void aFileThatIsTheSameIsLeftAlone() throws IOException {
    ReportFiles.writeOverview(reports);
    FileTime longAgo = FileTime.fromMillis(0);
    Files.setLastModifiedTime(reports.resolve("index.html"), longAgo);
    Files.writeString(reports.resolve("viewer/report.css"), "of an older version");

    ReportFiles.writeOverview(reports);

    assertThat(Files.getLastModifiedTime(reports.resolve("index.html"))).isEqualTo(longAgo);
    assertThat(reports.resolve("viewer/report.css")).content().contains(":root");
  }

  @Test
  void theScriptHoldsTheResult() throws IOException {
    BrochureResult result = SampleResults.comparison();
    ReportFiles.write(reports, result);

    JsonNode data = data(result);

    Path file = reports.resolve("read-back.json");
    Files.writeString(file, data.path("result").toString());
    assertThat(ResultsJson.read(file)).isEqualTo(result);
    assertThat(data.path("since").isNull()).isTrue();
    assertThat(data.path("quick").asText()).isEmpty();
  }

  @Test
  void theScriptTellsWhatChanged() throws IOException {
    BrochureResult result = SampleResults.single();
    ReportFiles.write(reports, SampleResults.again(result, "2026-11-22T08:00:00Z", 1));
    ReportFiles.write(reports, SampleResults.again(result, "2026-11-23T08:00:00Z", 1.2));
    ReportFiles.writeOverview(reports);

    assertThat(data(result).path("since").path("note").asText()).contains("1 of 3 figures");
    JsonNode trend = overview().path("trends").path(0);
    assertThat(trend.path("brochure").asText()).isEqualTo(result.brochure());
    assertThat(trend.path("points")).hasSize(2);
    assertThat(trend.path("points").path(1).path("perSecond").asDouble()).isBetween(67e3, 68e3);
  }

  @Test
  void committedScriptsHoldTheCommittedResults() throws IOException {
    String remedy = "of %s is stale: run ./reactive bench brochure report, and commit the result";
    Path committed = Path.of("../reports");
    List<Published> all = Published.all(committed);

    assertThat(all).isNotEmpty();
    for (Published published : all) {
      Path file = reports.resolve("read-back.json");
      Files.writeString(file, data(published).path("result").toString());
      assertThat(ResultsJson.read(file))
          .as("results.js " + remedy, published.brochure())
          .isEqualTo(published.latest().orElseThrow());
    }
    assertThat(Files.readString(committed.resolve("brochures/overview.js")))
        .as("overview.js " + remedy, "reports/brochures")
        .isEqualTo(OverviewData.of(Overview.read(committed)).script());
  }

  /** One library, in the live page of the gateway and here. */
  @Test
  void theChartingLibraryIsTheOneOfTheBuild() throws IOException {
    Properties about = new Properties();
    about.load(resource("/META-INF/maven/org.webjars.npm/chart.js/pom.properties"));
    String path = "/META-INF/resources/webjars/chart.js/%s/dist/chart.umd.min.js";
    String library =
        new String(
            resource(path.formatted(about.getProperty("version"))).readAllBytes(),
            StandardCharsets.UTF_8);
    Viewer.install(reports);

    assertThat(Files.readString(reports.resolve("viewer/chart.umd.min.js")).strip())
        .as("reports/viewer/chart.umd.min.js, to be copied anew from the webjar")
        .isEqualTo(library.replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip());
  }

  @Test
  void aBrowserDrawsEveryShape() throws Exception {
    List<BrochureResult> shapes = SampleResults.all();
    for (BrochureResult result : shapes) {
      ReportFiles.write(reports, result);
    }
    ReportFiles.writeOverview(reports);

    Browser browser = browser();
    open(browser, "");
    for (BrochureResult result : shapes) {
      assertThat(browser.elements("a[href='#" + result.brochure() + "']")).hasSize(1);
    }
    for (BrochureResult result : shapes) {
      open(browser, result.brochure());
      assertThat(browser.text("page"))
          .as(result.brochure())
          .contains("Results", "All the numbers", result.environment().cpu())
          .contains(result.runs().get(0).target());
      assertThat(browser.elements("figure:not([hidden]) canvas")).isNotEmpty();
    }
    open(browser, SampleResults.fastestFails().brochure());
    assertThat(browser.text("grid")).contains("100 %", "90 %", "FAIL", "3 of 3", "0 of 3");
    open(browser, "../elsewhere");
    assertThat(browser.text("page")).contains("There is no report of ../elsewhere.");
    assertThat(browser.errors()).as("of the console").isEmpty();
  }

  @Test
  void namesAreTextAndNeverMarkup() throws Exception {
    RunResult evil =
        new SampleRun("</script><b class=evil>", Role.SUBJECT, "<b class=evil>").rate(9).build();
    RunResult other = new SampleRun("other", Role.RIVAL, "<b class=evil>").rate(9).build();
    String title = "<b class=evil>title";
    ReportFiles.write(reports, SampleResults.result("evil", title, List.of(evil, other)));
    ReportFiles.writeOverview(reports);

    Browser browser = browser();
    for (String name : List.of("", "evil")) {
      open(browser, name);
      assertThat(browser.text("page")).contains(title);
      assertThat(browser.elements(".evil")).isEmpty();
    }
    assertThat(browser.text("page")).contains("</script><b class=evil>");
  }

  private JsonNode data(BrochureResult result) throws IOException {
    return data(new Published(reports, result.brochure()));
  }

  private static JsonNode data(Published published) throws IOException {
    Path script = published.folder().resolve("results.js");
    Matcher call = RESULTS.matcher(Files.readString(script));
    assertThat(call.matches()).isTrue();
    assertThat(call.group(1)).isEqualTo(published.brochure());
    byte[] packed = Base64.getDecoder().decode(call.group(2));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return new ObjectMapper().readTree(in);
    }
  }

  private JsonNode overview() throws IOException {
    String script = Files.readString(reports.resolve("brochures/overview.js"));
    assertThat(script).startsWith("reactiveOverview(").endsWith(");\n");
    return new ObjectMapper()
        .readTree(script.substring(script.indexOf('(') + 1, script.length() - 3));
  }

  private static InputStream resource(String name) {
    return Optional.ofNullable(ViewerTest.class.getResourceAsStream(name)).orElseThrow();
  }

  /** Its start takes seconds: one for all tests, with nothing left of the one before. */
  private static Browser browser() {
    if (started == null) {
      Optional<Browser> found = Browser.start();
      assumeTrue(
          found.isPresent(),
          "SKIPPED: the page of the reports is not tested in a browser, because chromium or"
              + " chromedriver is not installed (apt-get install chromium chromium-driver)");
      started = found.get();
    }
    started.errors();
    return started;
  }

  @AfterAll
  static void stopBrowser() {
    if (started != null) {
      started.close();
    }
  }

  /**
   * Opens the page from its file, and waits until it shows the brochure, or all if that is empty.
   */
  private void open(Browser browser, String brochure) throws InterruptedException {
    browser.open(reports.resolve("index.html").toUri() + "#" + brochure);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String shown = "return document.getElementById('page').dataset.shown";
    while (!brochure.equals(browser.run(shown))) {
      assertThat(System.nanoTime()).as("the page shows " + brochure).isLessThan(deadline);
      Thread.sleep(20);
    }
  }
}
