package com.reactive.platform.reliability.oracle;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * A {@code google.rpc.Status}, as far as a client acts on it.
 *
 * @param code of gRPC
 * @param retryAfterMillis of {@code RetryInfo}; 0 if there is none
 */
record RpcFailure(int code, long retryAfterMillis) {
  /** Nothing is wrong. */
  static final RpcFailure NONE = new RpcFailure(0, 0);

  private static final String RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo";
  private static final int CODE = 1 << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int DETAILS = 3 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int TYPE_URL = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int VALUE = 2 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int DELAY = 1 << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;
  private static final int SECONDS = 1 << 3 | WireFormat.WIRETYPE_VARINT;

  /** Reads the message. */
  static RpcFailure read(byte[] status) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(status);
    int code = 0;
    long retryAfterMillis = 0;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case CODE -> code = in.readInt32();
        case DETAILS -> retryAfterMillis = Math.max(retryAfterMillis, delay(in.readByteArray()));
        default -> in.skipField(tag);
      }
    }
    return new RpcFailure(code, retryAfterMillis);
  }

  /** Of one of the details; 0 if it is another. */
  private static long delay(byte[] any) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(any);
    boolean retryInfo = false;
    byte[] value = new byte[0];
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (tag) {
        case TYPE_URL -> retryInfo = in.readString().equals(RETRY_INFO);
        case VALUE -> value = in.readByteArray();
        default -> in.skipField(tag);
      }
    }
    return retryInfo ? TimeUnit.SECONDS.toMillis(seconds(value)) : 0;
  }

  /** Of a duration within another message. */
  private static long seconds(byte[] retryInfo) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(retryInfo);
    if (in.readTag() != DELAY) {
      return 0;
    }
    CodedInputStream duration = CodedInputStream.newInstance(in.readByteArray());
    return duration.readTag() == SECONDS ? duration.readInt64() : 0;
  }
}
