package com.reactive.platform.reliability.oracle;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Settings of the oracle's client.
 *
 * @param url of the counter's route; plain HTTP
 * @param topic that a 201 must name
 * @param journals folder for the journal; made if it is not there
 * @param connections 1 to 10,000
 * @param pipelined requests in flight on each connection, 1 to 64
 * @param ratePerSecond of all connections together; 0: as fast as they are answered. What cannot be
 *     sent in time is left out, not made up for
 * @param asyncPerMille share of the requests that ask for a 202
 * @param badPerMille share of the requests that must be refused
 * @param resend whether what ended without a known outcome is sent again under the same id
 * @param headers further lines of each request, {@code Name: value}
 * @param answerWithin after which the client gives up a connection that owes an answer
 */
public record OracleSettings(
    URI url,
    String topic,
    Path journals,
    int connections,
    int pipelined,
    int ratePerSecond,
    int asyncPerMille,
    int badPerMille,
    boolean resend,
    List<String> headers,
    Duration answerWithin) {
  private static final Pattern HEADER = Pattern.compile("[!-9;-~]+: ?[ -~]+");
  private static final String SEPARATOR = "\t";

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
    require(answerWithin.toMillis() > 0, "the time for an answer must be positive");
    headers = List.copyOf(headers);
    for (String header : headers) {
      require(HEADER.matcher(header).matches(), "not a header: a line like 'Name: value' is one");
    }
  }

  /** 16 connections, one request in flight on each, as fast as they are answered. */
  public static OracleSettings of(URI url, String topic, Path journals) {
    return new OracleSettings(
        url, topic, journals, 16, 1, 0, 0, 0, false, List.of(), Duration.ofSeconds(60));
  }

  public OracleSettings withConnections(int number, int inFlightOnEach) {
    return new OracleSettings(
        url,
        topic,
        journals,
        number,
        inFlightOnEach,
        ratePerSecond,
        asyncPerMille,
        badPerMille,
        resend,
        headers,
        answerWithin);
  }

  /** 0: as fast as they are answered. */
  public OracleSettings withRate(int perSecond) {
    return new OracleSettings(
        url,
        topic,
        journals,
        connections,
        pipelined,
        perSecond,
        asyncPerMille,
        badPerMille,
        resend,
        headers,
        answerWithin);
  }

  /** In thousandths of all requests. */
  public OracleSettings withShares(int async, int bad) {
    return new OracleSettings(
        url,
        topic,
        journals,
        connections,
        pipelined,
        ratePerSecond,
        async,
        bad,
        resend,
        headers,
        answerWithin);
  }

  /** With the ids of unknown outcomes sent again. */
  public OracleSettings resending() {
    return new OracleSettings(
        url,
        topic,
        journals,
        connections,
        pipelined,
        ratePerSecond,
        asyncPerMille,
        badPerMille,
        true,
        headers,
        answerWithin);
  }

  public OracleSettings withHeaders(List<String> lines) {
    return new OracleSettings(
        url,
        topic,
        journals,
        connections,
        pipelined,
        ratePerSecond,
        asyncPerMille,
        badPerMille,
        resend,
        lines,
        answerWithin);
  }

  /** For the client's standard input: headers may be secrets, which no command line shows. */
  Map<String, String> toLines() {
    Map<String, String> lines = new TreeMap<>();
    lines.put("url", url.toString());
    lines.put("topic", topic);
    lines.put("journals", journals.toAbsolutePath().toString());
    lines.put("connections", Integer.toString(connections));
    lines.put("pipelined", Integer.toString(pipelined));
    lines.put("rate", Integer.toString(ratePerSecond));
    lines.put("async", Integer.toString(asyncPerMille));
    lines.put("bad", Integer.toString(badPerMille));
    lines.put("resend", Boolean.toString(resend));
    lines.put("headers", String.join(SEPARATOR, headers));
    lines.put("answer-millis", Long.toString(answerWithin.toMillis()));
    return lines;
  }

  static OracleSettings fromLines(Map<String, String> lines) {
    String headers = lines.get("headers");
    return new OracleSettings(
        URI.create(lines.get("url")),
        lines.get("topic"),
        Path.of(lines.get("journals")),
        Integer.parseInt(lines.get("connections")),
        Integer.parseInt(lines.get("pipelined")),
        Integer.parseInt(lines.get("rate")),
        Integer.parseInt(lines.get("async")),
        Integer.parseInt(lines.get("bad")),
        Boolean.parseBoolean(lines.get("resend")),
        headers.isEmpty() ? List.of() : List.of(headers.split(SEPARATOR, -1)),
        Duration.ofMillis(Long.parseLong(lines.get("answer-millis"))));
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
