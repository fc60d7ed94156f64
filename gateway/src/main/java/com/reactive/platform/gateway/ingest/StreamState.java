package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.hotkey.KeyCounter;
import com.reactive.platform.gateway.schema.Transcoder;
import com.reactive.platform.gateway.stream.BodyFormat;
import java.util.EnumMap;
import java.util.Map;

/** What one thread keeps for a stream; not thread-safe. */
final class StreamState {
  private final StreamRuntime stream;
  private final Map<BodyFormat, Transcoder> transcoders = new EnumMap<>(BodyFormat.class);

  /** Null until an event with a key comes. */
  private KeyCounter keys;

  private Transcoder transcoder;

  StreamState(StreamRuntime stream) {
    this.stream = stream;
  }

  /** The transcoder of the event that comes next. */
  Transcoder use(BodyFormat format) {
    transcoder = transcoders.get(format);
    if (transcoder == null) {
      transcoder = stream.newTranscoder(format);
      transcoders.put(format, transcoder);
    }
    return transcoder;
  }

  /** Counts the record key of the latest event, if it has one. */
  void countKey(IngestRequest request) {
    byte[] key = request.recordKey();
    if (key != null) {
      count(key, key.length);
    } else if (transcoder.keyLength() > 0) {
      count(transcoder.keyBytes(), transcoder.keyLength());
    }
  }

  private void count(byte[] key, int length) {
    if (keys == null) {
      keys = stream.hotKeys().newCounter(System.nanoTime());
    }
    keys.count(key, length);
  }

  void tick(long nowNanos) {
    if (keys != null && keys.tick(nowNanos) && stream.spreadKeys() != null) {
      stream.spreadKeys().update(nowNanos);
    }
  }
}
