package com.reactive.platform.gateway.microbatch;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what it was told, and is its own settlement. */
final class RecordedCompletion implements Completion, Settlement {
  private final List<String> told = new CopyOnWriteArrayList<>();
  private volatile Throwable reason;

  @Override
  public void acked(int partition, long offset) {
    told.add("acked " + partition + "/" + offset);
  }

  @Override
  public void notWritten(Throwable reason) {
    this.reason = reason;
    told.add("not written");
  }

  @Override
  public void unknown(Throwable reason) {
    this.reason = reason;
    told.add("unknown");
  }

  @Override
  public Settlement settlement() {
    told.add("asked");
    return this;
  }

  @Override
  public void written(int partition, long offset) {
    told.add("written " + partition + "/" + offset);
  }

  @Override
  public void unsettled(Throwable reason) {
    told.add("unsettled");
  }

  List<String> told() {
    return told;
  }

  Throwable reason() {
    return reason;
  }
}
