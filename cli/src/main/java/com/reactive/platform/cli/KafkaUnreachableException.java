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
      return bootstrapServers + " is not a Kafka address: " + bad.getMessage();
    }
    return "no response from Kafka at "
        + bootstrapServers
        + " within "
        + waited.toSeconds()
        + " s when asked for "
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
          + " accepts connections; it may be slow (raise --timeout), not Kafka, or need other"
          + " security settings";
    } catch (ConnectException e) {
      return "nothing is listening on " + server;
    } catch (UnknownHostException e) {
      return "unknown host in " + server;
    } catch (IOException | RuntimeException e) {
      return "cannot connect to " + server + ": " + e.getMessage();
    }
  }
}
