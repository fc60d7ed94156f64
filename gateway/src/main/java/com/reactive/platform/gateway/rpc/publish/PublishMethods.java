package com.reactive.platform.gateway.rpc.publish;

import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.protobuf.PublisherService;
import com.reactive.platform.gateway.rpc.RpcCall;
import com.reactive.platform.gateway.rpc.RpcHandler;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.stream.BodyFormat;
import java.util.Collection;
import java.util.List;

/** The methods by which events are posted to streams: two for each that takes protobuf. */
public final class PublishMethods {
  /** A {@code PublishRequest} has more than its event: sequence, key, tags. */
  private static final int REQUEST_BYTES = 256;

  private PublishMethods() {}

  /**
   * The methods of these streams.
   *
   * @param maxInFlight events of one call that may be without a result
   */
  public static List<RpcMethod> of(
      Collection<StreamRuntime> streams, Ledger ledger, int maxInFlight) {
    return streams.stream()
        .filter(stream -> stream.takes(BodyFormat.PROTOBUF))
        .<RpcMethod>mapMulti(
            (stream, methods) -> {
              methods.accept(new Unary(stream, path(stream, PublisherService.UNARY), ledger));
              methods.accept(
                  new Streaming(
                      stream, path(stream, PublisherService.STREAMING), ledger, maxInFlight));
            })
        .toList();
  }

  private static String path(StreamRuntime stream, String method) {
    return PublisherService.path(stream.stream().protoFile(), method);
  }

  private record Unary(StreamRuntime stream, String path, Ledger ledger) implements RpcMethod {
    @Override
    public boolean clientStreaming() {
      return false;
    }

    @Override
    public boolean serverStreaming() {
      return false;
    }

    @Override
    public int maxMessageBytes() {
      return stream.stream().maxBodyBytes();
    }

    @Override
    public RpcHandler open(RpcCall call) {
      return new PublishOne(call, PublishCall.of(call, stream, ledger));
    }
  }

  private record Streaming(StreamRuntime stream, String path, Ledger ledger, int maxInFlight)
      implements RpcMethod {
    @Override
    public boolean clientStreaming() {
      return true;
    }

    @Override
    public boolean serverStreaming() {
      return true;
    }

    @Override
    public int maxMessageBytes() {
      return stream.stream().maxBodyBytes() + REQUEST_BYTES;
    }

    @Override
    public RpcHandler open(RpcCall call) {
      return new PublishMany(call, PublishCall.of(call, stream, ledger), maxInFlight);
    }
  }
}
