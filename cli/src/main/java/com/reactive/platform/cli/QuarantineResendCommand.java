package com.reactive.platform.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "resend",
    mixinStandardHelpOptions = true,
    description = {
      "Post bodies again under their ids: as they are, after the schema was changed, or one of them"
          + " mended. Of several with one id, the latest.",
      "An event that is in the topic already is not written again, as long as its key is remembered.",
      "Exit code 1 if one of them is refused again, or not there."
    },
    footer = {"", "Example: ./reactive quarantine resend orders ord-1 --body order.json"})
final class QuarantineResendCommand implements Callable<Integer> {
  private static final String DEFAULT_HTTP = "http://127.0.0.1:8080";
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final int OK = 200;
  private static final int NOT_OK = 300;

  @Spec private CommandSpec spec;

  @Mixin private QuarantineTopic quarantine;

  @Parameters(index = "1..*", paramLabel = "ID", description = "Event ids, as `list` prints them.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All bodies of the stream, or all of --reason.")
  private boolean all;

  @Option(
      names = "--body",
      paramLabel = "FILE",
      description = "Post this instead of the body of the one ID.")
  private Path file;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Data port of the gateway (default: that of `reactive up`, else " + DEFAULT_HTTP + ").")
  private String url;

  @Option(
      names = "--api-key-file",
      paramLabel = "FILE",
      description = "File with the key for the data port.")
  private Path apiKeyFile;

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
  private final Map<String, QuarantinedBody> chosen = new LinkedHashMap<>();
  private List<String> routes;
  private String base;
  private byte[] mended;
  private String apiKey;
  private boolean failed;

  @Override
  public Integer call() throws Exception {
    if (all == !ids.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "name ids, or --all, and not both");
    }
    if (file != null && ids.size() != 1) {
      throw new ParameterException(spec.commandLine(), "--body needs one id");
    }
    ids.forEach(id -> chosen.put(id, null));
    mended = file == null ? null : Files.readAllBytes(file);
    apiKey = apiKeyFile == null ? null : Files.readString(apiKeyFile).strip();
    routes = quarantine.layout().routes();
    base =
        url != null
            ? url
            : quarantine.source().running().map(RunningInstance::http).orElse(DEFAULT_HTTP);
    if (all) {
      // Twice, since all of them need not fit into memory.
      Map<String, QuarantinedBody> latest = new HashMap<>();
      quarantine.read(body -> latest.merge(body.id(), body.withoutBody(), (a, b) -> b.orLater(a)));
      quarantine.read(body -> resendIf(body, latest.get(body.id())));
    } else {
      quarantine.read(this::choose);
      chosen.forEach(this::resendOrMiss);
    }
    spec.commandLine().getOut().flush();
    return failed ? 1 : 0;
  }

  private void resendIf(QuarantinedBody body, QuarantinedBody latest) {
    if (latest != null && body.place().equals(latest.place())) {
      resend(body);
    }
  }

  private void choose(QuarantinedBody body) {
    if (chosen.containsKey(body.id())) {
      chosen.put(body.id(), body.orLater(chosen.get(body.id())));
    }
  }

  private void resendOrMiss(String id, QuarantinedBody body) {
    if (body == null) {
      failed = true;
      report(id, "is not in the quarantine");
    } else {
      resend(body);
    }
  }

  private void resend(QuarantinedBody body) {
    Optional<String> path = body.path(routes);
    if (body.isRow() || path.isEmpty()) {
      failed = true;
      report(
          body.id(),
          body.isRow()
              ? "is a row of an outbox: insert it again, mended"
              : "no route of the stream fits its path");
      return;
    }
    try {
      HttpResponse<String> response = post(body, path.get());
      boolean accepted = response.statusCode() >= OK && response.statusCode() < NOT_OK;
      failed |= !accepted;
      report(body.id(), response.statusCode() + " " + response.body());
    } catch (IOException e) {
      throw new CommandFailedException("cannot post to " + base + ": " + e);
    } catch (IllegalArgumentException e) { // what is in the topic need not fit a header
      failed = true;
      report(body.id(), "cannot be posted: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailedException("interrupted; the rest was not sent");
    }
  }

  private void report(String id, String what) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(QuarantinedBody.line(id + "  " + what));
  }

  private HttpResponse<String> post(QuarantinedBody body, String path)
      throws IOException, InterruptedException {
    byte[] bytes = mended == null ? body.body() : mended;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .timeout(TIMEOUT)
            .header("Content-Type", body.contentType())
            .header("Idempotency-Key", body.id())
            .POST(HttpRequest.BodyPublishers.ofByteArray(bytes));
    body.cloudEventHeaders().forEach(request::header);
    if (!body.schemaVersion().isEmpty()) {
      request.header("Schema-Version", body.schemaVersion());
    }
    if (apiKey != null) {
      request.header("X-API-Key", apiKey);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
