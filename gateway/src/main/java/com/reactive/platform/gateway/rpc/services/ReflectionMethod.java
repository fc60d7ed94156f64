package com.reactive.platform.gateway.rpc.services;

import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * <a href="https://grpc.io/docs/guides/reflection/">Server reflection</a>: tells clients such as
 * grpcurl which services there are, and their .proto files. Thread-safe.
 */
final class ReflectionMethod implements RpcMethod {
  private static final int MAX_MESSAGE_BYTES = 4_096;

  /** Between two looks whether the first response can be made. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final String path;
  private final ReflectionResponses responses;

  /**
   * @param version that of the service, {@code v1} or {@code v1alpha}
   */
  ReflectionMethod(String version, ReflectionResponses responses) {
    this.responses = responses;
    path = "/grpc.reflection." + version + ".ServerReflection/ServerReflectionInfo";
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public boolean clientStreaming() {
    return true;
  }

  @Override
  public boolean serverStreaming() {
    return true;
  }

  /** It tells which streams there are, and what their events look like. */
  @Override
  public boolean needsCaller() {
    return true;
  }

  @Override
  public boolean takes(RpcCodec codec) {
    return codec == RpcCodec.PROTO;
  }

  @Override
  public int maxMessageBytes() {
    return MAX_MESSAGE_BYTES;
  }

  @Override
  public RpcHandler open(RpcCall call) {
    return new Handler(call);
  }

  /** Responds to each message as it comes. */
  private final class Handler implements RpcHandler {
    private final RpcCall call;
    private long idleSinceNanos = System.nanoTime();
    private boolean waits;
    private boolean halfClosed;

    Handler(RpcCall call) {
      this.call = call;
      call.request(1);
    }

    @Override
    public void onMessage(byte[] message, int offset, int length) {
      idleSinceNanos = System.nanoTime();
      respond(Arrays.copyOfRange(message, offset, offset + length));
    }

    private void respond(byte[] message) {
      if (call.isClosed()) {
        return;
      }
      CompletableFuture<FileResponder> responder = responses.responder();
      waits = !responder.isDone();
      if (waits) {
        call.loop().schedule(() -> respond(message), PAUSE_NANOS);
        return;
      }
      if (responder.isCompletedExceptionally()) {
        call.close(RpcStatus.of(RpcCode.INTERNAL, "an error of the gateway"), RpcMetadata.NONE);
        return;
      }
      byte[] answer;
      try {
        answer = responder.join().respond(message);
      } catch (IOException e) {
        call.close(RpcStatus.of(RpcCode.INVALID_ARGUMENT, e.getMessage()), RpcMetadata.NONE);
        return;
      }
      call.send(answer, 0, answer.length);
      if (halfClosed) {
        call.close(RpcStatus.OK, RpcMetadata.NONE);
      } else if (call.isReady()) {
        call.request(1);
      }
    }

    @Override
    public void onReady() {
      if (!waits) {
        call.request(1);
      }
    }

    @Override
    public void onHalfClose() {
      halfClosed = true;
      if (!waits) {
        call.close(RpcStatus.OK, RpcMetadata.NONE);
      }
    }

    @Override
    public void checkDeadlines(long nowNanos) {
      long idle = TimeUnit.MILLISECONDS.toNanos(call.loop().idleTimeoutMillis());
      if (nowNanos - idleSinceNanos > idle) {
        call.close(RpcStatus.of(RpcCode.UNAVAILABLE, "the stream was idle"), RpcMetadata.NONE);
      }
    }

    @Override
    public void onDrain() {
      call.close(RpcStatus.of(RpcCode.UNAVAILABLE, "the gateway stops"), RpcMetadata.NONE);
    }

    @Override
    public void onCancel() {
      // Nothing is under way.
    }
  }
}
