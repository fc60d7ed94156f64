package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;

/**
 * Turns bodies into protobuf, by way of Avro: so the checks, defaults and protected fields are
 * those of any other stream.
 */
final class MessageTranscoder extends Transcoder {
  private final Transcoder toAvro;
  private final MessageEncoder encoder;
  private final AvroInput datum = new AvroInput();
  private final WireOutput message = new WireOutput();

  MessageTranscoder(Transcoder toAvro, MessageEncoder encoder) {
    this.toAvro = toAvro;
    this.encoder = encoder;
  }

  @Override
  public void transcode(byte[] body, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException {
    toAvro.transcode(body, offset, length, envelope);
    datum.begin(toAvro.buffer(), 0);
    message.begin();
    message.limit(TranscodeContext.maxLength(length));
    encoder.write(datum, message);
    out.write(message.array(), message.origin(), message.length());
  }

  @Override
  public byte[] keyBytes() {
    return toAvro.keyBytes();
  }

  @Override
  public int keyLength() {
    return toAvro.keyLength();
  }
}
