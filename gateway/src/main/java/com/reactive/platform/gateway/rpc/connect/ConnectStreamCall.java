package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.EnvelopeReader;
import com.reactive.platform.gateway.rpc.EnvelopedCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.nio.ByteBuffer;

/** A streaming call of Connect: status 200, envelopes, and a last one that says how it ended. */
final class ConnectStreamCall extends EnvelopedCall {
  private static final int MESSAGE = 0;
  private static final int END = 2;

  ConnectStreamCall(HttpCall http, RpcCodec codec, boolean gzip) {
    super(http, codec, gzip);
  }

  /** As {@link ConnectUnaryCall#open}. */
  ConnectStreamCall open(RpcStatus fault, long timeoutNanos) {
    if (fault == null) {
      start(timeoutNanos);
    } else {
      close(fault, RpcMetadata.NONE);
    }
    return this;
  }

  @Override
  protected void writeHead(RpcMetadata added) {
    http.respond(
        200,
        new RpcMetadata()
            .add("content-type", ConnectCodecs.STREAM + ConnectCodecs.name(codec()))
            .add("connect-accept-encoding", "gzip")
            .addAll(added));
  }

  @Override
  protected void writeMessage(byte[] message, int offset, int length) {
    writeEnvelope(MESSAGE, message, offset, length);
  }

  @Override
  protected void writeEnd(RpcStatus status, RpcMetadata headers, RpcMetadata trailers) {
    if (headers != null) {
      writeHead(headers);
    }
    byte[] end = ConnectJson.endOfStream(status, trailers);
    writeEnvelope(END, end, 0, end.length);
    http.end();
  }

  private void writeEnvelope(int flags, byte[] message, int offset, int length) {
    byte[] header =
        ByteBuffer.allocate(EnvelopeReader.HEADER_BYTES).put((byte) flags).putInt(length).array();
    http.write(header, 0, header.length);
    http.write(message, offset, length);
  }
}
