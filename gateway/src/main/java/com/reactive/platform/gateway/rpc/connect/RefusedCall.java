package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.HttpCall;

/** Drops what comes behind a response that is complete. */
record RefusedCall(HttpCall http) implements HttpCall.Receiver {
  @Override
  public void onData(byte[] bytes, int offset, int length, boolean last) {
    http.consumed(length);
  }

  @Override
  public void onReset() {
    // It has ended.
  }

  @Override
  public void onReady() {
    // Nothing waits.
  }

  @Override
  public void checkDeadlines(long nowNanos) {
    // It has none.
  }

  @Override
  public void onDrain() {
    // It has ended.
  }

  @Override
  public void onFinish() {
    // It has ended.
  }
}
