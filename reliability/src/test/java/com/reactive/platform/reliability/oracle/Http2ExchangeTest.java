package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a server says on a connection of HTTP/2, and what it means for each request. */
class Http2ExchangeTest {
  private static final int RST_STREAM = 3;
  private static final int GOAWAY = 7;
  private static final int PING = 6;
  private static final byte STATUS_200 = (byte) 0x88;

  private final ByteBuffer output = ByteBuffer.allocate(64 << 10);
  private final ByteArrayOutputStream input = new ByteArrayOutputStream();
  private final List<String> events = new ArrayList<>();
  private OracleExchange exchange;

  private final OracleExchange.Handler handler =
      new OracleExchange.Handler() {
        @Override
        public void onResponse(OracleFlight flight, OracleResponse response) {
          events.add(
              flight.event().sequence()
                  + " "
                  + response.status()
                  + (response.note() == ResponseNote.PLAIN ? "" : " " + response.note())
                  + (response.offset() < 0 ? "" : " @" + response.offset()));
        }

        @Override
        public void onUnanswered(OracleFlight flight) {
          events.add(flight.event().sequence() + " unanswered");
        }
      };

  private void open(OracleProtocol protocol, int requests) {
    OracleSettings settings =
        OracleSettings.of(URI.create("http://localhost/api/counter"), "events", Path.of("j"))
            .mode(new PostingMode(protocol, false, false))
            .build();
    OracleRequests forms = new OracleRequests(settings);
    exchange =
        protocol == OracleProtocol.GRPC_STREAM
            ? new GrpcStreamExchange(forms, settings)
            : new Http2Exchange(forms, settings);
    exchange.begin(output);
    for (int i = 0; i < requests; i++) {
      exchange.send(new OracleFlight(event(i), Variant.DURABLE, 0, i), output);
    }
  }

  private static OracleEvent event(int sequence) {
    return new OracleEvent(7, 1, sequence);
  }

  private void frame(int type, int flags, int stream, byte... payload) {
    input.writeBytes(
        ByteBuffer.allocate(9)
            .putInt(payload.length << 8 | type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    input.writeBytes(payload);
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  private void grpcStatus(int stream, int code) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0);
    block.write("grpc-status".length());
    block.writeBytes("grpc-status".getBytes(StandardCharsets.US_ASCII));
    String text = Integer.toString(code);
    block.write(text.length());
    block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    frame(1, 5, stream, block.toByteArray());
  }

  private static byte[] response(int sequence, long offset) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeString(2, event(sequence).id());
    out.writeString(3, "events");
    out.writeInt32(4, 1);
    out.writeInt64(5, offset);
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] result(int message, int field, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeUInt64(1, RequestTemplate.FIRST_SEQUENCE + message);
    out.writeByteArray(field, content);
    out.flush();
    return prefixed(bytes.toByteArray());
  }

  private static byte[] prefixed(byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) 0)
        .putInt(message.length)
        .put(message)
        .array();
  }

  private void receive() throws IOException {
    byte[] bytes = input.toByteArray();
    input.reset();
    // In two pieces, wherever they are cut.
    int cut = bytes.length * 2 / 3;
    int taken = exchange.receive(Arrays.copyOf(bytes, cut), output, handler);
    byte[] rest = Arrays.copyOfRange(bytes, taken, bytes.length);
    assertThat(exchange.receive(rest, output, handler)).isEqualTo(rest.length);
  }

  @Test
  void responsesComeInAnyOrder() throws Exception {
    open(OracleProtocol.HTTP2, 2);
    byte[] body =
        "{\"eventId\":\"%s\",\"topic\":\"events\",\"partition\":1,\"offset\":9}"
            .formatted(event(0).id())
            .getBytes(StandardCharsets.UTF_8);
    frame(1, 4, 3, (byte) 0x8C); // :status 400 of the static table
    frame(1, 4, 1, (byte) 0x08, (byte) 3, (byte) '2', (byte) '0', (byte) '1');
    frame(0, 1, 3);
    frame(0, 0, 1, Arrays.copyOf(body, 10));
    frame(0, 1, 1, Arrays.copyOfRange(body, 10, body.length));
    receive();
    assertThat(events).containsExactly("1 400", "0 201 @9");
    assertThat(exchange.inFlight()).isEmpty();
  }

  @Test
  void aCallEndsWithItsTrailers() throws Exception {
    open(OracleProtocol.GRPC, 4);
    frame(1, 4, 1, STATUS_200);
    frame(0, 0, 1, prefixed(response(0, 5)));
    grpcStatus(1, 0);
    grpcStatus(3, 14);
    grpcStatus(5, 4);
    frame(1, 4, 7, STATUS_200);
    frame(0, 0, 7, prefixed(response(0, 6))); // of another event
    grpcStatus(7, 0);
    receive();
    assertThat(events).containsExactly("0 201 @5", "1 503", "2 504", "3 201 SWAPPED @6");
  }

  @Test
  void aResetSaysNothingUnlessItRefuses() throws Exception {
    open(OracleProtocol.GRPC, 2);
    frame(RST_STREAM, 0, 1, number(8));
    frame(RST_STREAM, 0, 3, number(7));
    receive();
    assertThat(events).containsExactly("0 unanswered", "1 503");
    assertThat(exchange.takes()).isTrue();
  }

  @Test
  void afterGoAwayWhatWasSeenIsWaitedFor() throws Exception {
    open(OracleProtocol.GRPC, 2);
    frame(GOAWAY, 0, 0, new byte[] {0, 0, 0, 1, 0, 0, 0, 0});
    receive();
    assertThat(events).containsExactly("1 503");
    assertThat(exchange.takes()).isFalse();
    assertThat(exchange.isOver()).isFalse();
    grpcStatus(1, 0);
    receive();
    assertThat(exchange.isOver()).isTrue();
  }

  @Test
  void aPingIsRepeated() throws Exception {
    open(OracleProtocol.GRPC, 0);
    int before = output.position();
    frame(PING, 0, 0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    receive();
    assertThat(Arrays.copyOfRange(output.array(), before, output.position()))
        .containsExactly(0, 0, 8, 6, 1, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void resultsOfAStreamAreKnownByTheirNumbers() throws Exception {
    open(OracleProtocol.GRPC_STREAM, 3);
    frame(1, 4, 1, STATUS_200);
    byte[] first = result(1, 2, response(1, 8));
    byte[] second = result(0, 3, new byte[] {8, 4}); // DEADLINE_EXCEEDED
    frame(0, 0, 1, Arrays.copyOf(first, 7));
    frame(0, 0, 1, Arrays.copyOfRange(first, 7, first.length));
    frame(0, 0, 1, second);
    receive();
    assertThat(events).containsExactly("1 201 @8", "0 504");
    assertThat(exchange.inFlight()).extracting(flight -> flight.event().sequence()).containsOnly(2);
  }

  @Test
  void aResultThatNobodyWaitsForIsAnError() throws Exception {
    open(OracleProtocol.GRPC_STREAM, 1);
    frame(0, 0, 1, result(5, 2, response(5, 8)));
    assertThatThrownBy(this::receive).hasMessageContaining("waits for none");
  }

  @Test
  void aStreamThatIsRefusedHasWrittenNothingOfTheRest() throws Exception {
    open(OracleProtocol.GRPC_STREAM, 2);
    grpcStatus(1, 3); // Some message was no request; these two were not taken.
    receive();
    assertThat(events).containsExactly("0 503", "1 503");
    exchange.send(new OracleFlight(event(2), Variant.DURABLE, 0, 0), output);
    frame(0, 0, 3, result(2, 2, response(2, 1)));
    receive();
    assertThat(events).endsWith("2 201 @1");
  }

  @Test
  void aStreamWhoseTimeIsOverSaysNothingOfTheRest() throws Exception {
    for (int code : new int[] {0, 1, 4}) {
      open(OracleProtocol.GRPC_STREAM, 1);
      grpcStatus(1, code);
      receive();
    }
    open(OracleProtocol.GRPC_STREAM, 1);
    frame(RST_STREAM, 0, 1, number(2));
    receive();
    assertThat(events).hasSize(4).containsOnly("0 unanswered");
  }
}
