package com.reactive.platform.gateway.sink;

/**
 * Requests and records sent since the start.
 *
 * @param requests sent: those with records, and now and then one for metadata
 * @param records in those requests; one that is sent again counts again
 * @param bytes of those records as they were sent, compressed if they were
 */
public record SinkTraffic(long requests, long records, long bytes) {
  public static final SinkTraffic NONE = new SinkTraffic(0, 0, 0);

  public SinkTraffic plus(SinkTraffic other) {
    return new SinkTraffic(requests + other.requests, records + other.records, bytes + other.bytes);
  }
}
