package com.reactive.platform.reliability.oracle;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A stream of gRPC with a message for each event, opened again when it ends; events that cannot be
 * messages are unary calls beside it.
 *
 * <p>A stream that ends with an error other than a deadline says that what has no result was not
 * written (docs/grpc.md). One that is reset, or ends in order while results are owed, says nothing.
 */
final class GrpcStreamExchange extends Http2Exchange {
  private static final int SEQUENCE = tag(1, WireFormat.WIRETYPE_VARINT);
  private static final int RESPONSE = tag(2, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int STATUS = tag(3, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  private static final int NO_RESULT = -1;

  private final RequestTemplate streamBlock;
  private final Map<Long, OracleFlight> messages = new LinkedHashMap<>();
  private long nextSequence = RequestTemplate.FIRST_SEQUENCE;
  private Call stream; // null before the first message, and when it has ended
  private int number;

  GrpcStreamExchange(OracleRequests requests, OracleSettings settings) {
    super(requests, settings);
    streamBlock = new RequestTemplate(requests.streamBlock());
  }

  private static int tag(int field, int type) {
    return field << 3 | type;
  }

  @Override
  public void send(OracleFlight flight, ByteBuffer output) {
    if (!OracleRequests.isMessage(flight.variant())) {
      super.send(flight, output);
      return;
    }
    if (stream == null) {
      stream = new Call(null);
      number = open(stream);
      frame(output, HEADERS, END_HEADERS, number, streamBlock.length());
      streamBlock.write(flight.event(), output);
    }
    RequestTemplate body = requests.of(flight.variant()).body();
    frame(output, DATA, 0, number, body.length());
    body.write(flight.event(), nextSequence, output);
    messages.put(nextSequence++, flight);
  }

  @Override
  public Collection<OracleFlight> inFlight() {
    List<OracleFlight> flights = new ArrayList<>(messages.values());
    flights.addAll(super.inFlight());
    return flights;
  }

  @Override
  void onData(Call call, Handler handler) throws IOException {
    if (call != stream) {
      return;
    }
    byte[] bytes = call.body().toByteArray();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int at = 0;
    while (bytes.length - at >= PREFIX_BYTES
        && bytes.length - at >= PREFIX_BYTES + in.getInt(at + 1)) {
      int length = in.getInt(at + 1);
      onResult(bytes, at + PREFIX_BYTES, length, handler);
      at += PREFIX_BYTES + length;
    }
    call.body().reset();
    call.body().writeBytes(Arrays.copyOfRange(bytes, at, bytes.length));
  }

  private void onResult(byte[] bytes, int from, int length, Handler handler) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(bytes, from, length);
    long sequence = 0;
    RpcFailure failure = RpcFailure.NONE;
    OracleFields fields = OracleFields.NONE;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == SEQUENCE) {
        sequence = in.readUInt64();
      } else if (tag == RESPONSE) {
        fields = OracleFields.protobuf(in.readByteArray(), 0);
      } else if (tag == STATUS) {
        failure = RpcFailure.read(in.readByteArray());
      } else {
        in.skipField(tag);
      }
    }
    OracleFlight flight = messages.remove(sequence);
    if (flight == null) {
      throw new IOException("a result for message " + sequence + ", which waits for none");
    }
    String id = flight.event().id();
    int status = RpcOutcome.of(failure.code(), fields);
    handler.onResponse(
        flight,
        OracleResponse.of(status, fields, id, settings.topic())
            .with(false, failure.retryAfterMillis()));
  }

  @Override
  void onReset(Call call, int error, Handler handler) throws IOException {
    if (call == stream) {
      settleAll(error == REFUSED_STREAM ? UNAVAILABLE : NO_RESULT, handler);
    } else {
      super.onReset(call, error, handler);
    }
  }

  @Override
  void onEnd(Call call, ByteBuffer output, Handler handler) throws IOException {
    if (call == stream) {
      boolean refused = isRefusal(call.outcome(OracleFields.NONE));
      // Whatever is wrong with the stream, nothing is with these messages.
      settleAll(refused ? UNAVAILABLE : NO_RESULT, handler);
    } else {
      super.onEnd(call, output, handler);
    }
  }

  private static boolean isRefusal(int status) {
    return ResponseContract.outcome(status) == ResponseContract.Outcome.NOT_WRITTEN;
  }

  private void settleAll(int status, Handler handler) throws IOException {
    stream = null;
    List<OracleFlight> flights = List.copyOf(messages.values());
    messages.clear();
    for (OracleFlight flight : flights) {
      settle(flight, status, handler);
    }
  }
}
