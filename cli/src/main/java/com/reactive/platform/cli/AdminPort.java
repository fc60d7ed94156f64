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
import javax.net.ssl.SSLException;

/** A running gateway's admin port, as its clients see it. */
final class AdminPort {
  static final String DEFAULT = "127.0.0.1:9464";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final String url;
  private final Optional<Path> tokenFile;

  /**
   * @param address {@code HOST:PORT}, or a URL without a path
   */
  AdminPort(String address, Optional<Path> tokenFile) {
    this.url = address.contains("://") ? address : "http://" + address;
    this.tokenFile = tokenFile;
  }

  String url() {
    return url;
  }

  /** The body of the answer 200; blocks for seconds at most. */
  String get(String path) throws InterruptedException {
    HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    HttpResponse<String> answer;
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path)).timeout(TIMEOUT);
      token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
      answer = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new CommandFailedException("cannot connect to " + url + "; is the gateway running?");
    } catch (HttpTimeoutException e) {
      throw new CommandFailedException(
          "no response from " + url + " within " + TIMEOUT.toSeconds() + " s");
    } catch (SSLException e) {
      throw new CommandFailedException("TLS handshake with " + url + " failed: " + e.getMessage());
    } catch (IOException | IllegalArgumentException e) {
      throw new CommandFailedException("invalid response from " + url + ": " + e.getMessage());
    }
    if (answer.statusCode() == 401) {
      throw new CommandFailedException(
          url
              + (tokenFile.isEmpty()
                  ? " requires a token (401); pass it with --token-file"
                  : " rejected the token (401)"));
    }
    if (answer.statusCode() != 200) {
      throw new CommandFailedException(url + path + " returned status " + answer.statusCode());
    }
    return answer.body();
  }

  private Optional<String> token() {
    if (tokenFile.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(tokenFile.get()).strip());
    } catch (IOException e) {
      throw new CommandFailedException("cannot read the token file: " + e);
    }
  }
}
