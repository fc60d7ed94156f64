package com.reactive.platform.gateway.rpc;

/** The body of a request that is no call. */
public record IgnoredBody(HttpCall call) implements HttpCall.Receiver {
  @Override
  public void onData(byte[] bytes, int offset, int length, boolean last) {
    call.consumed(length);
  }

  @Override
  public void onReset() {}

  @Override
  public void onReady() {}

  @Override
  public void checkDeadlines(long nowNanos) {}

  @Override
  public void onDrain() {}

  @Override
  public void onFinish() {}
}
