package com.reactive.platform.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import org.apache.kafka.common.config.ConfigException;

/** Kafka did not answer where the user said. The message is one sentence for the user. */
public final class KafkaUnreachableException extends IOException {
  private static final long serialVersionUID = 1;
  private static final int CONNECT_MILLIS = 2_000;

  /**
   * Blocks for up to two seconds, to tell a Kafka that is slow from none.
   *
   * @param asked what it was asked for: "the topic orders"
   * @param waited how long
   */
  public KafkaUnreachableException(
      String bootstrapServers, String asked, Duration waited, Throwable cause) {
    super(sentence(bootstrapServers, asked, waited, cause), cause);
  }

  private static String sentence(
      String bootstrapServers, String asked, Duration waited, Throwable cause) {
    Throwable bad = cause.getCause() instanceof ConfigException ? cause.getCause() : cause;
    if (bad instanceof ConfigException) {
      return bootstrapServers + " is no address of Kafka: " + bad.getMessage();
    }
    return "no answer from Kafka at "
        + bootstrapServers
        + " within "
        + waited.toSeconds()
        + " s, asked for "
        + asked
        + ": "
        + finding(bootstrapServers.split(",", -1)[0].strip());
  }

  private static String finding(String server) {
    int colon = server.lastIndexOf(':');
    try (Socket socket = new Socket()) {
      String host = server.substring(0, colon).replaceAll("[\\[\\]]", "");
      int port = Integer.parseInt(server.substring(colon + 1));
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return server
          + " accepts connections, so it is slow, no Kafka, or wants other security settings;"
          + " --timeout waits longer";
    } catch (ConnectException e) {
      return "nothing listens at " + server;
    } catch (UnknownHostException e) {
      return "the host of " + server + " is unknown";
    } catch (IOException | RuntimeException e) {
      return "no connection to " + server + ": " + e.getMessage();
    }
  }
}
