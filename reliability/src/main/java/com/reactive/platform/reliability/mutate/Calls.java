package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.protobuf.PublisherService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/**
 * Makes HTTP/2 connections whose requests are calls: of gRPC, gRPC-Web and Connect, with one event
 * or a stream of some, a few of them compressed. Events are JSON, and valid.
 */
final class Calls extends Conversations {
  private static final int MAX_MESSAGES = 5;

  /** With the first request the authority goes into the dynamic table, alone. */
  private static final int KNOWN_AUTHORITY = 0xBE;

  /** A literal that is not kept, whose name is in the static table, or follows. */
  private static final byte[] CONTENT_TYPE = {0x0F, 0x10};

  private static final int OTHER_NAME = 0;

  private enum Form {
    GRPC("application/grpc+json", "grpc-encoding", true),
    GRPC_WEB("application/grpc-web+json", "grpc-encoding", true),
    CONNECT("application/json", "content-encoding", false),
    CONNECT_STREAM("application/connect+json", "connect-content-encoding", true);

    private final String contentType;
    private final String encodingHeader;

    /** Messages have their lengths before them. */
    private final boolean envelopes;

    Form(String contentType, String encodingHeader, boolean envelopes) {
      this.contentType = contentType;
      this.encodingHeader = encodingHeader;
      this.envelopes = envelopes;
    }
  }

  Calls(SplittableRandom random, Subject subject) {
    super(random, subject);
  }

  @Override
  int addRequest(int stream, boolean first) {
    Form form = Form.values()[random.nextInt(Form.values().length)];
    boolean streams = form == Form.CONNECT_STREAM || (form != Form.CONNECT && random.nextBoolean());
    boolean gzip = random.nextInt(4) == 0;
    addHead(stream, head(form, streams, gzip, first));
    int messages = streams ? random.nextInt(MAX_MESSAGES) : 1;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < messages; i++) {
      byte[] message = streams ? request(i) : event();
      boolean compressed = gzip && (!form.envelopes || random.nextBoolean());
      byte[] sent = compressed ? compressed(message) : message;
      if (form.envelopes) {
        byte flags = (byte) (compressed ? 1 : 0);
        body.writeBytes(ByteBuffer.allocate(5).put(flags).putInt(sent.length).array());
      }
      body.writeBytes(sent);
    }
    addBody(stream, body.toByteArray());
    return messages;
  }

  /** A {@code PublishRequest}. */
  private byte[] request(int sequence) {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(ascii("{\"sequence\":\"" + sequence + "\",\"event\":"));
    request.writeBytes(event());
    request.write('}');
    return request.toByteArray();
  }

  private byte[] head(Form form, boolean streams, boolean gzip, boolean first) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(POST);
    block.write(HTTP);
    String method = streams ? PublisherService.STREAMING : PublisherService.UNARY;
    text(block, PATH, subject.call(method));
    if (first) {
      text(block, NEW_AUTHORITY, "test");
    } else {
      block.write(KNOWN_AUTHORITY);
    }
    block.writeBytes(CONTENT_TYPE);
    value(block, form.contentType);
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
