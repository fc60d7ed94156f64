package com.reactive.platform.gateway.http;

/**
 * Charges the heads of a connection's requests that wait for their bodies to the memory for bodies:
 * a connection may have many of them, of many kilobytes each. As much as one head of HTTP/1.1 is
 * free. Lives on the connection's event loop.
 */
final class OpenHeads {
  private static final int FREE_BYTES = RequestDecoder.MAX_HEADER_BYTES;

  private final BodyMemory memory;
  private int heldBytes;
  private int segments;

  OpenHeads(BodyMemory memory) {
    this.memory = memory;
  }

  /** Returns whether there was room; if so, as much must be released one day. */
  boolean hold(int bytes) {
    int needed = segmentsOf(heldBytes + bytes);
    if (needed > segments) {
      if (!memory.reserve(needed - segments)) {
        return false;
      }
      segments = needed;
    }
    heldBytes += bytes;
    return true;
  }

  void release(int bytes) {
    heldBytes -= bytes;
    int needed = segmentsOf(heldBytes);
    if (needed < segments) {
      memory.release(segments - needed);
      segments = needed;
    }
  }

  private static int segmentsOf(int bytes) {
    return BodyMemory.segmentsOf(Math.max(0, bytes - FREE_BYTES));
  }
}
