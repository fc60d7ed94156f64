package com.reactive.platform.gateway.rpc.grpc;

import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.IgnoredBody;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.telemetry.ClientProtocol;

/** gRPC over HTTP/2: {@code application/grpc}, with {@code +proto} or {@code +json}. */
public final class GrpcProtocol implements RpcProtocol {
  private static final String TYPE = "application/grpc";
  private static final String WEB_TYPE = TYPE + "-web";

  @Override
  public ClientProtocol id() {
    return ClientProtocol.GRPC;
  }

  @Override
  public boolean speaks(RpcMethod method, String httpMethod, String contentType) {
    return contentType != null && contentType.startsWith(TYPE) && !contentType.startsWith(WEB_TYPE);
  }

  @Override
  public HttpCall.Receiver open(HttpCall call) {
    String type = call.headers().get("content-type");
    RpcCodec codec = codec(type);
    int status = !call.isHttp2() ? 505 : !call.httpMethod().equals("POST") ? 405 : 415;
    if (status != 415 || codec == null) {
      call.respond(status, new RpcMetadata().add("content-length", "0"));
      call.end();
      return new IgnoredBody(call);
    }
    String encoding = call.headers().get("grpc-encoding");
    boolean gzip = "gzip".equals(encoding);
    GrpcCall opened = new GrpcCall(call, codec, gzip, type);
    if (encoding != null && !gzip && !encoding.equals("identity")) {
      opened.close(
          RpcStatus.of(RpcCode.UNIMPLEMENTED, "send messages as they are, or as gzip"),
          RpcMetadata.NONE);
    } else {
      opened.begin(call.headers().get("grpc-timeout"));
    }
    return opened;
  }

  /** Null if it is none that is known. */
  private static RpcCodec codec(String type) {
    int parameters = type.indexOf(';');
    String essence = (parameters < 0 ? type : type.substring(0, parameters)).strip();
    return switch (essence.substring(TYPE.length())) {
      case "", "+proto" -> RpcCodec.PROTO;
      case "+json" -> RpcCodec.JSON;
      default -> null;
    };
  }
}
