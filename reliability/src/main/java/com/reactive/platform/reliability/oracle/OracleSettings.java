package com.reactive.platform.reliability.oracle;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Settings of the oracle's client.
 *
 * @param url of the counter's route; plain HTTP. Protocols that call its service use the authority
 * @param protocol by which events are sent
 * @param topic that a 201 must name
 * @param journals folder for the journal; made if it is not there
 * @param connections 1 to 10,000
 * @param pipelined requests in flight on each connection, 1 to 64
 * @param ratePerSecond of all connections together; 0: as fast as they are answered. What cannot be
 *     sent in time is left out, not made up for
 * @param asyncPerMille share of the requests that ask for a 202
 * @param badPerMille share of the requests that must be refused
 * @param resend whether what ended without a known outcome is sent again under the same id
 * @param lookUp whether the gateway is asked what became of each event with a 504
 * @param headers further lines of each request, {@code Name: value}
 */
public record OracleSettings(
    URI url,
    OracleProtocol protocol,
    String topic,
    Path journals,
    int connections,
    int pipelined,
    int ratePerSecond,
    int asyncPerMille,
    int badPerMille,
    boolean resend,
    boolean lookUp,
    List<String> headers) {
  private static final Pattern HEADER = Pattern.compile("[!-9;-~]+: ?[ -~]+");

  /** Checks them. */
  public OracleSettings {
    require("http".equals(url.getScheme()) && url.getHost() != null, "the URL must be http://...");
    require(url.getRawQuery() == null && url.getPath().startsWith("/"), "the URL needs a path");
    require(!topic.isEmpty(), "the topic is missing");
    requireRange("connections", connections, 1, 10_000);
    requireRange("requests in flight per connection", pipelined, 1, 64);
    requireRange("the rate", ratePerSecond, 0, 1_000_000);
    requireRange("the share that asks for a 202", asyncPerMille, 0, 1_000);
    requireRange("the share of bad requests", badPerMille, 0, 1_000);
    require(asyncPerMille + badPerMille <= 1_000, "the shares are more than all");
    headers = List.copyOf(headers);
    for (String header : headers) {
      require(HEADER.matcher(header).matches(), "not a header: a line like 'Name: value' is one");
    }
  }

  /** 16 connections, one request in flight on each, as fast as they are answered. */
  public static Builder of(URI url, String topic, Path journals) {
    return new Builder(url, topic, journals);
  }

  /** Settings that are being chosen; each method returns this object. */
  public static final class Builder {
    private final URI url;
    private final String topic;
    private final Path journals;
    private OracleProtocol protocol = OracleProtocol.HTTP1;
    private int connections = 16;
    private int pipelined = 1;
    private int ratePerSecond;
    private int asyncPerMille;
    private int badPerMille;
    private boolean resend;
    private boolean lookUp;
    private List<String> headers = List.of();

    private Builder(URI url, String topic, Path journals) {
      this.url = url;
      this.topic = topic;
      this.journals = journals.toAbsolutePath();
    }

    /** By another protocol than HTTP/1.1, with resends, or with look-ups. */
    public Builder mode(PostingMode mode) {
      protocol = mode.protocol();
      resend = mode.resend();
      lookUp = mode.lookUp();
      return this;
    }

    public Builder connections(int number, int inFlightOnEach) {
      connections = number;
      pipelined = inFlightOnEach;
      return this;
    }

    /** 0: as fast as they are answered. */
    public Builder rate(int perSecond) {
      ratePerSecond = perSecond;
      return this;
    }

    /** In thousandths of all requests. */
    public Builder shares(int async, int bad) {
      asyncPerMille = async;
      badPerMille = bad;
      return this;
    }

    public Builder headers(List<String> lines) {
      headers = lines;
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public OracleSettings build() {
      return new OracleSettings(
          url,
          protocol,
          topic,
          journals,
          connections,
          pipelined,
          ratePerSecond,
          asyncPerMille,
          badPerMille,
          resend,
          lookUp,
          headers);
    }
  }

  private static void requireRange(String what, int value, int from, int to) {
    require(
        value >= from && value <= to, what + " must be " + from + " to " + to + ", not " + value);
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalArgumentException(message);
    }
  }
}
