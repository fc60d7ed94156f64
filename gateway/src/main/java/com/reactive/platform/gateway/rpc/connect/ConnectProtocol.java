package com.reactive.platform.gateway.rpc.connect;

import com.reactive.platform.gateway.rpc.HttpCall;
import com.reactive.platform.gateway.rpc.IgnoredBody;
import com.reactive.platform.gateway.rpc.RpcCode;
import com.reactive.platform.gateway.rpc.RpcCodec;
import com.reactive.platform.gateway.rpc.RpcMetadata;
import com.reactive.platform.gateway.rpc.RpcMethod;
import com.reactive.platform.gateway.rpc.RpcProtocol;
import com.reactive.platform.gateway.rpc.RpcStatus;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import java.util.concurrent.TimeUnit;

/**
 * <a href="https://connectrpc.com/docs/protocol">Connect</a>: unary calls as plain HTTP requests,
 * by POST or, for methods without side effects, by GET; streams as envelopes, the last one of which
 * is JSON. To be asked last: it responds to whatever comes to a method in a form that is unknown.
 */
public final class ConnectProtocol implements RpcProtocol {
  private static final String VERSION = "1";
  private static final int MAX_TIMEOUT_DIGITS = 10;
  private static final long NO_TIMEOUT = -1;
  private static final long INVALID_TIMEOUT = -2;

  @Override
  public ClientProtocol id() {
    return ClientProtocol.CONNECT;
  }

  @Override
  public String text(RpcCode code) {
    return code.connectName();
  }

  @Override
  public boolean speaks(RpcMethod method, String httpMethod, String contentType) {
    return method != null;
  }

  @Override
  public HttpCall.Receiver open(HttpCall http) {
    RpcMethod method = http.method();
    boolean unary = !method.clientStreaming() && !method.serverStreaming();
    boolean gets = unary && method.noSideEffects();
    if (gets && http.httpMethod().equals("GET")) {
      return get(http, method);
    }
    if (!http.httpMethod().equals("POST")) {
      return refuse(http, 405, new RpcMetadata().add("allow", gets ? "GET, POST" : "POST"));
    }
    String prefix = unary ? ConnectCodecs.UNARY : ConnectCodecs.STREAM;
    RpcCodec codec = ConnectCodecs.of(http.headers().get("content-type"), prefix);
    if (codec == null || !method.takes(codec)) {
      return unknownForm(http, prefix);
    }
    String encoding = http.headers().get(unary ? "content-encoding" : "connect-content-encoding");
    boolean gzip = "gzip".equals(encoding);
    long timeoutNanos = timeoutNanos(http.headers().get("connect-timeout-ms"));
    RpcStatus fault = fault(http.headers().get("connect-protocol-version"), encoding, timeoutNanos);
    return unary
        ? new ConnectUnaryCall(http, codec, gzip, null).open(fault, timeoutNanos)
        : new ConnectStreamCall(http, codec, gzip).open(fault, timeoutNanos);
  }

  private static HttpCall.Receiver get(HttpCall http, RpcMethod method) {
    ConnectQuery query = ConnectQuery.of(http.query());
    RpcCodec codec = query.codec();
    if (codec == null || !method.takes(codec)) {
      return unknownForm(http, ConnectCodecs.UNARY);
    }
    boolean gzip = "gzip".equals(query.compression());
    long timeoutNanos = timeoutNanos(http.headers().get("connect-timeout-ms"));
    RpcStatus fault =
        query.message() == null
            ? RpcStatus.of(RpcCode.INVALID_ARGUMENT, "the query has no message")
            : fault(query.version(), query.compression(), timeoutNanos);
    return new ConnectUnaryCall(http, codec, gzip, query.message()).open(fault, timeoutNanos);
  }

  /** Why the call cannot be, by what stands in front of its messages; null if it can. */
  private static RpcStatus fault(String version, String encoding, long timeoutNanos) {
    if (version != null && !version.equals(VERSION)) {
      return RpcStatus.of(RpcCode.INVALID_ARGUMENT, "the version of the protocol is not 1");
    }
    if (timeoutNanos == INVALID_TIMEOUT) {
      return RpcStatus.of(
          RpcCode.INVALID_ARGUMENT, "Connect-Timeout-Ms is a number of at most ten digits");
    }
    return encoding == null || encoding.equals("identity") || encoding.equals("gzip")
        ? null
        : RpcStatus.of(RpcCode.UNIMPLEMENTED, "the compression is neither gzip nor identity");
  }

  private static long timeoutNanos(String millis) {
    if (millis == null) {
      return NO_TIMEOUT;
    }
    boolean valid =
        !millis.isEmpty()
            && millis.length() <= MAX_TIMEOUT_DIGITS
            && millis.chars().allMatch(c -> c >= '0' && c <= '9');
    return valid ? TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis)) : INVALID_TIMEOUT;
  }

  private static HttpCall.Receiver unknownForm(HttpCall http, String prefix) {
    String accepted = prefix + "proto, " + prefix + "json";
    return refuse(http, 415, new RpcMetadata().add("accept-post", accepted));
  }

  private static HttpCall.Receiver refuse(HttpCall http, int status, RpcMetadata headers) {
    http.respond(status, headers.add("content-length", "0"));
    http.end();
    return new IgnoredBody(http);
  }
}
