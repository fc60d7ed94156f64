package com.reactive.platform.gateway.rpc.publish;

import com.reactive.platform.gateway.ingest.IdempotencyKey;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ingest.TraceContext;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcHeaders;
import com.reactive.platform.gateway.rpc.RpcLoop;
import com.reactive.platform.gateway.stream.BodyFormat;

/** What the events of a call have in common. */
record PublishCall(
    StreamRuntime stream,
    Ledger ledger,
    RpcLoop loop,
    BodyFormat format,
    String traceparent,
    String tracestate) {
  static final String KEY = "idempotency-key";

  static PublishCall of(RpcCall call, StreamRuntime stream, Ledger ledger) {
    RpcHeaders metadata = call.metadata();
    String traceparent = TraceContext.traceparent(metadata.get("traceparent"));
    return new PublishCall(
        stream,
        ledger,
        call.loop(),
        call.codec() == RpcCodec.PROTO ? BodyFormat.PROTOBUF : BodyFormat.JSON,
        traceparent,
        traceparent == null ? null : TraceContext.tracestate(metadata.get("tracestate")));
  }

  /** The client's own id for its event: null if there is none, empty if it cannot be used. */
  static byte[] key(RpcHeaders metadata) {
    return IdempotencyKey.ofHeader(metadata.all(KEY));
  }
}
