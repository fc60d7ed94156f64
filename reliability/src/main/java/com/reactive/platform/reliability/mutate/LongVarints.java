package com.reactive.platform.reliability.mutate;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import com.reactive.platform.gateway.protobuf.ProtoMessage.Member.Label;
import java.io.IOException;

/** Finds varints of more than 64 bits: some readers of protobuf cut them, some refuse them. */
final class LongVarints {
  private static final int MAX_VARINT_BYTES = 10;
  private static final int ENTRY_VALUE = 2;

  private final byte[] bytes;
  private final CodedInputStream in;

  private LongVarints(byte[] bytes) {
    this.bytes = bytes;
    this.in = CodedInputStream.newInstance(bytes);
  }

  /** True if there is one in a message that protobuf's parser reads, at any depth. */
  static boolean areIn(ProtoMessage type, byte[] message) {
    try {
      return new LongVarints(message).inMessage(type);
    } catch (IOException e) {
      return true; // That parser skips a value with more care than it reads it.
    }
  }

  /** The same of its own fields, whatever is in them. */
  static boolean areAmongFieldsOf(byte[] message) {
    try {
      return new LongVarints(message).inFlat(null);
    } catch (IOException e) {
      return true;
    }
  }

  private boolean inMessage(ProtoMessage type) throws IOException {
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        byte[] value = in.readByteArray();
        for (ProtoMessage.Member member : type.members()) {
          for (ProtoMessage.Field field : member.fields()) {
            if (field.number() == WireFormat.getTagFieldNumber(tag)
                && inValue(member.label(), field, value)) {
              return true;
            }
          }
        }
      } else if (isNextLong(tag)) {
        return true;
      }
    }
    return false;
  }

  private static boolean inValue(Label label, ProtoMessage.Field field, byte[] value)
      throws IOException {
    LongVarints inner = new LongVarints(value);
    return switch (field.type().kind()) {
      case MESSAGE ->
          label == Label.MAP
              ? inner.inFlat(field.type().message())
              : inner.inMessage(field.type().message());
      case TIMESTAMP -> inner.inFlat(null);
      case BOOL, INT32, INT64, ENUM -> label == Label.MAP ? inner.inFlat(null) : inner.inPacked();
      default -> false;
    };
  }

  /**
   * In a timestamp or an entry of a map.
   *
   * @param values type of the entry's value; null if that is no message
   */
  private boolean inFlat(ProtoMessage values) throws IOException {
    while (!in.isAtEnd()) {
      int tag = in.readTag();
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        byte[] value = in.readByteArray();
        boolean nested = values != null && WireFormat.getTagFieldNumber(tag) == ENTRY_VALUE;
        if (nested && new LongVarints(value).inMessage(values)) {
          return true;
        }
      } else if (isNextLong(tag)) {
        return true;
      }
    }
    return false;
  }

  private boolean inPacked() throws IOException {
    while (!in.isAtEnd()) {
      if (isNextLong(WireFormat.WIRETYPE_VARINT)) {
        return true;
      }
    }
    return false;
  }

  /** Reads the value behind a tag. */
  private boolean isNextLong(int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_VARINT) {
      in.skipField(tag);
      return false;
    }
    int start = in.getTotalBytesRead();
    in.readRawVarint64();
    int end = in.getTotalBytesRead();
    return end - start == MAX_VARINT_BYTES && (bytes[end - 1] & 0xFF) > 1;
  }
}
