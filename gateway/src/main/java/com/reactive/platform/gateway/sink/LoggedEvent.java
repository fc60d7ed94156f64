package com.reactive.platform.gateway.sink;

import java.util.Arrays;

/**
 * What a record says of its event. One object is used for many events: valid within the call only.
 *
 * <p>Fields are for whoever reads the log to write, and for others to read.
 */
public final class LoggedEvent {
  public int partition;
  public long offset;
  public long timestampMillis;

  /** The event id is {@code id[0 .. idLength)}; the rest is of other events. */
  public byte[] id = {};

  public int idLength;

  /** True if the id is a key that the client chose; then {@link #caller} and {@link #request}. */
  public boolean isKeyed;

  /** Hash of the client's name. */
  public long caller;

  /** Hash of what the event is made of. */
  public long request;

  /**
   * True if it is the event of this id and of this caller. An id that nobody chose is that of one
   * event, whoever sent it.
   */
  public boolean is(byte[] wantedId, long wantedCaller) {
    return Arrays.equals(id, 0, idLength, wantedId, 0, wantedId.length)
        && (!isKeyed || caller == wantedCaller);
  }
}
