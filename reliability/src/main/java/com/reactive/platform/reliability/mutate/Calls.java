package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.PublisherService;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Makes HTTP/2 connections whose requests are calls: of gRPC, gRPC-Web and Connect, with one event
 * or a stream of some, a few of them compressed. Events are JSON or protobuf, and valid.
 */
final class Calls extends Conversations {
  private static final int MAX_MESSAGES = 5;

  /** With the first request the authority goes into the dynamic table, alone. */
  private static final int KNOWN_AUTHORITY = 0xBE;

  /** A literal that is not kept, whose name is in the static table, or follows. */
  private static final byte[] CONTENT_TYPE = {0x0F, 0x10};

  private static final int OTHER_NAME = 0;

  /** Of a {@code PublishRequest}: numbers of fields, with their wire types. */
  private static final int SEQUENCE = 1 << 3;

  private static final int EVENT = 2 << 3 | 2;

  private enum Form {
    GRPC("application/grpc", "grpc-encoding", true, false),
    GRPC_WEB("application/grpc-web", "grpc-encoding", true, false),
    GRPC_WEB_TEXT("application/grpc-web-text", "grpc-encoding", true, true),
    CONNECT("application/", "content-encoding", false, false),
    CONNECT_STREAM("application/connect+", "connect-content-encoding", true, false);

    private final String type;
    private final String encodingHeader;

    /** Messages have their lengths before them. */
    private final boolean envelopes;

    private final boolean base64;

    Form(String type, String encodingHeader, boolean envelopes, boolean base64) {
      this.type = type;
      this.encodingHeader = encodingHeader;
      this.envelopes = envelopes;
      this.base64 = base64;
    }

    boolean isConnect() {
      return this == CONNECT || this == CONNECT_STREAM;
    }

    /**
     * @param brief the codec is left out where it may be
     */
    String contentType(boolean protobuf, boolean brief) {
      if (!isConnect() && protobuf && brief) {
        return type;
      }
      return type + (isConnect() ? "" : "+") + (protobuf ? "proto" : "json");
    }
  }

  private final ProtobufDocuments protobufs;
  private final String unaryPath;
  private final String streamingPath;

  Calls(SplittableRandom random, Subject subject) {
    super(random, subject);
    ProtoFile file = subject.stream().protoFile(); // too slow for each call
    protobufs = new ProtobufDocuments(random, new Documents(random, JsonForm.PLAIN), file);
    unaryPath = PublisherService.path(file, PublisherService.UNARY);
    streamingPath = PublisherService.path(file, PublisherService.STREAMING);
  }

  @Override
  int addRequest(int stream, boolean first) {
    Form form = Form.values()[random.nextInt(Form.values().length)];
    boolean streams = form == Form.CONNECT_STREAM || (form != Form.CONNECT && random.nextBoolean());
    boolean gzip = random.nextInt(4) == 0;
    boolean protobuf = random.nextBoolean();
    addHead(stream, head(form, streams, protobuf, gzip, first));
    int messages = streams ? random.nextInt(MAX_MESSAGES) : 1;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < messages; i++) {
      byte[] message = message(protobuf, streams, i);
      boolean compressed = gzip && (!form.envelopes || random.nextBoolean());
      byte[] sent = compressed ? compressed(message) : message;
      if (form.envelopes) {
        byte flags = (byte) (compressed ? 1 : 0);
        body.writeBytes(ByteBuffer.allocate(5).put(flags).putInt(sent.length).array());
      }
      body.writeBytes(sent);
    }
    byte[] bytes = body.toByteArray();
    addBody(stream, form.base64 ? Base64.getEncoder().encode(bytes) : bytes);
    return messages;
  }

  /** An event, in a {@code PublishRequest} if it is one of a stream. */
  private byte[] message(boolean protobuf, boolean streams, int sequence) {
    byte[] event = protobuf ? protobufs.next() : event();
    if (!streams) {
      return event;
    }
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    if (protobuf) {
      request.write(SEQUENCE);
      request.write(sequence);
      request.write(EVENT);
      for (int length = event.length; ; length >>>= 7) {
        if (length < 0x80) {
          request.write(length);
          break;
        }
        request.write(length | 0x80);
      }
      request.writeBytes(event);
    } else {
      request.writeBytes(ascii("{\"sequence\":\"" + sequence + "\",\"event\":"));
      request.writeBytes(event);
      request.write('}');
    }
    return request.toByteArray();
  }

  private byte[] head(Form form, boolean streams, boolean protobuf, boolean gzip, boolean first) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(POST);
    block.write(HTTP);
    text(block, PATH, streams ? streamingPath : unaryPath);
    if (first) {
      text(block, NEW_AUTHORITY, "test");
    } else {
      block.write(KNOWN_AUTHORITY);
    }
    block.writeBytes(CONTENT_TYPE);
    value(block, form.contentType(protobuf, random.nextBoolean()));
    if (gzip) {
      block.write(OTHER_NAME);
      value(block, form.encodingHeader);
      value(block, "gzip");
    }
    return block.toByteArray();
  }

  private static void value(ByteArrayOutputStream block, String text) {
    block.write(text.length());
    block.writeBytes(ascii(text));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] compressed(byte[] message) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
