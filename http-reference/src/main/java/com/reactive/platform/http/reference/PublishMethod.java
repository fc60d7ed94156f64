package com.reactive.platform.http.reference;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The unary method of the gateway's publisher; messages pass as the bytes that they are. */
final class PublishMethod {
  static final String SERVICE = "reactive.counter.Publisher";

  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] message) {
          return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream message) {
          try {
            return message.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  static final MethodDescriptor<byte[], byte[]> DESCRIPTOR =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Publish"))
          .setRequestMarshaller(BYTES)
          .setResponseMarshaller(BYTES)
          .build();

  private PublishMethod() {}

  /** A {@code PublishResponse}: ids, topic, partition, offset. */
  static byte[] response(
      String requestId, String eventId, String topic, int partition, long offset) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(128);
    write(out, 1, requestId);
    write(out, 2, eventId);
    write(out, 3, topic);
    write(out, 4, partition);
    write(out, 5, offset);
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, int field, String ascii) {
    byte[] bytes = ascii.getBytes(StandardCharsets.US_ASCII);
    out.write(field << 3 | LENGTH_DELIMITED);
    writeVarint(out, bytes.length);
    out.writeBytes(bytes);
  }

  private static void write(ByteArrayOutputStream out, int field, long value) {
    out.write(field << 3 | VARINT);
    writeVarint(out, value);
  }

  private static void writeVarint(ByteArrayOutputStream out, long value) {
    long rest = value;
    while (rest > 0x7F) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
