package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.EnvelopeReader;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcLoop;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.rpc.ServerCall;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * A unary call of Connect: the body of the request is the message, or its query is; the body of the
 * response is the other message, or an error in JSON.
 */
final class ConnectUnaryCall extends ServerCall {
  private static final byte[] NONE = {};
  private static final int FIRST_BYTES = 1_024;
  private static final RpcStatus NO_RESPONSE =
      RpcStatus.of(RpcCode.INTERNAL, "the method ended without a response");

  private final boolean gzip;

  /** The message if the request has no body; null if it has one. */
  private final byte[] query;

  /** The message as far as it has come, and what the loop has reserved for it. */
  private byte[] body = NONE;

  private int length;
  private boolean complete;
  private byte[] response;

  /** Of the response. */
  private RpcMetadata headers = RpcMetadata.NONE;

  /**
   * @param gzip the message is compressed
   * @param query the message, if it stands in the query; else null
   */
  ConnectUnaryCall(HttpCall http, RpcCodec codec, boolean gzip, byte[] query) {
    super(http, codec);
    this.gzip = gzip;
    this.query = query;
  }

  /**
   * Opens the handler, unless there is a fault.
   *
   * @param fault why the call cannot be; null if it can
   * @param timeoutNanos as {@link ServerCall#start}
   */
  ConnectUnaryCall open(RpcStatus fault, long timeoutNanos) {
    if (fault == null) {
      start(timeoutNanos);
    } else {
      close(fault, RpcMetadata.NONE);
    }
    return this;
  }

  @Override
  public void onData(byte[] bytes, int offset, int count, boolean last) {
    http.consumed(count);
    if (isClosed()) {
      return;
    }
    int limit = method().maxMessageBytes();
    if (query != null) {
      if (last) {
        complete(query, 0, query.length);
      }
    } else if (count > limit - length) {
      fail(EnvelopeReader.tooLarge(limit));
    } else if (last && length == 0) {
      complete(bytes, offset, count);
    } else if (!append(bytes, offset, count)) {
      fail(RpcStatus.of(RpcCode.UNAVAILABLE, "too many messages are arriving; try again shortly"));
    } else if (last) {
      complete(body, 0, length);
    }
  }

  private boolean append(byte[] bytes, int offset, int count) {
    int needed = length + count;
    if (needed > body.length) {
      int size = Math.max(needed, Math.max(FIRST_BYTES, 2 * body.length));
      if (!loop().reserve(size - body.length)) {
        return false;
      }
      body = Arrays.copyOf(body, size);
    }
    System.arraycopy(bytes, offset, body, length, count);
    length = needed;
    return true;
  }

  private void complete(byte[] bytes, int offset, int count) {
    complete = true;
    if (gzip && count > 0) {
      RpcLoop.Inflated inflated = loop().gunzip(bytes, offset, count, method().maxMessageBytes());
      if (!inflated.status().isOk()) {
        fail(inflated.status());
        return;
      }
      deliver(inflated.buffer(), 0, inflated.length());
    } else {
      deliver(bytes, offset, count);
    }
    if (!isClosed()) {
      releaseInput();
      deliverHalfClose();
    }
  }

  /** There is one message, and it comes when it is whole. */
  @Override
  public void request(int messages) {}

  @Override
  protected void releaseInput() {
    loop().release(body.length);
    body = NONE;
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    super.checkDeadlines(nowNanos);
    long late = TimeUnit.MILLISECONDS.toNanos(loop().requestTimeoutMillis());
    if (!isClosed() && !complete && nowNanos - http.startNanos() > late) {
      fail(RpcStatus.of(RpcCode.DEADLINE_EXCEEDED, "the message did not arrive in time"));
    }
  }

  /** The status is known behind the message only, and stands in front of it. */
  @Override
  protected void writeHead(RpcMetadata added) {
    headers = added;
  }

  @Override
  protected void writeMessage(byte[] message, int offset, int count) {
    boolean isAll = offset == 0 && count == message.length;
    response = isAll ? message : Arrays.copyOfRange(message, offset, offset + count);
  }

  @Override
  protected void writeEnd(RpcStatus status, RpcMetadata unsent, RpcMetadata trailers) {
    RpcStatus error = !status.isOk() || response != null ? status : NO_RESPONSE;
    byte[] content = error.isOk() ? response : ConnectJson.error(error);
    RpcCodec form = error.isOk() ? codec() : RpcCodec.JSON;
    RpcMetadata added = unsent == null ? headers : unsent;
    RpcMetadata usual = ConnectCodecs.unaryHead(form);
    RpcMetadata head = added.isEmpty() && trailers.isEmpty() ? usual : all(usual, added, trailers);
    http.respond(error.isOk() ? 200 : error.code().httpStatus(), head, content);
  }

  private static RpcMetadata all(RpcMetadata usual, RpcMetadata added, RpcMetadata trailers) {
    RpcMetadata head = new RpcMetadata().addAll(usual).addAll(added);
    trailers.forEach((name, value) -> head.add("trailer-" + name, value));
    return head;
  }
}
