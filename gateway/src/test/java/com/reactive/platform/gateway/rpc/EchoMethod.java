package com.reactive.platform.gateway.rpc;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;

/** Responds to each message with the same, and to "fail" with an error that has all there is. */
public record EchoMethod(boolean clientStreaming, boolean serverStreaming, boolean noSideEffects)
    implements RpcMethod {
  public static final int MAX_BYTES = 1_000;

  /** One message each way, by POST. */
  public static final EchoMethod UNARY = new EchoMethod(false, false, false);

  /** The same, by GET, too. */
  public static final EchoMethod SAFE = new EchoMethod(false, false, true);

  /** Many messages each way. */
  public static final EchoMethod BIDI = new EchoMethod(true, true, false);

  @Override
  public String path() {
    return "/test.Echo/Echo";
  }

  @Override
  public int maxMessageBytes() {
    return MAX_BYTES;
  }

  @Override
  public RpcHandler open(RpcCall call) {
    call.request(Integer.MAX_VALUE);
    call.sendHeaders(new RpcMetadata().add("x-head", "h"));
    return new RpcHandler() {
      @Override
      public void onMessage(byte[] message, int offset, int length) {
        String text = new String(message, offset, length, StandardCharsets.UTF_8);
        if (text.equals("fail")) {
          call.close(
              RpcStatus.of(RpcCode.NOT_FOUND, "no \"ü\"")
                  .with("test.Detail", ByteString.copyFrom(new byte[] {1, 2})),
              trailers());
        } else if (text.equals("throw")) {
          throw new IllegalStateException("by the test");
        } else if (!text.equals("wait")) {
          call.send(message, offset, length);
        }
      }

      @Override
      public void onHalfClose() {
        if (!call.hasDeadline()) {
          call.close(RpcStatus.OK, trailers());
        }
      }

      @Override
      public void onCancel() {}
    };
  }

  private static RpcMetadata trailers() {
    return new RpcMetadata().add("x-tail", "1").add("x-tail", "2");
  }
}
