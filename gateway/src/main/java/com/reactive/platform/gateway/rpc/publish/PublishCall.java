package com.reactive.platform.gateway.rpc.publish;

import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.TraceContext;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcHeaders;
import com.reactive.platform.gateway.stream.BodyFormat;

/** What the events of a call have in common. */
record PublishCall(
    RpcCall call,
    StreamRuntime stream,
    Ledger ledger,
    BodyFormat format,
    String traceparent,
    String tracestate,
    String schemaVersion) {
  static final String KEY = "idempotency-key";

  static PublishCall of(RpcCall call, StreamRuntime stream, Ledger ledger) {
    RpcHeaders metadata = call.metadata();
    String traceparent = TraceContext.traceparent(metadata.get("traceparent"));
    return new PublishCall(
        call,
        stream,
        ledger,
        call.codec() == RpcCodec.PROTO ? BodyFormat.PROTOBUF : BodyFormat.JSON,
        traceparent,
        traceparent == null ? null : TraceContext.tracestate(metadata.get("tracestate")),
        stream.stream().versions().hasEarlier() ? metadata.get("schema-version") : null);
  }

  /** Counts a message that is not an event, and will not be one. */
  void refuse(Problem problem) {
    ledger.received();
    ledger.refused(problem.type().outcome());
    call.messageEnded(problem.type().status(), problem, 0);
  }

  /** The client's own id for its event: null if there is none, empty if it cannot be used. */
  static byte[] key(RpcHeaders metadata) {
    return IdempotencyKey.ofHeader(metadata.all(KEY).iterator());
  }
}
