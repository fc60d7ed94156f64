package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.reactive.platform.gateway.admin.AdminConfig;
import com.reactive.platform.gateway.admin.AdminResponse;
import com.reactive.platform.gateway.admin.AdminServer;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.testing.Browser;
import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;

/** What the live page says, in a browser, is what is so. */
@ExtendWith(KafkaExtension.class)
class DashboardIT {
  private static final String GOOD = "Healthy";
  private static final String TOPIC = "counter-events";

  /** Duration of each scene before its pictures are taken; 0: none are. */
  private static final int SCENE_SECONDS = Integer.getInteger("dashboard.scene-seconds", 0);

  private static final String SNAPSHOT =
      """
      {"time":TIME,"version":"1","uptimeSeconds":61,"mood":"good","headline":"All is told",
      "detail":"","connections":3,"http2Connections":2,
      "protocols":{"http1":0,"grpc":41},"protocolMicros":{"grpc":{"count":5,"p50":900,"p99":2500}},"inFlight":0,"rates":{"received":0,"acked":0},
      "answers":{},"micros":{"count":0},
      "latency":{"shortestBudgetMillis":140,"longestBudgetMillis":140},"slow":false,"lagging":false,
      "cpuSaturated":false,"eventLoopLagMillis":1.5,"cpuCores":0.4,"availableCores":2,"ledger":{"received":0,"acked":0,"failed":0,
      "shed":0,"rejected":0,"inFlight":0,"balanced":true},"batcher":{"level":"fixed",
      "flushBytes":1,"flushMicros":1,"batchesPerSecond":0,"pendingMessages":0,
      "pendingBytes":0,"budgetBytes":1,"fillPercent":0,"inFlightBatches":0,
      "messages":{"count":0},"bytes":{"count":0}},"kafka":{"state":"ready","detail":"",
      "bootstrapServers":"k:1",
      "topics":[{"topic":"orders","state":"degraded","partitions":12,"leaderless":1,"replicas":3,"inSync":1,
      "minInsyncReplicas":2}],
      "brokers":[{"id":4,"micros":{"count":20,"mean":1500,"p50":1200,"p99":9000}}]},
      "limits":[{"limit":"in-flight","refused":3,"most":200,"used":50},
      {"limit":"address","refused":0,"perSecond":10,"burst":10,"instances":4,"sharePerSecond":2.5,
      "shareBurst":3},{"limit":"address-bytes","refused":0,"perSecond":0,"burst":0},
      {"limit":"caller","refused":0}],"sources":{"outbox":{"state":"streaming","detail":"","events":5,
      "lagMillis":12,"lagBytes":2048}},"streams":[],
      "hotKeys":[{"stream":"orders","key":"k <b>1</b>","perSecond":80,"percent":42}],
      "problems":[{"stream":"orders","problem":"schema-mismatch","count":7,"perSecond":0.5,
      "time":0,"detail":"must be <i>one</i>","pointer":"/a"}]}
      """;

  private static Browser browser;

  @TempDir Path directory;

  @BeforeAll
  static void startBrowser() {
    Optional<Browser> found = Browser.start();
    assumeTrue(
        found.isPresent(),
        "SKIPPED: the live page is not tested, because chromium or chromedriver is not installed"
            + " (apt-get install chromium chromium-driver)");
    browser = found.get();
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void asNew() {
    browser.resize(1920, 1080, false);
    browser.prefers("light");
    browser.open("about:blank");
    browser.errors();
  }

  @Test
  void atRestItSaysThatAllIsWell(TestKafka kafka) throws Exception {
    try (Gateway gateway =
        TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), Map.of())) {
      open(gateway);
      awaitText("headline", GOOD);
      awaitText("detail", "No traffic");
      assertThat(browser.title()).startsWith(GOOD);
      assertThat(browser.text("received")).isEqualTo("0");
      awaitText("balance", "✓ adds up");
      assertThat(browser.text("k-brokers")).isEqualTo(kafka.bootstrapServers());
      TestGateway.await(
          "settings and calibration are there, levels that cannot differ in one row",
          () ->
              browser.elements("#calibration tr").size() == 4
                  && browser.elements("#settings tr").size() > 10);
      assertFitsEverywhere();
      for (WebElement details : browser.elements("details")) {
        details.findElement(By.tagName("summary")).click();
      }
      assertFitsEverywhere();
      assertThat(browser.errors()).isEmpty();
    }
  }

  /** By keyboard alone: each heading has one stop, what it opens has more. */
  @Test
  void headingsNameTheirMetricsWhichLeadToTheirValues(TestKafka kafka) throws Exception {
    try (Gateway gateway =
        TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), Map.of())) {
      open(gateway);
      awaitText("headline", GOOD);
      for (WebElement heading :
          browser.elements("figure[data-metrics], h2[data-metrics], h3[data-metrics]")) {
        String names = heading.getDomAttribute("data-metrics").replace(" ", ", ");
        assertThat(browser.elements("[aria-label$=': " + names + "']")).as(names).isNotEmpty();
      }
      WebElement button =
          browser.element(
              "[aria-label='Metrics: jvm_cpu_time_seconds_total, reactive_http_loop_delay_seconds']");
      WebElement link = browser.element("a[href^='metrics#:~:text=jvm_cpu_time_seconds_total']");
      assertThat(link.isDisplayed()).isFalse();
      button.sendKeys(Keys.ENTER);
      assertThat(link.isDisplayed()).isTrue();
      assertThat(button.getDomAttribute("aria-expanded")).isEqualTo("true");
      link.sendKeys(Keys.ESCAPE);
      assertThat(link.isDisplayed()).isFalse();
      assertThat(browser.run("return document.activeElement.textContent")).isEqualTo("i");
      button.sendKeys(Keys.ENTER);
      assertThat(browser.errors()).isEmpty();
      browser.open(link.getDomProperty("href"));
      assertThat(browser.element("body").getText()).contains("\njvm_cpu_time_seconds_total");
    }
  }

  /** No width makes the page wider than the screen, and the colours follow the system. */
  private static void assertFitsEverywhere() {
    for (String scheme : new String[] {"light", "dark"}) {
      browser.prefers(scheme);
      for (int width : new int[] {320, 390, 768, 1280, 1920, 3840}) {
        browser.resize(width, width < 768 ? 740 : width * 9 / 16, width < 768);
        long overflow =
            (Long) browser.run("return document.documentElement.scrollWidth - window.innerWidth");
        assertThat(overflow).as("pixels too wide at %d", width).isLessThanOrEqualTo(0);
      }
      String background = (String) browser.run("return getComputedStyle(document.body).color");
      assertThat(background)
          .isEqualTo(scheme.equals("dark") ? "rgb(238, 243, 248)" : "rgb(21, 32, 43)");
    }
    browser.prefers("light");
    browser.resize(1920, 1080, false);
  }

  /** Rest, load, Kafka gone, Kafka back: one gateway's day, with the pictures for the docs. */
  @Test
  void itTellsTheTruthThroughLoadAndOutage() throws Exception {
    try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic(TOPIC, 3).start();
        Gateway gateway = TestGateway.start(kafka.bootstrapServers(), TOPIC, seeded(kafka))) {
      open(gateway);
      awaitText("headline", GOOD);
      scene("rest");

      AtomicBoolean goOn = new AtomicBoolean(true);
      Poster poster = new Poster(gateway::httpPort, 16, goOn::get);
      Thread clumsy = new Thread(() -> postNonsense(gateway, goOn), "clumsy");
      clumsy.start();
      TestGateway.await("events are seen", () -> number("received") > 100);
      awaitText("detail", "Nothing rejected, nothing failed");
      TestGateway.await("latency is seen", () -> browser.text("p99").matches("[\\d.,]+ (µs|ms|s)"));
      awaitText("headline", GOOD);
      assertThat(browser.text("budget")).matches("5.1\\s+s");
      TestGateway.await("lag is seen", () -> browser.text("lag").matches("[\\d.,]+ (µs|ms|s)"));
      TestGateway.await("CPU is seen", () -> number("cpu") > 0);
      TestGateway.await("acknowledgements are seen", () -> number("acked") > 0);
      TestGateway.await("4xx are seen", () -> !cell("#streams td:nth-child(4)").equals("0"));
      TestGateway.await(
          "replicas are seen", () -> cell("#streams td:nth-child(8)").equals("1 (1)"));
      awaitMatch("protocols", "HTTP/1.1 [\\d.,]+ 100 % .*s .*s");
      awaitText("topics-about", "1 topic: all partitions led, all replicas in sync");
      awaitText("limits-about", "none reached in the last minute");
      clickDetails();
      awaitText("topics", "counter-events ready 3 0 1 1 1");
      awaitMatch("brokers", "Broker \\d+ [\\d,]+ .*s .*s .*s");
      clickDetails();
      awaitMatch("problems", "counter schema-mismatch .* /sessionId: sessionId must be a string");
      awaitMatch("hour-about", "(no trouble )?since \\d\\d:\\d\\d:\\d\\d");
      scene("load");
      browser.element("#range-hour").click();
      assertThat(browser.element("#range-hour").getDomAttribute("aria-pressed")).isEqualTo("true");
      assertThat(shownSeconds()).isGreaterThanOrEqualTo(600);
      browser.element("#batching-details summary").click();
      browser.element("#batching-details summary").click();
      browser.element("#range-minutes").click();
      assertThat(shownSeconds()).isLessThanOrEqualTo(300);
      browser.run("scrollTo(0, 0)");
      assertThat(browser.errors()).isEmpty();

      BrokerNode broker = kafka.nodes().get(0);
      broker.kill();
      awaitMatch("headline", "Kafka unreachable for \\d+ s: rejecting events \\(503\\)");
      TestGateway.await("refusals are seen", () -> number("refused") > 0);
      assertThat(browser.text("k-state")).isEqualTo("unreachable");
      awaitText("topics-about", "1 unreachable, as last seen");
      assertThat(gateway.ready()).isFalse();
      scene("kafka-down");

      awaitMatch("incidents", "(?s).* to .*: Kafka unreachable: rejecting events \\(503\\).*");
      broker.start();
      awaitText("headline", GOOD);
      open(gateway);
      awaitMatch("incidents", "(?s).* to .*: Kafka unreachable: rejecting events \\(503\\).*");
      goOn.set(false);
      poster.await();
      clumsy.join();
      TestGateway.await("all is quiet", () -> gateway.ledger().inFlight() == 0);
      assertAgrees(gateway.ledger());
    }
  }

  private static long shownSeconds() {
    String chart = "Chart.getChart(document.querySelector('[data-chart=events] canvas'))";
    return -((Number) browser.run("return " + chart + ".options.scales.x.min")).longValue();
  }

  private static void postNonsense(Gateway gateway, AtomicBoolean goOn) {
    while (goOn.get()) {
      try (WireClient client = new WireClient(gateway.httpPort())) {
        while (goOn.get()) {
          client.exchange(WireClient.post("/api/counter", "", "{\"sessionId\":1}"));
          LockSupport.parkNanos(40_000_000);
        }
      } catch (IOException e) {
        // Once more.
      }
    }
  }

  private static void assertAgrees(Ledger.Snapshot ledger) throws InterruptedException {
    awaitText("l-received", written(ledger.received()));
    awaitText("l-acked", written(ledger.total(Category.ACKED)));
    awaitText("l-failed", written(ledger.total(Category.FAILED)));
    awaitText("l-shed", written(ledger.total(Category.SHED)));
    awaitText("l-rejected", written(ledger.total(Category.REJECTED)));
    awaitText("l-inflight", "0");
    awaitText("balance", "✓ adds up");
    assertThat(ledger.total(Category.ACKED)).isPositive();
    assertThat(ledger.total(Category.SHED)).isPositive();
    assertThat(ledger.total(Category.REJECTED)).isPositive();
  }

  private static String written(long count) {
    return String.format(Locale.ENGLISH, "%,d", count);
  }

  @Test
  void aLevelIsResetAfterAQuestionAndThenAll(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    Map<String, String> learned = seeded(kafka.bootstrapServers());
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, learned)) {
      open(gateway);
      TestGateway.await("it has learned", () -> observed("L3_LOW") > 0);
      long others = observed("L4_MODERATE");

      browser.clickNow("[aria-label='Reset L3_LOW']");
      browser.element("#confirm-no").click();
      assertThat(observed("L3_LOW")).isPositive();

      browser.clickNow("[aria-label='Reset L3_LOW']");
      assertThat(browser.text("confirm-text")).contains("L3_LOW");
      browser.element("#confirm-yes").click();
      awaitText("reset-said", "Reset: L3_LOW.");
      TestGateway.await("it is forgotten", () -> observed("L3_LOW") == 0);
      assertThat(observed("L4_MODERATE")).isEqualTo(others).isPositive();

      browser.element("#reset-all").click();
      browser.element("#confirm-yes").click();
      awaitText("reset-said", "Reset: all levels.");
      TestGateway.await("all is forgotten", () -> observed("L4_MODERATE") == 0);
      assertThat(browser.errors()).isEmpty();
    }
  }

  private static long observed(String level) {
    return Long.parseLong(
        String.valueOf(
            browser.run(
                "for (const row of document.querySelectorAll('#calibration tr'))"
                    + " if (row.cells[0].textContent === '"
                    + level
                    + "') return row.cells[4].textContent; return '-1'")));
  }

  private Map<String, String> seeded(EmbeddedKafka kafka) {
    return seeded(kafka.bootstrapServers());
  }

  /** As if it had run for a while: some levels have been observed. */
  private Map<String, String> seeded(String bootstrapServers) {
    Map<String, String> settings =
        Map.of(
            "REACTIVE_BATCH_CALIBRATION_FILE",
            directory.resolve("learned.db").toString(),
            // However busy the machine is, this is not slow.
            "REACTIVE_BATCH_MAX_LATENCY_MS",
            "2500");
    GatewayConfig config =
        GatewayConfig.from(Settings.of(TestGateway.environment(bootstrapServers, TOPIC, settings)));
    try (BatchCalibration calibration =
        BatchCalibration.create(
            directory.resolve("learned.db"), config.batching().calibration(config.kafka()))) {
      for (PressureLevel level : PressureLevel.values()) {
        boolean usual =
            level.compareTo(PressureLevel.L2_FAST) > 0
                && level.compareTo(PressureLevel.L6_THROUGHPUT) < 0;
        for (int i = 0; usual && i < 30; i++) {
          long events = level.minRequestsPer10s() * 2 + i;
          calibration.observe(
              new Observation(
                  level,
                  calibration.getBestConfigForPressure(level),
                  events,
                  events * 200,
                  10_000_000_000L,
                  events * 40_000 + 100_000_000,
                  3_000_000,
                  false,
                  true));
        }
      }
    }
    return settings;
  }

  @Test
  void silenceIsShownAtOnceAndEndsByItself(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    // None that a connection may get meanwhile.
    Map<String, String> samePort = Map.of("REACTIVE_ADMIN_PORT", Integer.toString(FreePorts.any()));
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, samePort)) {
      open(gateway);
      awaitText("headline", GOOD);
    }
    awaitMatch("headline", "No data for \\d+ s: the gateway does not respond");
    assertThat(browser.element("body").getDomAttribute("data-mood")).isEqualTo("gone");
    browser.screenshot("silent");

    try (Gateway again = TestGateway.start(kafka.bootstrapServers(), topic, samePort)) {
      assertThat(again.ready()).isTrue();
      awaitText("headline", GOOD);
    }
  }

  @Test
  void theTokenIsAskedForUntilItIsRight() throws Exception {
    try (AdminServer server =
        AdminServer.builder(new AdminConfig("127.0.0.1", 0))
            .get("/status", () -> AdminResponse.json("{\"settings\":{}}"))
            .get("/calibration", () -> AdminResponse.json("{\"adaptive\":false}"))
            .get("/metrics", () -> AdminResponse.text(200, "metric 1"))
            .dashboard("/dashboard")
            .authorized("Bearer s3cret"::equals)
            .start()) {
      AtomicBoolean goOn = new AtomicBoolean(true);
      Thread feed = new Thread(() -> publish(server, goOn), "feed");
      feed.start();
      browser.open("http://127.0.0.1:" + server.port() + "/dashboard");
      awaitText("headline", "Admin token required");
      type("wrong");
      awaitText("ask-text", "Invalid token");
      type("s3cret");
      awaitText("headline", "All is told");
      awaitMatch("protocols", "gRPC 41 100 % 900\\sµs 2.5\\sms");
      awaitText("limits-about", "3 refused in the last minute");
      awaitMatch("topics-about", "1 with partitions that have no leader; 1 with fewer in sync .*");
      browser.element("#topics-details summary").click();
      browser.element("#limits-details summary").click();
      awaitText("topics", "orders degraded 12 1 3 1 2");
      awaitMatch("brokers", "Broker 4 20 1.5\\sms 1.2\\sms 9\\sms");
      awaitMatch("limits", "(?s)Events in flight 50 \\(25 %\\) 3 200\n.*");
      awaitMatch(
          "limits",
          "(?s).* – 0 2.5 per second, burst 3: the share of one in 4 instances\n"
              + "Bytes per address – 0 none\n.* – 0 each caller's own");
      awaitText("http2", "2");
      awaitText("hot-keys", "orders k <b>1</b> 80 42 %");
      awaitText("problems", "orders schema-mismatch 0.5 7 – /a: must be <i>one</i>");
      awaitMatch("source", "outbox: streaming · .* rows per second · 12.* behind · .* for it");
      browser.run(
          "window.open = () => ({ set location(url) { document.body.dataset.opened = url; } })");
      browser.clickNow("a[href^='metrics#']");
      TestGateway.await(
          "metrics are got with the token",
          () ->
              String.valueOf(browser.element("body").getDomAttribute("data-opened"))
                  .startsWith("blob:"));

      browser.open("http://127.0.0.1:" + server.port() + "/dashboard");
      awaitText("headline", "All is told");

      // The connection stands, the last snapshot is there for whoever comes: neither is news.
      goOn.set(false);
      feed.join();
      awaitMatch("headline", "No data for \\d+ s: the gateway does not respond");
      browser.forget();
    }
  }

  private static void publish(AdminServer server, AtomicBoolean goOn) {
    for (int time = 1; goOn.get(); time++) {
      String snapshot = SNAPSHOT.replace("TIME", Integer.toString(time)).replace("\n", "");
      server.publish(
          "{\"t\":%d,\"received\":0,\"acked\":0,\"answers\":[],\"reasons\":[]}".formatted(time),
          null,
          () -> snapshot);
      LockSupport.parkNanos(200_000_000);
    }
  }

  private static void type(String token) throws InterruptedException {
    TestGateway.await("the question is there", () -> browser.element("#token").isDisplayed());
    browser.element("#token").sendKeys(token);
    browser.element("#ask button").click();
  }

  private static void open(Gateway gateway) {
    browser.open("http://127.0.0.1:" + gateway.adminPort() + "/dashboard");
  }

  /** Lets it run a little, and takes pictures: wall, wall at night, phone, details. */
  private static void scene(String name) throws IOException, InterruptedException {
    if (SCENE_SECONDS == 0) {
      return;
    }
    Thread.sleep(1_000L * SCENE_SECONDS);
    browser.screenshot(name);
    browser.prefers("dark");
    picture(name + "-dark", 1920, 1080, false, "html");
    clickDetails();
    picture(name + "-details-dark", 1920, 1600, false, ".pair");
    browser.prefers("light");
    picture(name + "-details", 1280, 1600, false, ".pair");
    picture(name + "-details-phone", 390, 1600, true, ".pair");
    clickDetails();
    picture(name + "-phone", 390, 844, true, "html");
    picture(name + "-whole", 1280, 2000, false, "html");
    browser.resize(1920, 1080, false);
  }

  /** Opens those that are folded, or folds them again. */
  private static void clickDetails() {
    for (String id : new String[] {"topics-details", "limits-details"}) {
      browser.clickNow("#" + id + " summary");
    }
  }

  private static void picture(String name, int width, int height, boolean phone, String top)
      throws IOException, InterruptedException {
    browser.resize(width, height, phone);
    browser.run("document.querySelector('" + top + "').scrollIntoView()");
    Thread.sleep(1_500); // the next data draws the curves anew
    browser.screenshot(name);
  }

  private static double number(String id) {
    try {
      return Double.parseDouble(browser.text(id).replace(",", ""));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private static String cell(String css) {
    try {
      return browser.element(css).getText();
    } catch (WebDriverException e) {
      return "0"; // replaced in this very moment
    }
  }

  private static void awaitText(String id, String text) throws InterruptedException {
    TestGateway.await(id + " is '" + text + "'", () -> browser.text(id).equals(text));
  }

  private static void awaitMatch(String id, String pattern) throws InterruptedException {
    TestGateway.await(id + " is like '" + pattern + "'", () -> browser.text(id).matches(pattern));
  }
}
