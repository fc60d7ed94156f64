package com.reactive.platform.kafka.benchmark.target;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.RecordReader.Found;

/**
 * Reads messages without being told their payload: it is that of the message before, or else the
 * other. No message is whole with both, but for those without a payload.
 */
final class MessageScan implements Found {
  private Payload payload = Payload.RANDOM;
  private boolean whole;
  private long runTag;
  private int lane;
  private long sequence;

  /** Tells of the message that lies there; the bounds must be within the buffer. */
  void read(byte[] buffer, int offset, int length, Found found) {
    if (isWhole(buffer, offset, length)) {
      found.message(runTag, lane, sequence);
      return;
    }
    payload = payload == Payload.RANDOM ? Payload.CONSTANT : Payload.RANDOM;
    if (isWhole(buffer, offset, length)) {
      found.message(runTag, lane, sequence);
    } else {
      found.damaged();
    }
  }

  private boolean isWhole(byte[] buffer, int offset, int length) {
    MessageFormat.read(buffer, offset, length, payload, this);
    return whole;
  }

  @Override
  public void message(long ofRun, int ofLane, long numbered) {
    whole = true;
    runTag = ofRun;
    lane = ofLane;
    sequence = numbered;
  }

  @Override
  public void damaged() {
    whole = false;
  }
}
