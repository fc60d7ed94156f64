package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Turns bodies into Avro by the version of the schema that the client names, or else by the first
 * that fits. Puts the prefix of that version before the datum.
 */
final class VersionedTranscoder extends Transcoder {
  /**
   * One version.
   *
   * @param prefix of its record values
   */
  record Version(String name, byte[] prefix, Transcoder transcoder) {}

  private final List<Version> versions;
  private Version fitting;

  /**
   * @param versions the one in force first, whose errors clients get if none fits
   */
  VersionedTranscoder(List<Version> versions) {
    this.versions = versions;
    this.fitting = versions.get(0);
  }

  @Override
  public void transcode(byte[] body, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException {
    String named = envelope.schemaVersion();
    if (named != null) {
      write(named(named), body, offset, length, envelope, out);
      return;
    }
    int start = out.length();
    InvalidEventException fault = null;
    for (Version version : versions) {
      try {
        write(version, body, offset, length, envelope, out);
        return;
      } catch (InvalidEventException e) {
        if (e.kind() != InvalidEventException.Kind.SCHEMA) {
          throw e;
        }
        fault = fault == null ? e : fault;
        out.truncate(start);
      }
    }
    throw fault;
  }

  private Version named(String name) throws InvalidEventException {
    for (Version version : versions) {
      if (version.name.equals(name)) {
        return version;
      }
    }
    throw InvalidEventException.header(
        "Schema-Version must be one of "
            + versions.stream().map(Version::name).collect(Collectors.joining(", ")));
  }

  private void write(
      Version version, byte[] body, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException {
    fitting = version;
    out.write(version.prefix);
    version.transcoder.transcode(body, offset, length, envelope, out);
  }

  @Override
  public void checkSkipped(byte[] body, int offset, int length) throws InvalidEventException {
    fitting.transcoder.checkSkipped(body, offset, length);
  }

  @Override
  public byte[] keyBytes() {
    return fitting.transcoder.keyBytes();
  }

  @Override
  public int keyLength() {
    return fitting.transcoder.keyLength();
  }
}
