package com.reactive.platform.gateway.sink.kafka;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Says in words why Kafka does not answer. Its client knows most faults as "timed out" only, so the
 * addresses are tried by plain TCP.
 */
final class Unreachable {
  private static final int CONNECT_MILLIS = 400;
  private static final int MOST_ADDRESSES = 3;
  private static final String ACCEPTS = "it accepts connections but does not respond";

  /** What a TLS library's message contains, and what it means. */
  private static final Map<String, String> TLS_FAULTS = new LinkedHashMap<>();

  static {
    TLS_FAULTS.put("certification path", "the broker's certificate is not trusted");
    TLS_FAULTS.put("No name matching", "the broker's certificate is for another name");
    TLS_FAULTS.put("No subject alternative", "the broker's certificate is for another name");
    TLS_FAULTS.put("NotAfter", "the broker's certificate has expired");
    TLS_FAULTS.put(
        "Unsupported or unrecognized SSL message", "the broker does not speak TLS on this port");
    TLS_FAULTS.put("certificate_required", "the broker requires a client certificate");
    TLS_FAULTS.put("bad_certificate", "the broker rejected the client certificate");
  }

  private Unreachable() {}

  /** Blocks for a second or so, longer where looking a name up does. */
  static String why(String servers, Throwable cause) {
    return ofTheClient(cause).orElseGet(() -> ofTcp(servers));
  }

  /** The faults that TCP shows; empty if some address can be connected to. Blocks likewise. */
  static Optional<String> whyNoConnection(String servers) {
    String why = ofTcp(servers);
    return why.contains(ACCEPTS) ? Optional.empty() : Optional.of(why);
  }

  private static Optional<String> ofTheClient(Throwable cause) {
    StringBuilder messages = new StringBuilder();
    Throwable found = null;
    for (Throwable each = cause; each != null; each = each.getCause()) {
      messages.append(each.getMessage()).append('\n');
      if (each instanceof AuthenticationException || each instanceof UnsupportedVersionException) {
        found = each;
      }
    }
    if (found instanceof SslAuthenticationException) {
      String fault =
          TLS_FAULTS.entrySet().stream()
              .filter(each -> messages.indexOf(each.getKey()) >= 0)
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse("see kafka.producer.ssl.*");
      return Optional.of("the TLS handshake failed: " + fault);
    }
    if (found instanceof AuthenticationException) {
      return Optional.of("authentication failed: see kafka.producer.sasl.*");
    }
    if (found != null) {
      return Optional.of("the broker's version is not supported: too old or too new");
    }
    boolean byItsSettings = cause instanceof KafkaException && !(cause instanceof ApiException);
    return byItsSettings && messages.indexOf("resolvable") < 0
        ? Optional.of("the Kafka client rejects the settings kafka.producer.*")
        : Optional.empty();
  }

  private static String ofTcp(String servers) {
    List<String> addresses = Arrays.stream(servers.split(",")).map(String::strip).toList();
    Map<String, String> faults = new LinkedHashMap<>();
    for (String address : addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size()))) {
      faults.put(address, connect(address));
    }
    if (faults.size() == 1) {
      return faults.values().iterator().next();
    }
    StringBuilder all = new StringBuilder();
    faults.forEach(
        (address, fault) ->
            all.append(all.isEmpty() ? "" : "; ").append(address).append(' ').append(fault));
    return all.toString();
  }

  private static String connect(String address) {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
    try (Socket socket = new Socket()) {
      InetSocketAddress to =
          new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1)));
      if (to.isUnresolved()) {
        return "unknown host";
      }
      socket.connect(to, CONNECT_MILLIS);
      return ACCEPTS + "; it may expect TLS or SASL, not be Kafka, or hang";
    } catch (ConnectException e) {
      return "connection refused";
    } catch (NoRouteToHostException e) {
      return "no route to host";
    } catch (SocketTimeoutException e) {
      return "connection timed out";
    } catch (IOException | RuntimeException e) {
      return "connection failed";
    }
  }
}
