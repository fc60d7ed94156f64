package com.reactive.platform.testbed.proxy;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Lets a broker's responses through, but swallows those to produce requests while asked to. A
 * response is its size (4 bytes), the correlation id (4), then the rest. For one thread.
 */
final class ResponseFilter {
  static final int HEAD_BYTES = 8;

  private final Set<Integer> produceIds;
  private final BooleanSupplier swallows;
  private final byte[] head = new byte[HEAD_BYTES];
  private int headBytes;
  private long bodyBytes;
  private boolean swallowing;
  private boolean lost;

  /**
   * @param produceIds the ids of produce requests without a response; thread-safe
   * @param swallows asked at the beginning of each response to one of them
   */
  ResponseFilter(Set<Integer> produceIds, BooleanSupplier swallows) {
    this.produceIds = produceIds;
    this.swallows = swallows;
  }

  /**
   * Takes the next bytes that were answered.
   *
   * @param out takes what is let through; longer than {@code length} by {@link #HEAD_BYTES}
   * @return how many bytes that is
   */
  int filter(byte[] bytes, int length, byte[] out) {
    int at = 0;
    int kept = 0;
    while (at < length) {
      if (lost || bodyBytes > 0) {
        int part = lost ? length - at : (int) Math.min(bodyBytes, length - at);
        if (lost || !swallowing) {
          System.arraycopy(bytes, at, out, kept, part);
          kept += part;
        }
        bodyBytes -= part;
        at += part;
        continue;
      }
      head[headBytes++] = bytes[at++];
      if (headBytes == HEAD_BYTES) {
        kept += endOfHead(out, kept);
      }
    }
    return kept;
  }

  private int endOfHead(byte[] out, int at) {
    headBytes = 0;
    long size = Frames.size(head);
    lost = size < HEAD_BYTES - Frames.SIZE_BYTES;
    bodyBytes = size - (HEAD_BYTES - Frames.SIZE_BYTES);
    boolean toProduce = !lost && produceIds.remove(Frames.number(head, Frames.SIZE_BYTES));
    swallowing = toProduce && swallows.getAsBoolean();
    if (swallowing) {
      return 0;
    }
    System.arraycopy(head, 0, out, at, HEAD_BYTES);
    return HEAD_BYTES;
  }
}
