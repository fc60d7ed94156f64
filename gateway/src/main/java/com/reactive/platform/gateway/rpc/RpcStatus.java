package com.reactive.platform.gateway.rpc;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a call ended. Immutable.
 *
 * @param message for people; empty for none
 * @param details as {@code google.rpc.Status} has them
 * @param violation the client has broken the rules of the protocol, whatever the code says
 */
public record RpcStatus(RpcCode code, String message, List<Detail> details, boolean violation) {
  /** The end of a call that did what it should. */
  public static final RpcStatus OK = of(RpcCode.OK, "");

  private static final String TYPE_PREFIX = "type.googleapis.com/";

  /**
   * One message of a status, as {@code google.protobuf.Any}.
   *
   * @param type full name of the message, such as {@code google.rpc.RetryInfo}
   */
  public record Detail(String type, ByteString value) {}

  public RpcStatus {
    details = List.copyOf(details);
  }

  public static RpcStatus of(RpcCode code, String message) {
    return new RpcStatus(code, message, List.of(), false);
  }

  /**
   * The client has broken the rules of the protocol in a way that is INTERNAL by its specification.
   */
  public static RpcStatus violation(String message) {
    return new RpcStatus(RpcCode.INTERNAL, message, List.of(), true);
  }

  /** True if the server is at fault, by OpenTelemetry's conventions. */
  public boolean isServerFault() {
    return code.isServerFault() && !violation;
  }

  public boolean isOk() {
    return code == RpcCode.OK;
  }

  /** The same with one detail more. */
  public RpcStatus with(String type, ByteString value) {
    List<Detail> more = new ArrayList<>(details);
    more.add(new Detail(type, value));
    return new RpcStatus(code, message, more, violation);
  }

  /** As a {@code google.rpc.Status} in protobuf: code, message, details. */
  public byte[] toProtobuf() {
    ByteString.Output bytes = ByteString.newOutput();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      out.writeInt32(1, code.number());
      out.writeString(2, message);
      for (Detail detail : details) {
        Any any =
            Any.newBuilder().setTypeUrl(TYPE_PREFIX + detail.type).setValue(detail.value).build();
        out.writeMessage(3, any);
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return bytes.toByteString().toByteArray();
  }
}
