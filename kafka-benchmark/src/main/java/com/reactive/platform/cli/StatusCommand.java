package com.reactive.platform.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Show what a running gateway does; exit 1 if none answers or it is not ready.")
final class StatusCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  @Spec private CommandSpec spec;

  @Option(
      names = "--admin",
      paramLabel = "URL",
      description = {
        "The gateway's admin port, as HOST:PORT or https://HOST:PORT (default: that of"
            + " `reactive up`, else 127.0.0.1:9464).",
        "Its certificate must be one that this Java trusts."
      })
  private String admin;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "The token of the admin port, as in admin.token-file.")
  private Path tokenFile;

  @Option(names = "--json", description = "Print the whole status as JSON.")
  private boolean json;

  @Mixin private DataDirOption dataDir;

  @Override
  public Integer call() throws Exception {
    String address = admin;
    if (address == null) {
      address =
          RunningInstance.find(dataDir.path).map(RunningInstance::admin).orElse("127.0.0.1:9464");
    }
    String status = fetch(address.contains("://") ? address : "http://" + address);
    StatusTable table = parse(status, address);
    spec.commandLine().getOut().print(json ? status : table.render());
    spec.commandLine().getOut().flush();
    return table.ready() ? 0 : 1;
  }

  private static StatusTable parse(String status, String address) {
    try {
      return StatusTable.parse(status);
    } catch (IOException e) {
      throw new CommandFailedException("what answers at " + address + " is no gateway");
    }
  }

  private String fetch(String url) throws InterruptedException {
    HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    HttpResponse<String> answer;
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url + "/status")).timeout(TIMEOUT);
      token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
      answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new CommandFailedException("no gateway answers at " + url);
    } catch (HttpTimeoutException e) {
      throw new CommandFailedException("no answer in time from " + url);
    } catch (SSLException e) {
      throw new CommandFailedException("no TLS with " + url + ": " + e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailedException("no proper answer from " + url + ": " + e.getMessage());
    }
    if (answer.statusCode() == 401) {
      throw new CommandFailedException(
          url
              + (tokenFile == null
                  ? " asks for a token (401); give it with --token-file"
                  : " does not accept this token (401)"));
    }
    if (answer.statusCode() != 200) {
      throw new CommandFailedException(url + "/status was answered " + answer.statusCode());
    }
    return answer.body();
  }

  private Optional<String> token() {
    if (tokenFile == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(tokenFile).strip());
    } catch (IOException e) {
      throw new CommandFailedException("cannot read the token: " + e);
    }
  }
}
