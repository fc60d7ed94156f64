package com.reactive.platform.gateway.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Writes a message anew, so that it means the same: fields in any order, values that a later one
 * replaces, embedded messages in parts, lists packed or not, or some so and some so.
 */
final class WireScrambler {
  private final Random random;

  WireScrambler(Random random) {
    this.random = random;
  }

  /** The value has its length before it if the wire type is LEN. */
  private record Chunk(int number, int wireType, byte[] value) {}

  byte[] scramble(Descriptor type, byte[] message) throws IOException {
    Map<Object, Deque<Chunk>> groups = new LinkedHashMap<>();
    for (Chunk chunk : chunks(message)) {
      FieldDescriptor field = type.findFieldByNumber(chunk.number());
      Object group =
          field.getRealContainingOneof() == null ? field : field.getRealContainingOneof();
      variants(field, chunk).forEach(groups.computeIfAbsent(group, g -> new ArrayDeque<>())::add);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    List<Deque<Chunk>> left = new ArrayList<>(groups.values());
    while (!left.isEmpty()) {
      int pick = random.nextInt(left.size());
      Chunk chunk = left.get(pick).remove();
      out.writeUInt32NoTag(chunk.number() << 3 | chunk.wireType());
      out.writeRawBytes(chunk.value());
      left.removeIf(Collection::isEmpty);
    }
    out.flush();
    return bytes.toByteArray();
  }

  private List<Chunk> variants(FieldDescriptor field, Chunk chunk) throws IOException {
    List<Chunk> all = new ArrayList<>();
    boolean message = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    if (message) {
      byte[] inside = scramble(field.getMessageType(), payload(chunk));
      if (field.isRepeated() || random.nextBoolean()) {
        all.add(ofLength(chunk.number(), inside));
      } else {
        List<Chunk> parts = chunks(inside);
        int cut = random.nextInt(parts.size() + 1);
        all.add(ofLength(chunk.number(), joined(parts.subList(0, cut))));
        all.add(ofLength(chunk.number(), joined(parts.subList(cut, parts.size()))));
      }
    } else if (field.isRepeated() && field.isPackable() && chunk.wireType() == 2) {
      all.addAll(unpacked(field, chunk));
    } else {
      if (!field.isRepeated() && random.nextInt(3) == 0) {
        all.add(replaced(chunk));
      }
      all.add(chunk);
    }
    return all;
  }

  private Chunk replaced(Chunk chunk) throws IOException {
    return switch (chunk.wireType()) {
      case 0 -> new Chunk(chunk.number(), 0, new byte[] {(byte) random.nextInt(128)});
      case 1 -> new Chunk(chunk.number(), 1, new byte[8]);
      case 5 -> new Chunk(chunk.number(), 5, new byte[4]);
      default -> ofLength(chunk.number(), new byte[random.nextInt(5)]);
    };
  }

  private List<Chunk> unpacked(FieldDescriptor field, Chunk chunk) throws IOException {
    int type =
        switch (field.getType()) {
          case FLOAT -> 5;
          case DOUBLE -> 1;
          default -> 0;
        };
    List<byte[]> elements = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(payload(chunk));
    while (!in.isAtEnd()) {
      elements.add(value(in, type));
    }
    List<Chunk> all = new ArrayList<>();
    ByteArrayOutputStream pack = new ByteArrayOutputStream();
    for (byte[] element : elements) {
      if (random.nextInt(3) == 0) {
        all.add(ofLength(chunk.number(), pack.toByteArray()));
        pack.reset();
        all.add(new Chunk(chunk.number(), type, element));
      } else {
        pack.writeBytes(element);
      }
    }
    all.add(ofLength(chunk.number(), pack.toByteArray()));
    return all;
  }

  private static List<Chunk> chunks(byte[] message) throws IOException {
    List<Chunk> chunks = new ArrayList<>();
    CodedInputStream in = CodedInputStream.newInstance(message);
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      int type = WireFormat.getTagWireType(tag);
      chunks.add(new Chunk(WireFormat.getTagFieldNumber(tag), type, value(in, type)));
    }
    return chunks;
  }

  private static byte[] value(CodedInputStream in, int wireType) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    switch (wireType) {
      case 0 -> out.writeUInt64NoTag(in.readUInt64());
      case 1 -> out.writeFixed64NoTag(in.readFixed64());
      case 5 -> out.writeFixed32NoTag(in.readFixed32());
      default -> out.writeBytesNoTag(in.readBytes());
    }
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] payload(Chunk chunk) throws IOException {
    return CodedInputStream.newInstance(chunk.value()).readBytes().toByteArray();
  }

  private static Chunk ofLength(int number, byte[] payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeBytesNoTag(ByteString.copyFrom(payload));
    out.flush();
    return new Chunk(number, 2, bytes.toByteArray());
  }

  private static byte[] joined(List<Chunk> chunks) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    for (Chunk chunk : chunks) {
      out.writeUInt32NoTag(chunk.number() << 3 | chunk.wireType());
      out.writeRawBytes(chunk.value());
    }
    out.flush();
    return bytes.toByteArray();
  }
}
