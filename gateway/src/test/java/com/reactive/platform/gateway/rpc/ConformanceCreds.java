package com.reactive.platform.gateway.rpc;

import static com.reactive.platform.gateway.rpc.ConformanceMessages.get;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.newMessage;
import static com.reactive.platform.gateway.rpc.ConformanceMessages.set;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.IOException;

/**
 * What the suite wants of a server.
 *
 * @param clientCertificate PEM of the one that clients come with; empty if they come without
 * @param maxMessageBytes larger ones are refused
 */
public record ConformanceCreds(boolean tls, String clientCertificate, int maxMessageBytes) {

  /** Reads a {@code ServerCompatRequest}. */
  public static ConformanceCreds of(byte[] request) throws IOException {
    Message message = ConformanceMessages.parse("ServerCompatRequest", request, false);
    ByteString certificate = get(message, "client_tls_cert");
    return new ConformanceCreds(
        get(message, "use_tls"), certificate.toStringUtf8(), get(message, "message_receive_limit"));
  }

  /** Writes a {@code ServerCompatResponse}. */
  public byte[] response(int port, String certificate) {
    var response = newMessage("ServerCompatResponse");
    set(response, "host", "127.0.0.1");
    set(response, "port", port);
    set(response, "pem_cert", ByteString.copyFromUtf8(certificate));
    return response.build().toByteArray();
  }
}
