package com.reactive.platform.reliability.oracle;

import com.reactive.platform.testbed.ResponseParser;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** HTTP/1.1: responses come in the order of the requests. Connect's unary calls, too. */
final class Http1Exchange implements OracleExchange {
  private final OracleRequests requests;
  private final OracleSettings settings;
  private final ResponseParser parser = new ResponseParser();
  private final ArrayDeque<OracleFlight> flights = new ArrayDeque<>();
  private boolean last;
  private boolean over;

  Http1Exchange(OracleRequests requests, OracleSettings settings) {
    this.requests = requests;
    this.settings = settings;
  }

  @Override
  public void begin(ByteBuffer output) {}

  @Override
  public void send(OracleFlight flight, ByteBuffer output) {
    requests.of(flight.variant()).write(flight.event(), output);
    flights.add(flight);
    // Its body does not come, so nothing can follow.
    last = flight.variant() == Variant.TOO_LARGE;
  }

  @Override
  public boolean takes() {
    return !last && !over;
  }

  @Override
  public int receive(byte[] input, ByteBuffer output, Handler handler) throws IOException {
    int taken = 0;
    while (taken < input.length && !over) {
      byte[] rest = taken == 0 ? input : Arrays.copyOfRange(input, taken, input.length);
      int length = parse(rest, handler);
      if (length == ResponseParser.INCOMPLETE) {
        return taken;
      }
      taken += length;
      OracleFlight flight = flights.poll();
      if (flight == null) {
        // A server that refuses a connection may say so before it is asked.
        over = true;
        return taken;
      }
      handler.onResponse(flight, response(rest, flight));
      over = parser.close() || (last && flights.isEmpty());
    }
    return taken;
  }

  private int parse(byte[] rest, Handler handler) throws IOException {
    try {
      return parser.parse(rest, rest.length);
    } catch (IOException e) {
      if (!flights.isEmpty()) {
        handler.onResponse(flights.poll(), OracleResponse.GARBLED);
      }
      throw e;
    }
  }

  private OracleResponse response(byte[] bytes, OracleFlight flight) {
    OracleFields fields = OracleFields.json(bytes, parser.bodyFrom(), parser.bodyLength());
    int status =
        settings.protocol() == OracleProtocol.CONNECT
            ? RpcOutcome.ofConnect(parser.status(), fields)
            : parser.status();
    return OracleResponse.of(status, fields, flight.event().id(), settings.topic())
        .with(parser.replayed(), TimeUnit.SECONDS.toMillis(parser.retryAfterSeconds()));
  }

  @Override
  public boolean isOver() {
    return over;
  }

  @Override
  public Collection<OracleFlight> inFlight() {
    return flights;
  }
}
