package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.idempotency.KeyClaim;
import com.reactive.platform.gateway.idempotency.KeyHasher;
import com.reactive.platform.gateway.idempotency.KeyWindow;
import com.reactive.platform.gateway.idempotency.RequestHasher;
import java.util.List;
import java.util.Map;

/**
 * A request with an idempotency key, reduced to hashes: of its caller, and of all that the event is
 * made of. Reused; one per {@link Ingress}.
 */
final class KeyedRequest {
  /**
   * Of events of which the record must not tell all: their hash is in a header, and with it a value
   * that was dropped or hashed could be guessed. So another event with the same key is not noticed.
   */
  private static final long UNKNOWN = 0;

  private final RequestHasher hasher = new RequestHasher();

  /** Of all windows; null before the first. */
  private KeyHasher keys;

  /** The names of stream and caller whose hash is known; mostly they are the next ones, too. */
  private String stream;

  private String name;
  private long caller;
  private long fingerprint;
  private boolean isRead;

  /** Another request comes. */
  void forget() {
    isRead = false;
  }

  /** True if the hashes are those of the request under way. */
  boolean isRead() {
    return isRead;
  }

  /** Computes the hashes of a request. */
  void read(IngestRequest request, byte[] body, int offset, int length) {
    isRead = true;
    readCaller(request.stream().stream().name(), request.caller());
    fingerprint =
        request.stream().isProtected() ? UNKNOWN : fingerprint(request, body, offset, length);
  }

  private void readCaller(String itsStream, String itsName) {
    if (!itsStream.equals(stream) || !itsName.equals(name)) {
      caller = hasher.caller(itsStream, itsName);
      stream = itsStream;
      name = itsName;
    }
  }

  private long fingerprint(IngestRequest request, byte[] body, int offset, int length) {
    hasher.beginFingerprint(body, offset, length);
    Map<String, String> fields = request.pathFields();
    if (!fields.isEmpty()) {
      fields.forEach((name, value) -> hasher.addToFingerprint(name).addToFingerprint(value));
    }
    List<EventFrame.Attribute> attributes = request.attributes();
    for (int i = 0; i < attributes.size(); i++) {
      EventFrame.Attribute attribute = attributes.get(i);
      hasher.addToFingerprint(attribute.name()).addToFingerprint(attribute.value());
    }
    if (request.schemaVersion() != null) {
      hasher.addToFingerprint(request.schemaVersion());
    }
    return hasher.endFingerprint();
  }

  /** Claims the key of the request that was read, or looks it up. */
  KeyClaim claim(KeyWindow window, IngestRequest request) {
    if (keys == null) {
      keys = window.newHasher();
    }
    KeyHasher key = keys.key(caller, request.idempotencyKey());
    return request.keyUse() == KeyUse.CLAIM
        ? window.claim(key, fingerprint)
        : window.lookUp(key, fingerprint);
  }

  /** The hash of the caller, the same in all instances. */
  long caller() {
    return caller;
  }

  /** The hash of what the event is made of, the same in all instances. */
  long fingerprint() {
    return fingerprint;
  }
}
