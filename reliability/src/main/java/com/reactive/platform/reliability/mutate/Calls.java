package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.PublisherService;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes HTTP/2 connections whose requests are calls: of gRPC, gRPC-Web and Connect, with one event
 * or a stream of some, a few of them compressed. Events are JSON or protobuf, and valid.
 */
final class Calls extends Conversations {
  private static final List<CallProtocol> FORMS = List.of(CallProtocol.values());
  private static final int MAX_MESSAGES = 5;

  /** With the first request the authority goes into the dynamic table, alone. */
  private static final int KNOWN_AUTHORITY = 0xBE;

  /** A literal that is not kept, whose name is in the static table, or follows. */
  private static final byte[] CONTENT_TYPE = {0x0F, 0x10};

  private static final int OTHER_NAME = 0;

  /** Of a {@code PublishRequest}: numbers of fields, with their wire types. */
  private static final int SEQUENCE = 1 << 3;

  private static final int EVENT = 2 << 3 | 2;

  private final ProtobufDocuments protobufs;
  private final String unaryPath;
  private final String streamingPath;
  private final CallMutator mutator;
  private boolean changes;

  Calls(SplittableRandom random, Subject subject) {
    super(random, subject);
    ProtoFile file = subject.stream().protoFile(); // too slow for each call
    mutator = new CallMutator(random);
    protobufs = new ProtobufDocuments(random, new Documents(random, JsonForm.PLAIN), file);
    unaryPath = PublisherService.path(file, PublisherService.UNARY);
    streamingPath = PublisherService.path(file, PublisherService.STREAMING);
  }

  /** A connection whose calls have bodies that were changed, within frames that are whole. */
  Conversation nextChanged() {
    changes = true;
    try {
      return next();
    } finally {
      changes = false;
    }
  }

  @Override
  int addRequest(int stream, boolean first) {
    CallMutator.Layer layer = changes ? mutator.next() : mutator.none();
    CallProtocol form = FORMS.get(random.nextInt(FORMS.size()));
    boolean streams =
        form == CallProtocol.CONNECT_STREAM
            || (form != CallProtocol.CONNECT && random.nextBoolean());
    boolean gzip = random.nextInt(4) == 0 || layer == CallMutator.Layer.COMPRESSION;
    boolean protobuf = random.nextBoolean();
    String type = form.contentType(protobuf, random.nextBoolean());
    int messages = streams ? random.nextInt(MAX_MESSAGES) : 1;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = 0; i < messages; i++) {
      byte[] message = message(protobuf, streams, i);
      boolean compressed = gzip && (!form.envelopes || random.nextBoolean());
      byte[] sent = compressed ? mutator.compressed(message) : message;
      body.writeBytes(form.envelopes ? mutator.envelope(compressed, sent) : sent);
    }
    byte[] bytes = mutator.body(body.toByteArray());
    byte[] sent = form.base64 ? mutator.body(mutator.base64(bytes)) : bytes;
    String deadline = mutator.deadline(form);
    add(new SentCall(stream, form, streams, protobuf, gzip, type, deadline, sent), first);
    return messages;
  }

  /** A connection with one call, whose body is this. */
  Conversation only(
      CallProtocol form, boolean streams, boolean protobuf, boolean gzip, byte[] body) {
    String type = form.contentType(protobuf, true);
    return only(() -> add(new SentCall(1, form, streams, protobuf, gzip, type, null, body), true));
  }

  private void add(SentCall call, boolean first) {
    addHead(call.stream(), head(call, first));
    addBody(call.stream(), call.body());
    add(call);
  }

  /** An event, in a {@code PublishRequest} if it is one of a stream. */
  private byte[] message(boolean protobuf, boolean streams, int sequence) {
    if (protobuf) {
      byte[] event = protobufs.next();
      return mutator.protobuf(streams ? protobufRequest(sequence, event) : event);
    }
    Json event = document();
    if (!streams) {
      return json(event);
    }
    List<Json.Member> request = new ArrayList<>();
    request.add(new Json.Member("sequence", new Json.Text(String.valueOf(sequence))));
    request.add(new Json.Member("event", event));
    return json(new Json.Members(request));
  }

  private byte[] json(Json document) {
    byte[] changed = write(mutator.tree(document));
    return mutator.json(CallMutator.isLarge(changed) ? write(document) : changed);
  }

  private static byte[] protobufRequest(int sequence, byte[] event) {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
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
    return request.toByteArray();
  }

  private byte[] head(SentCall call, boolean first) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(POST);
    block.write(HTTP);
    text(block, PATH, call.streams() ? streamingPath : unaryPath);
    if (first) {
      text(block, NEW_AUTHORITY, "test");
    } else {
      block.write(KNOWN_AUTHORITY);
    }
    block.writeBytes(CONTENT_TYPE);
    value(block, call.contentType());
    if (call.gzip()) {
      block.write(OTHER_NAME);
      value(block, call.form().encodingHeader);
      value(block, "gzip");
    }
    if (call.deadline() != null) {
      block.write(OTHER_NAME);
      value(block, call.form().deadlineHeader());
      value(block, call.deadline());
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
}
