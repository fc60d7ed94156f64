package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Posts events and journals what is sent and answered. One thread does all of it, in rounds: read
 * answers, make requests, flush the journal, write the requests. So what is sent is in the journal
 * before, at the price of one write for the whole round.
 *
 * <p>It goes on whatever the server does: a lost connection is made again, after pauses that grow
 * to a sixth of a second. No id is sent twice, unless events are to be sent again until their
 * outcome is final.
 */
final class OracleClient implements OracleExchange.Handler {
  private static final int SELECT_MILLIS = 5;
  private static final int GATEWAY_TIMEOUT = 504;

  /** For what is no request: settings, windows, pings. */
  private static final int MARGIN_BYTES = 4_096;

  private static final long REPORT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long SWEEP_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double MAX_LATE_SECONDS = 0.1;

  /** A connection that owes a response for longer is given up. */
  private static final long RESPONSE_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final OracleSettings settings;
  private final long run;
  private final JournalWriter journal;
  private final Consumer<String> report;
  private final OracleTally tally = new OracleTally();
  private final OracleRequests requests;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(ResponseParser.MAX_BYTES / 2);
  private final List<OracleConnection> connections = new ArrayList<>();
  private final int[] sequences;
  private final SplittableRandom random;
  private final Resends resends;

  private final LookUps lookUps;

  /** No new events are sent while so many wait to be sent again. */
  private final int maxWaiting;

  private final Selector selector;
  private InetSocketAddress address;
  private volatile long stopNanos;
  private volatile boolean stopping;
  private int bad;
  private int turn;
  private double allowance;

  /**
   * @param report gets the counts ten times a second, as a line
   */
  OracleClient(OracleSettings settings, long run, JournalWriter journal, Consumer<String> report)
      throws IOException {
    this.settings = settings;
    this.run = run;
    this.journal = journal;
    this.report = report;
    this.requests = new OracleRequests(settings);
    this.sequences = new int[settings.connections()];
    this.random = new SplittableRandom(run);
    this.resends = new Resends(random.split());
    this.lookUps = new LookUps(settings.url());
    this.maxWaiting = 2 * settings.connections() * settings.pipelined();
    this.selector = Selector.open();
    int outputBytes = settings.pipelined() * requests.maxBytes() + MARGIN_BYTES;
    for (int i = 0; i < settings.connections(); i++) {
      connections.add(new OracleConnection(selector, outputBytes, this::exchange, this));
    }
  }

  private OracleExchange exchange() {
    return switch (settings.protocol()) {
      case HTTP1, CONNECT -> new Http1Exchange(requests, settings);
      case HTTP2, GRPC -> new Http2Exchange(requests, settings);
      case GRPC_STREAM -> new GrpcStreamExchange(requests, settings);
    };
  }

  /** Sends no more, waits for the answers, at most for so long, and ends. From any thread. */
  void stop(long graceNanos) {
    stopNanos = System.nanoTime() + graceNanos;
    stopping = true;
    selector.wakeup();
  }

  /** Runs until {@link #stop} is called and all responses are there. */
  void run() throws IOException {
    long lastNanos = System.nanoTime();
    long reportNanos = lastNanos;
    long sweepNanos = lastNanos;
    while (!stopping || (unfinished() > 0 && System.nanoTime() - stopNanos < 0)) {
      selector.select(this::onReady, SELECT_MILLIS);
      long now = System.nanoTime();
      resolveIfNeeded();
      for (OracleConnection connection : connections) {
        connection.connectIfDue(address, now);
      }
      fill(now - lastNanos, now);
      lastNanos = now;
      noteFindings();
      journal.flush();
      writeAll();
      if (now - sweepNanos > SWEEP_NANOS) {
        sweep(now);
        sweepNanos = now;
      }
      if (now - reportNanos > REPORT_NANOS) {
        report.accept(tally.line(unfinished()));
        reportNanos = now;
      }
    }
    connections.forEach(this::lose);
    lookUps.close();
    journal.flush();
    selector.close();
    report.accept(tally.line(0));
  }

  private void resolveIfNeeded() {
    if (address == null || address.isUnresolved()) {
      int port = settings.url().getPort();
      address = new InetSocketAddress(settings.url().getHost(), port < 0 ? 80 : port);
    }
  }

  private void noteFindings() throws IOException {
    for (LookUps.Finding next = lookUps.poll(); next != null; next = lookUps.poll()) {
      OracleEvent event = next.event();
      journal.lookedUp(
          event.lane(), event.sequence(), next.status(), next.partition(), next.offset());
    }
  }

  /** Requests in flight, events to be sent again, and those that are looked up. */
  private int unfinished() {
    return lookUps.open()
        + resends.size()
        + connections.stream().mapToInt(OracleConnection::inFlight).sum();
  }

  private void fill(long passedNanos, long now) throws IOException {
    int rate = settings.ratePerSecond();
    if (rate > 0) {
      allowance = Math.min(allowance + 1e-9 * passedNanos * rate, 1 + MAX_LATE_SECONDS * rate);
    }
    boolean one = true;
    for (int i = 0; i < connections.size() && one; i++) {
      turn = (turn + 1) % connections.size();
      OracleConnection connection = connections.get(turn);
      while (one && connection.takes(settings.pipelined(), now)) {
        OracleFlight flight = next(turn, now);
        one = flight != null;
        if (one) {
          journal.sent(flight.event().lane(), flight.event().sequence(), flight.variant());
          connection.add(flight);
          tally.sent();
        }
      }
    }
  }

  /** An event that is to be sent again, or else a new one; null if there is none now. */
  private OracleFlight next(int lane, long now) {
    OracleFlight again = resends.pollDue(now);
    if (again != null) {
      return new OracleFlight(again.event(), again.variant(), again.attempt() + 1, now);
    }
    boolean early = settings.ratePerSecond() > 0 && allowance < 1;
    if (stopping || early || resends.size() >= maxWaiting) {
      return null;
    }
    allowance--;
    return new OracleFlight(new OracleEvent(run, lane, sequences[lane]++), variant(), 0, now);
  }

  private Variant variant() {
    int draw = random.nextInt(1_000);
    if (draw < settings.badPerMille()) {
      return badVariant();
    }
    return draw < settings.badPerMille() + settings.asyncPerMille()
        ? Variant.ASYNC
        : Variant.DURABLE;
  }

  /** A call of Connect has no length that is refused by its head: its connection would be stuck. */
  private Variant badVariant() {
    Variant variant = Variant.bad(bad++);
    boolean stuck = variant == Variant.TOO_LARGE && settings.protocol() == OracleProtocol.CONNECT;
    return stuck ? Variant.bad(bad++) : variant;
  }

  private void writeAll() {
    for (OracleConnection connection : connections) {
      if (connection.hasOutput()) {
        try {
          connection.write();
        } catch (IOException e) {
          lose(connection);
        }
      }
    }
  }

  private void onReady(SelectionKey key) {
    OracleConnection connection = (OracleConnection) key.attachment();
    try {
      if (key.isConnectable()) {
        connection.finishConnect();
      } else if (key.isReadable() && !connection.read(buffer)) {
        lose(connection);
      }
    } catch (IOException e) {
      lose(connection);
    }
  }

  @Override
  public void onResponse(OracleFlight flight, OracleResponse response) throws IOException {
    OracleEvent event = flight.event();
    journal.answered(
        event.lane(),
        event.sequence(),
        response.status(),
        response.note(),
        response.partition(),
        response.offset());
    tally.answered(response.status(), response.note());
    if (settings.lookUp() && response.status() == GATEWAY_TIMEOUT) {
      lookUps.ask(event);
    }
    if (!OracleResponse.isFinal(response.status(), response.note())) {
      resend(flight, response.retryAfterMillis());
    }
  }

  @Override
  public void onUnanswered(OracleFlight flight) throws IOException {
    journal.unanswered(flight.event().lane(), flight.event().sequence());
    tally.unanswered();
    resend(flight, 0);
  }

  private void resend(OracleFlight flight, long retryAfterMillis) {
    if (settings.resend() && !flight.variant().isBad()) {
      resends.add(flight, retryAfterMillis, System.nanoTime());
    }
  }

  private void lose(OracleConnection connection) {
    try {
      for (OracleFlight flight : connection.drop()) {
        onUnanswered(flight);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the journal cannot be written", e);
    }
  }

  private void sweep(long now) {
    for (OracleConnection connection : connections) {
      if (connection.waitsSince(RESPONSE_NANOS, now)) {
        lose(connection);
      }
    }
  }
}
