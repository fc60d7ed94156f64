package com.reactive.platform.outbox;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes messages as pgoutput does, version 1. */
final class PgOutputMessages {
  private static final long EPOCH_MICROS = 946_684_800_000_000L;

  private PgOutputMessages() {}

  private interface Fields {
    void writeTo(DataOutputStream out) throws IOException;
  }

  private static byte[] message(char type, Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(type);
      fields.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void text(DataOutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.writeByte(0);
  }

  static byte[] begin(long commitMillis) {
    return message(
        'B',
        out -> {
          out.writeLong(77);
          out.writeLong(commitMillis * 1_000 - EPOCH_MICROS);
          out.writeInt(4711);
        });
  }

  static byte[] commit(long endLsn) {
    return message(
        'C',
        out -> {
          out.writeByte(0);
          out.writeLong(endLsn - 8);
          out.writeLong(endLsn);
          out.writeLong(0);
        });
  }

  static byte[] relation(Relation relation) {
    return message(
        'R',
        out -> {
          out.writeInt(relation.id());
          text(out, relation.schema());
          text(out, relation.name());
          List<String> key = relation.primaryKey();
          out.writeByte(key == null ? 'f' : 'd');
          out.writeShort(relation.columns().size());
          for (int i = 0; i < relation.columns().size(); i++) {
            out.writeByte(key == null || key.contains(relation.columns().get(i)) ? 1 : 0);
            text(out, relation.columns().get(i));
            out.writeInt(relation.typeOids().get(i));
            out.writeInt(-1);
          }
        });
  }

  /**
   * An insert.
   *
   * @param values of the columns; null for NULL
   */
  static byte[] insert(int relation, List<String> values) {
    return message(
        'I',
        out -> {
          out.writeInt(relation);
          out.writeByte('N');
          tuple(out, values);
        });
  }

  static byte[] update(int relation, List<String> values) {
    return message(
        'U',
        out -> {
          out.writeInt(relation);
          out.writeByte('N');
          tuple(out, values);
        });
  }

  static byte[] logical(String prefix) {
    return message(
        'M',
        out -> {
          out.writeByte(1);
          out.writeLong(1);
          text(out, prefix);
          out.writeInt(0);
        });
  }

  private static void tuple(DataOutputStream out, List<String> values) throws IOException {
    out.writeShort(values.size());
    for (String value : values) {
      if (value == null) {
        out.writeByte('n');
      } else {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.writeByte('t');
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }
}
