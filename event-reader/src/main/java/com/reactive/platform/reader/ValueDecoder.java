package com.reactive.platform.reader;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/** Makes an event of a record's value. For one thread. */
@FunctionalInterface
public interface ValueDecoder<T> {
  /**
   * Decodes one event.
   *
   * @param bytes not to be kept: they are those of the next event soon
   * @return may be null
   * @throws IOException if the bytes are no such event
   */
  T decode(byte[] bytes, int offset, int length) throws IOException;

  /** The same, as something else. */
  default <R> ValueDecoder<R> map(Function<? super T, ? extends R> mapping) {
    return (bytes, offset, length) -> mapping.apply(decode(bytes, offset, length));
  }

  /** The value's bytes as they are, a copy. */
  static ValueDecoder<byte[]> bytes() {
    return (bytes, offset, length) -> Arrays.copyOfRange(bytes, offset, offset + length);
  }
}
