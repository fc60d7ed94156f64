package com.reactive.platform.reliability.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A complete answer, read as a client of its protocol does.
 *
 * @param form null if it is plain HTTP
 * @param contentType empty for none
 * @param code null if it is plain HTTP
 * @param message of the status
 * @param messages of the response
 */
record CallAnswer(
    CallProtocol form,
    int httpStatus,
    String contentType,
    CallCode code,
    String message,
    List<byte[]> messages) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ENVELOPE_HEAD = 5;
  private static final int GROUP = 4;
  private static final int WEB_TRAILERS = 0x80;
  private static final int END_OF_STREAM = 2;
  private static final int NO_END = -1;

  /**
   * Reads an answer that has ended.
   *
   * @throws IllegalStateException if it is none of the protocol that its content type names
   */
  static CallAnswer of(Http2Answers.Answer answer) {
    Map<String, String> head = answer.head;
    String status = head.getOrDefault(":status", "");
    require(status.matches("[1-5][0-9]{2}"), "the status is " + status);
    String type = head.getOrDefault("content-type", "");
    int number = Integer.parseInt(status);
    if (type.startsWith("application/grpc-web")) {
      return web(answer, number, type);
    }
    if (type.startsWith("application/grpc")) {
      return grpc(answer, number, type);
    }
    require(answer.trailers == null, "trailers outside of gRPC");
    if (type.startsWith("application/connect+")) {
      return connectStream(answer, number, type);
    }
    boolean json = type.equals("application/json");
    if (type.equals("application/proto") || (json && (number == 200 || number >= 400))) {
      return connect(answer, number, type);
    }
    return new CallAnswer(null, number, type, null, "", List.of(answer.data()));
  }

  static void require(boolean holds, String fault) {
    if (!holds) {
      throw new IllegalStateException(fault);
    }
  }

  private static CallAnswer grpc(Http2Answers.Answer answer, int status, String type) {
    boolean only = answer.trailers == null;
    require(!only || answer.data().length == 0, "gRPC without trailers");
    return ofTrailers(
        CallProtocol.GRPC,
        status,
        type,
        only ? answer.head : answer.trailers,
        envelopes(answer.data(), NO_END));
  }

  private static CallAnswer web(Http2Answers.Answer answer, int status, String type) {
    require(answer.trailers == null, "gRPC-Web with trailers of HTTP");
    boolean text = type.startsWith("application/grpc-web-text");
    byte[] body = text ? decoded(answer.data()) : answer.data();
    List<byte[]> messages = envelopes(body, WEB_TRAILERS);
    String lines = new String(messages.remove(messages.size() - 1), StandardCharsets.ISO_8859_1);
    Map<String, String> trailers = new HashMap<>();
    for (String line : lines.split("\r\n", -1)) {
      int colon = line.indexOf(':');
      require(line.isEmpty() || colon > 0, "a trailer of gRPC-Web is " + line);
      if (colon > 0) {
        String name = line.substring(0, colon);
        require(name.equals(name.toLowerCase(Locale.ROOT)), "trailer " + name);
        trailers.put(name, line.substring(colon + 1).strip());
      }
    }
    CallProtocol form = text ? CallProtocol.GRPC_WEB_TEXT : CallProtocol.GRPC_WEB;
    return ofTrailers(form, status, type, trailers, messages);
  }

  /** Group by group: padding may stand behind each piece. */
  private static byte[] decoded(byte[] base64) {
    require(base64.length % GROUP == 0, "the body is not base64");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 0; at < base64.length; at += GROUP) {
      out.writeBytes(Base64.getDecoder().decode(Arrays.copyOfRange(base64, at, at + GROUP)));
    }
    return out.toByteArray();
  }

  private static CallAnswer ofTrailers(
      CallProtocol form,
      int status,
      String type,
      Map<String, String> trailers,
      List<byte[]> messages) {
    require(status == 200, "gRPC with the status " + status);
    CallCode code = CallCode.ofNumber(trailers.get("grpc-status"));
    String message = trailers.getOrDefault("grpc-message", "");
    require(
        message.chars().allMatch(c -> c >= ' ' && c <= '~'), "grpc-message is not percent-encoded");
    String details = trailers.get("grpc-status-details-bin");
    if (details != null) {
      try {
        List<Long> codes =
            UnknownFieldSet.parseFrom(Base64.getDecoder().decode(details))
                .getField(1)
                .getVarintList();
        require(codes.equals(List.of((long) code.number())), "the details have the code " + codes);
      } catch (InvalidProtocolBufferException e) {
        throw new IllegalStateException("the details are no google.rpc.Status", e);
      }
    }
    return new CallAnswer(form, status, type, code, message, messages);
  }

  private static CallAnswer connectStream(Http2Answers.Answer answer, int status, String type) {
    require(status == 200, "a stream of Connect with the status " + status);
    List<byte[]> messages = envelopes(answer.data(), END_OF_STREAM);
    JsonNode end = json(messages.remove(messages.size() - 1));
    JsonNode error = end.get("error");
    CallCode code = error == null ? CallCode.OK : CallCode.ofName(error.path("code").textValue());
    String message = error == null ? "" : error.path("message").asText();
    return new CallAnswer(CallProtocol.CONNECT_STREAM, status, type, code, message, messages);
  }

  private static CallAnswer connect(Http2Answers.Answer answer, int status, String type) {
    String length = answer.head.get("content-length");
    require(
        length == null || length.equals(String.valueOf(answer.data().length)),
        "the content-length is " + length);
    if (status == 200) {
      List<byte[]> only = List.of(answer.data());
      return new CallAnswer(CallProtocol.CONNECT, status, type, CallCode.OK, "", only);
    }
    require(type.equals("application/json"), "an error of Connect as " + type);
    JsonNode error = json(answer.data());
    CallCode code = CallCode.ofName(error.path("code").textValue());
    require(code.httpStatus() == status, code + " with the status " + status);
    return new CallAnswer(
        CallProtocol.CONNECT, status, type, code, error.path("message").asText(), List.of());
  }

  static JsonNode json(byte[] bytes) {
    try {
      JsonNode node = JSON.readTree(bytes);
      require(node != null && node.isObject(), "no JSON object in an answer");
      return node;
    } catch (IOException e) {
      throw new IllegalStateException("an answer is not JSON", e);
    }
  }

  /**
   * Splits a body.
   *
   * @param endFlags of the last envelope and no other; negative if all are messages
   */
  private static List<byte[]> envelopes(byte[] body, int endFlags) {
    List<byte[]> all = new ArrayList<>();
    boolean ended = endFlags < 0;
    for (int at = 0; at < body.length; ) {
      int length =
          body.length - at < ENVELOPE_HEAD ? -1 : ByteBuffer.wrap(body, at + 1, GROUP).getInt();
      boolean whole = length >= 0 && length <= body.length - at - ENVELOPE_HEAD;
      require(whole, "an envelope of an answer is cut off");
      int flags = body[at] & 0xFF;
      at += ENVELOPE_HEAD + length;
      boolean last = endFlags >= 0 && at == body.length;
      require(flags == (last ? endFlags : 0), "an envelope of an answer has the flags " + flags);
      ended |= last;
      all.add(Arrays.copyOfRange(body, at - length, at));
    }
    require(ended, "an answer without its end");
    return all;
  }
}
