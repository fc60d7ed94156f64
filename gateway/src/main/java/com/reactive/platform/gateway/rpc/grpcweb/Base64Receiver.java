package com.reactive.platform.gateway.rpc.grpcweb;

import com.reactive.platform.gateway.rpc.EnvelopedCall;
import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcStatus;
import java.util.Base64;

/**
 * Decodes base64 on its way to a call. Clients encode piece by piece, so padding may stand at the
 * end of any group of four.
 */
final class Base64Receiver implements HttpCall.Receiver {
  private static final int GROUP = 4;

  private final HttpCall http;
  private final EnvelopedCall call;
  private final byte[] group = new byte[GROUP];
  private int grouped;

  Base64Receiver(HttpCall http, EnvelopedCall call) {
    this.http = http;
    this.call = call;
  }

  @Override
  public void onData(byte[] bytes, int offset, int length, boolean last) {
    int groups = (grouped + length) / GROUP;
    byte[] plain = new byte[groups * (GROUP - 1)];
    int count = 0;
    boolean valid = true;
    for (int i = offset; valid && i < offset + length; i++) {
      group[grouped++] = bytes[i];
      if (grouped == GROUP) {
        grouped = 0;
        try {
          byte[] decoded = Base64.getDecoder().decode(group);
          System.arraycopy(decoded, 0, plain, count, decoded.length);
          count += decoded.length;
        } catch (IllegalArgumentException e) {
          valid = false;
        }
      }
    }
    if (!valid || (last && grouped > 0)) {
      http.consumed(length);
      call.fail(RpcStatus.of(RpcCode.INVALID_ARGUMENT, "the body is not base64"));
      return;
    }
    // The call opens the window by what it gets, which is less than what came.
    http.consumed(groups * GROUP - count);
    call.onData(plain, 0, count, last);
  }

  @Override
  public void onReset() {
    call.onReset();
  }

  @Override
  public void onReady() {
    call.onReady();
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    call.checkDeadlines(nowNanos);
  }

  @Override
  public void onDrain() {
    call.onDrain();
  }

  @Override
  public void onFinish() {
    call.onFinish();
  }
}
