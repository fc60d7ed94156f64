package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackedValueTest {
  private final PackedValue packed = new PackedValue();

  /** As the gateway packs them: id, value, id, value. */
  static byte[] pack(String... idsAndValues) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    for (int i = 0; i < idsAndValues.length; i += 2) {
      byte[] id = idsAndValues[i].getBytes(StandardCharsets.US_ASCII);
      byte[] value = idsAndValues[i + 1].getBytes(StandardCharsets.US_ASCII);
      out.writeShort(id.length);
      out.write(id);
      out.writeInt(value.length);
      out.write(value);
    }
    return bytes.toByteArray();
  }

  @Test
  void readsEntriesInTheirOrder() throws IOException {
    byte[] bytes = pack("a", "one", "bb", "", "", "three");
    // Behind the end there may be bytes of another record.
    packed.open(Arrays.copyOf(bytes, bytes.length + 20), bytes.length);
    List<String> seen = new ArrayList<>();
    while (packed.next()) {
      seen.add(
          text(bytes, packed.idOffset(), packed.idLength())
              + "="
              + text(bytes, packed.valueOffset(), packed.valueLength()));
    }
    assertThat(seen).containsExactly("a=one", "bb=", "=three");
    packed.open(new byte[0], 0);
    assertThat(packed.next()).isFalse();
  }

  private static String text(byte[] bytes, int offset, int length) {
    return new String(bytes, offset, length, StandardCharsets.US_ASCII);
  }

  @Test
  void takesWholeEntriesOnly() throws IOException {
    byte[] one = pack("id", "value");
    for (int length = 1; length < one.length; length++) {
      int cut = length;
      assertThatThrownBy(() -> packed.open(one, cut)).isInstanceOf(IOException.class);
    }
    byte[] negative = one.clone();
    negative[4] = -1;
    assertThatThrownBy(() -> packed.open(negative, one.length)).isInstanceOf(IOException.class);
  }
}
