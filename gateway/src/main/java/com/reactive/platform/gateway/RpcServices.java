package com.reactive.platform.gateway;

import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.PublisherService;
import com.reactive.platform.gateway.rpc.RpcConfig;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcRegistry;
import com.reactive.platform.gateway.rpc.RpcServer;
import com.reactive.platform.gateway.rpc.connect.ConnectProtocol;
import com.reactive.platform.gateway.rpc.grpc.GrpcProtocol;
import com.reactive.platform.gateway.rpc.grpcweb.GrpcWebProtocol;
import com.reactive.platform.gateway.rpc.publish.PublishMethods;
import com.reactive.platform.gateway.rpc.services.HealthStatus;
import com.reactive.platform.gateway.rpc.services.StandardServices;
import com.reactive.platform.gateway.stream.BodyFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The protocols of RPC, and the services that they carry: those of the streams that take protobuf,
 * health checking and reflection.
 */
final class RpcServices {
  private RpcServices() {}

  /**
   * All that is switched on.
   *
   * @param states the state of a stream by its name, and of the gateway by the empty name; must not
   *     block
   */
  static RpcServer of(
      RpcConfig config,
      List<StreamRuntime> streams,
      Ledger ledger,
      Function<String, HealthStatus> states) {
    List<RpcProtocol> protocols = protocols(config);
    if (protocols.isEmpty()) {
      return RpcServer.NONE;
    }
    Map<String, String> names = new HashMap<>(Map.of("", ""));
    List<ProtoFile> files = new ArrayList<>();
    for (StreamRuntime stream : streams) {
      if (stream.takes(BodyFormat.PROTOBUF)) {
        ProtoFile file = stream.stream().protoFile();
        files.add(file);
        names.put(PublisherService.fullName(file), stream.stream().name());
      }
    }
    List<RpcMethod> methods =
        new ArrayList<>(PublishMethods.of(streams, ledger, config.maxInFlight()));
    methods.addAll(
        StandardServices.methods(
            config.reflection(),
            () -> files.stream().map(ProtoDescriptors::of).toList(),
            service ->
                names.containsKey(service)
                    ? states.apply(names.get(service))
                    : HealthStatus.SERVICE_UNKNOWN));
    return new RpcServer(new RpcRegistry(methods), protocols);
  }

  /** Connect is the last: it responds to what none knows. */
  private static List<RpcProtocol> protocols(RpcConfig config) {
    List<RpcProtocol> protocols = new ArrayList<>();
    if (config.speaks(RpcConfig.GRPC)) {
      protocols.add(new GrpcProtocol());
    }
    if (config.speaks(RpcConfig.GRPC_WEB)) {
      protocols.add(new GrpcWebProtocol());
    }
    if (config.speaks(RpcConfig.CONNECT)) {
      protocols.add(new ConnectProtocol());
    }
    return protocols;
  }
}
