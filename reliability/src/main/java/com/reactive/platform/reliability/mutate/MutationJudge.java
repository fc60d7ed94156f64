package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Gives documents of one subject to the transcoder, and compares what it makes of them with what is
 * expected. Not thread-safe.
 */
final class MutationJudge {
  private static final int MAX_GROWTH_BYTES = 1 << 20;
  private static final int MAX_GROWTH_FACTOR = 4;
  private static final EventMetadata ENVELOPE =
      new EventMetadata(
          "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII),
          "e1".getBytes(StandardCharsets.US_ASCII),
          1_765_432_109_876L,
          null,
          null,
          Map.of());

  /** Result for a document. */
  enum Verdict {
    STORED(ResponseContract.CREATED),
    UNREADABLE(400),
    SCHEMA(422),
    /** Stored or refused; so near a limit that either is right. */
    EITHER(0);

    private final int status;

    Verdict(int status) {
      this.status = status;
    }

    /** True if the status is one of the expected ones. No document causes a 5xx. */
    boolean allows(int answered) {
      return this == EITHER ? answered >= 200 && answered < 500 : answered == status;
    }
  }

  private final Transcoder transcoder;
  private final ExpectedDatum expectation;
  private final GenericDatumReader<Object> reader;
  private BinaryDecoder decoder;
  private byte[] buffer = new byte[128 << 10];

  MutationJudge(Subject subject) {
    this(subject, subject);
  }

  /** By the rules of another subject, which shows that faults are found. */
  MutationJudge(Subject subject, Subject rules) {
    transcoder = subject.newTranscoder();
    expectation = new ExpectedDatum(rules.schema, rules.form, ENVELOPE);
    reader = new GenericDatumReader<>(subject.schema);
  }

  /**
   * The verdict, on which both agree.
   *
   * @throws IllegalStateException saying how they differ
   */
  Verdict judge(byte[] document) {
    byte[] expected = null;
    Verdict verdict = Verdict.STORED;
    try {
      expected = expectation.of(document, document.length);
    } catch (Refusal e) {
      verdict = Verdict.valueOf(e.kind().name());
    }
    try {
      transcode(document);
    } catch (InvalidEventException e) {
      if (verdict == Verdict.EITHER || verdict.name().equals(e.kind().name())) {
        return verdict;
      }
      throw new IllegalStateException(
          "expected " + verdict + ", refused as " + e.kind() + ": " + e.getMessage());
    }
    if (expected != null) {
      compare(expected, document.length);
    } else if (verdict != Verdict.EITHER) {
      throw new IllegalStateException("expected " + verdict + ", but it was taken");
    }
    return verdict;
  }

  /** Not at the beginning of the buffer, and with other bytes behind it. */
  private void transcode(byte[] document) throws InvalidEventException {
    int offset = 1 + document.length % 7;
    if (buffer.length < document.length + 16) {
      buffer = new byte[document.length + 16];
    }
    Arrays.fill(buffer, 0, offset, (byte) '1');
    System.arraycopy(document, 0, buffer, offset, document.length);
    Arrays.fill(buffer, offset + document.length, offset + document.length + 8, (byte) '}');
    transcoder.transcode(buffer, offset, document.length, ENVELOPE);
  }

  private void compare(byte[] expected, int documentLength) {
    byte[] bytes = transcoder.buffer();
    int length = transcoder.length();
    if (!Arrays.equals(bytes, 0, length, expected, 0, expected.length)) {
      throw new IllegalStateException(
          "expected "
              + HexFormat.of().formatHex(expected)
              + ", got "
              + HexFormat.of().formatHex(bytes, 0, length));
    }
    if (length > documentLength * (long) MAX_GROWTH_FACTOR + MAX_GROWTH_BYTES) {
      throw new IllegalStateException("the datum grew to " + length + " bytes");
    }
    try {
      decoder = DecoderFactory.get().binaryDecoder(bytes, 0, length, decoder);
      reader.read(null, decoder);
      if (!decoder.isEnd()) {
        throw new IllegalStateException("Avro's reader does not read all of it");
      }
    } catch (IOException | AvroRuntimeException e) {
      throw new IllegalStateException("Avro's reader cannot read it: " + e, e);
    }
  }
}
