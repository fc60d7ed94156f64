package com.reactive.platform.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
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
      paramLabel = "HOST:PORT",
      description =
          "The gateway's admin port (default: that of `reactive up`, else 127.0.0.1:9464).")
  private String admin;

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
    String status = fetch(address);
    StatusTable table = StatusTable.parse(status);
    spec.commandLine().getOut().print(json ? status : table.render());
    spec.commandLine().getOut().flush();
    return table.ready() ? 0 : 1;
  }

  private static String fetch(String address) throws InterruptedException {
    HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    try {
      URI uri = URI.create("http://" + address + "/status");
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailedException("no gateway answers at " + address);
    }
  }
}
