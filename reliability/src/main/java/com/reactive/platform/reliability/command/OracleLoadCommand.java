package com.reactive.platform.reliability.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.cli.StopSignal;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.reliability.oracle.LedgerCheck;
import com.reactive.platform.reliability.oracle.OracleLoad;
import com.reactive.platform.reliability.oracle.OracleProtocol;
import com.reactive.platform.reliability.oracle.OracleSettings;
import com.reactive.platform.reliability.oracle.PostingMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Post counter events, and record every request and response in a journal.",
      "Continues while the gateway is unavailable. Exit 0 when the journal is complete; 'oracle"
          + " check' compares it with the topic."
    },
    footer = {"", "Example: ./reactive bench oracle load --minutes 5 --journal /tmp/journal"})
final class OracleLoadCommand implements Callable<Integer> {
  private static final long MAX_MINUTES = 7 * 24 * 60;
  private static final Duration GRACE = Duration.ofSeconds(60);

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080/api/counter",
      description = "URL of the counter's route (default: ${DEFAULT-VALUE}); plain HTTP.")
  private URI url;

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      defaultValue = "counter-events",
      description = "Topic that a 201 must name (default: ${DEFAULT-VALUE}).")
  private String topic;

  @Option(
      names = "--journal",
      paramLabel = "DIR",
      required = true,
      description = "Folder for the journal; several loads may share one.")
  private Path journal;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "Duration of the load (default: ${DEFAULT-VALUE}); can be a fraction.")
  private double minutes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "16",
      description = "Default: ${DEFAULT-VALUE}.")
  private int connections;

  @Option(
      names = "--pipelined",
      paramLabel = "N",
      defaultValue = "1",
      description = "Requests in flight on each connection (default: ${DEFAULT-VALUE}).")
  private int pipelined;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Requests per second; 0: as fast as possible (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--async-per-mille",
      paramLabel = "N",
      defaultValue = "0",
      description = "Share of requests that ask for a 202 (default: ${DEFAULT-VALUE}).")
  private int async;

  @Option(
      names = "--bad-per-mille",
      paramLabel = "N",
      defaultValue = "0",
      description = "Share of requests that must be rejected (default: ${DEFAULT-VALUE}).")
  private int bad;

  @Option(
      names = "--resend",
      description =
          "Send each event again under its Idempotency-Key after a 503, a 504 or a lost connection,"
              + " until its outcome is final.")
  private boolean resend;

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      defaultValue = "http1",
      description = "Protocol: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OracleProtocol protocol;

  @Option(
      names = "--header",
      paramLabel = "LINE",
      description = "Additional header, such as 'X-API-Key: ...'; can be repeated.")
  private List<String> headers = List.of();

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      description =
          "Admin port of the gateway on this machine: its ledger is compared with the responses."
              + " Only if it is not restarted and has no other clients.")
  private Integer adminPort;

  @Override
  public Integer call() throws Exception {
    if (!(minutes > 0 && minutes <= MAX_MINUTES)) {
      throw new ParameterException(
          spec.commandLine(), "--minutes must be more than 0, at most " + MAX_MINUTES);
    }
    OracleSettings settings = settings();
    GatewayStatus status = adminPort == null ? null : new GatewayStatus(adminPort);
    JsonNode before = status == null ? null : status.fetch();
    List<String> problems = List.of();
    StopSignal stop = StopSignal.install();
    try (OracleLoad load = OracleLoad.start(settings)) {
      long start = System.nanoTime();
      long nanos = (long) (minutes * TimeUnit.MINUTES.toNanos(1));
      PrintWriter err = spec.commandLine().getErr();
      while (!stop.isReceived() && load.isAlive() && System.nanoTime() - start < nanos) {
        Thread.sleep(500);
        err.printf("\r%s ", counts(load));
        err.flush();
      }
      load.stop(GRACE);
      err.println();
      spec.commandLine().getOut().println(counts(load));
      if (status != null) {
        problems = LedgerCheck.ofRun(before, settled(status), load.sent(), load.counts());
      }
    }
    problems.forEach(problem -> spec.commandLine().getOut().println("  ✗ " + problem));
    return problems.isEmpty() ? 0 : 1;
  }

  /** Events with a 202 may still be on their way. */
  private static JsonNode settled(GatewayStatus status) throws IOException, InterruptedException {
    long start = System.nanoTime();
    JsonNode now = status.fetch();
    while (!LedgerCheck.ofWhatIs(now).isEmpty() && System.nanoTime() - start < GRACE.toNanos()) {
      Thread.sleep(200);
      now = status.fetch();
    }
    return now;
  }

  private OracleSettings settings() {
    try {
      return OracleSettings.of(url, topic, journal)
          .connections(connections, pipelined)
          .rate(rate)
          .shares(async, bad)
          .mode(new PostingMode(protocol, resend, false))
          .headers(headers)
          .build();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private static String counts(OracleLoad load) {
    Map<Integer, Long> answers = load.counts();
    return String.format(Locale.ROOT, "sent %,d", load.sent())
        + answers.entrySet().stream()
            .map(
                e ->
                    String.format(
                        Locale.ROOT,
                        ", %s %,d",
                        e.getKey() == 0 ? "no answer" : e.getKey(),
                        e.getValue()))
            .collect(Collectors.joining());
  }
}
