package com.reactive.platform.gateway.sink;

import java.util.Map;
import java.util.TreeMap;

/**
 * The codecs in which batches were sent since the start, of senders that see it.
 *
 * @param batches number of batches, by the codec's name; only those that were used
 * @param bytes bytes of these batches as they were sent
 * @param uncompressedBytes bytes of these batches before they were compressed
 */
public record CodecUse(Map<String, Long> batches, long bytes, long uncompressedBytes) {
  public static final CodecUse NONE = new CodecUse(Map.of(), 0, 0);

  /** Copies the map. */
  public CodecUse {
    batches = Map.copyOf(batches);
  }

  public CodecUse plus(CodecUse other) {
    Map<String, Long> sum = new TreeMap<>(batches);
    other.batches.forEach((codec, count) -> sum.merge(codec, count, Long::sum));
    return new CodecUse(sum, bytes + other.bytes, uncompressedBytes + other.uncompressedBytes);
  }
}
