package com.reactive.platform.gateway.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Builds responses. The caller sets the connection header and owns what is returned. */
final class Answers {
  private static final JsonFactory JSON = new JsonFactory();
  private static final AsciiString PROBLEM_JSON = AsciiString.cached("application/problem+json");

  private static final AsciiString PREFERENCE_APPLIED = AsciiString.cached("preference-applied");

  private static final byte[] REQUEST_ID = ascii("{\"requestId\":\"");
  private static final byte[] EVENT_ID = ascii("\",\"eventId\":\"");
  private static final byte[] TOPIC = ascii("\",\"topic\":\"");
  private static final byte[] PARTITION = ascii("\",\"partition\":");
  private static final byte[] OFFSET = ascii(",\"offset\":");
  private static final byte[] END_OF_STRING = ascii("\"}");

  private static final int NOWHERE = -1;
  private static final byte[] UNREAD =
      ascii(
          "{\"requestId\":\"00000000000000000000000000000000\","
              + "\"eventId\":\"00000000000000000000000000000000\","
              + "\"topic\":\"counter-events\",\"partition\":-1,\"offset\":-1}");

  private Answers() {}

  /** 201: Kafka has it, there. */
  static FullHttpResponse created(ByteBufAllocator allocator, Exchange exchange) {
    ByteBuf body = placed(allocator, exchange, exchange.partition(), exchange.offset());
    return applied(json(HttpResponseStatus.CREATED, body), exchange.waitApplied());
  }

  private static ByteBuf placed(
      ByteBufAllocator allocator, Exchange exchange, int partition, long offset) {
    ByteBuf body = ids(allocator, exchange);
    body.writeBytes(TOPIC).writeBytes(exchange.stream().topicAscii()).writeBytes(PARTITION);
    ByteBufUtil.writeAscii(body, Integer.toString(partition));
    body.writeBytes(OFFSET);
    ByteBufUtil.writeAscii(body, Long.toString(offset));
    return body.writeByte('}');
  }

  /**
   * What a diagnostic route answers, as long as a 201 and never one: it is in no partition and has
   * no offset, since Kafka was not asked to take it.
   */
  static FullHttpResponse diagnostic(ByteBufAllocator allocator, Exchange exchange, Reach reach) {
    ByteBuf body =
        reach == Reach.BODY
            ? Unpooled.wrappedBuffer(UNREAD)
            : placed(allocator, exchange, NOWHERE, NOWHERE);
    return json(HttpResponseStatus.valueOf(reach.status), body);
  }

  /** 202: taken, not yet in Kafka. */
  static FullHttpResponse accepted(ByteBufAllocator allocator, Exchange exchange) {
    FullHttpResponse response =
        json(HttpResponseStatus.ACCEPTED, ids(allocator, exchange).writeBytes(END_OF_STRING));
    return applied(response, exchange.asyncApplied());
  }

  /** Says which preferences of the client's were followed (RFC 7240); null: none. */
  private static FullHttpResponse applied(FullHttpResponse response, String preferences) {
    if (preferences != null) {
      response.headers().set(PREFERENCE_APPLIED, preferences);
    }
    return response;
  }

  /** 204: what a browser asked before it posts, to be filled in. */
  static FullHttpResponse noContent() {
    return new DefaultFullHttpResponse(
        HttpVersion.HTTP_1_1, HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER);
  }

  /** The ids are plain ASCII without quotes or backslashes, by construction or by check. */
  private static ByteBuf ids(ByteBufAllocator allocator, Exchange exchange) {
    return allocator
        .buffer(256)
        .writeBytes(REQUEST_ID)
        .writeBytes(exchange.requestId())
        .writeBytes(EVENT_ID)
        .writeBytes(exchange.eventId());
  }

  /**
   * An error. Names the event's ids when it has some, so that the client can send it again under
   * the same one.
   */
  static FullHttpResponse problem(ByteBufAllocator allocator, Exchange exchange, Problem problem) {
    Problem.Type type = problem.type();
    exchange.problem = type.slug();
    ByteBuf body = allocator.buffer(256);
    try (JsonGenerator json = JSON.createGenerator((OutputStream) new ByteBufOutputStream(body))) {
      json.writeStartObject();
      json.writeStringField("type", "urn:reactive:problem:" + type.slug());
      json.writeStringField("title", type.title);
      json.writeNumberField("status", type.status);
      if (!problem.detail().isEmpty()) {
        json.writeStringField("detail", problem.detail());
      }
      if (problem.pointer() != null) {
        json.writeStringField("pointer", problem.pointer());
      }
      json.writeBooleanField("retryable", type.retryable);
      if (exchange.eventId() != null) {
        json.writeStringField("requestId", text(exchange.requestId()));
        json.writeStringField("eventId", text(exchange.eventId()));
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    FullHttpResponse response = json(HttpResponseStatus.valueOf(type.status), body);
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, PROBLEM_JSON);
    if (type.header != null && problem.header() != null) {
      response.headers().set(type.header, problem.header());
    }
    return applied(response, exchange.waitApplied());
  }

  private static FullHttpResponse json(HttpResponseStatus status, ByteBuf body) {
    FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, body);
    response
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, HttpHeaderValues.APPLICATION_JSON)
        .setInt(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
    return response;
  }

  private static String text(byte[] ascii) {
    return new String(ascii, StandardCharsets.US_ASCII);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
