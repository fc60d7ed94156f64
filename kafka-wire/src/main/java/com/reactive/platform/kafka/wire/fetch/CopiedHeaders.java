package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Headers as a record has them, taken apart when somebody asks: most readers want one, or none. */
final class CopiedHeaders implements Headers {
  private final int count;
  private byte[] encoded;
  private RecordHeaders decoded;

  /**
   * @param encoded whole: they were read through once
   */
  CopiedHeaders(byte[] encoded, int count) {
    this.encoded = encoded;
    this.count = count;
  }

  private RecordHeaders all() {
    if (decoded == null) {
      Header[] headers = new Header[count];
      ByteBuffer bytes = ByteBuffer.wrap(encoded);
      VarintReader reader = new VarintReader();
      reader.begin(bytes, 0, encoded.length);
      for (int i = 0; i < count; i++) {
        headers[i] = new RecordHeader(next(reader, bytes), next(reader, bytes));
      }
      decoded = new RecordHeaders(headers);
      encoded = null;
    }
    return decoded;
  }

  private static ByteBuffer next(VarintReader reader, ByteBuffer bytes) {
    int length = reader.varint();
    return length < 0 ? null : bytes.slice(reader.skip(length), length);
  }

  @Override
  public Headers add(Header header) {
    all().add(header);
    return this;
  }

  @Override
  public Headers add(String key, byte[] value) {
    all().add(key, value);
    return this;
  }

  @Override
  public Headers remove(String key) {
    all().remove(key);
    return this;
  }

  @Override
  public Header lastHeader(String key) {
    return decoded == null ? last(key) : decoded.lastHeader(key);
  }

  /** Without taking the others apart. */
  private Header last(String key) {
    byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
    VarintReader reader = new VarintReader();
    reader.begin(ByteBuffer.wrap(encoded), 0, encoded.length);
    Header last = null;
    for (int i = 0; i < count; i++) {
      int nameBytes = reader.varint();
      int name = reader.skip(nameBytes);
      int valueBytes = reader.varint();
      int value = reader.skip(Math.max(valueBytes, 0));
      if (Arrays.equals(encoded, name, name + nameBytes, wanted, 0, wanted.length)) {
        last =
            new RecordHeader(
                key,
                valueBytes < 0 ? null : Arrays.copyOfRange(encoded, value, value + valueBytes));
      }
    }
    return last;
  }

  @Override
  public Iterable<Header> headers(String key) {
    return all().headers(key);
  }

  @Override
  public Header[] toArray() {
    return all().toArray();
  }

  @Override
  public Iterator<Header> iterator() {
    return all().iterator();
  }

  @Override
  public String toString() {
    return all().toString();
  }
}
