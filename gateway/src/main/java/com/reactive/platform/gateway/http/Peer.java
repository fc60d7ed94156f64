package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.limit.ClientAddress;
import com.reactive.platform.gateway.limit.Limits;
import com.reactive.platform.gateway.security.Tls;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;

/**
 * The other end of a connection.
 *
 * @param address null if the connection ended before anybody could ask
 * @param client whom the address stands for; null if that is not known, or a trusted proxy's, so
 *     that each request has a client of its own
 * @param certificate what it showed in the TLS handshake, verified; null if it showed none
 */
record Peer(InetAddress address, ClientAddress client, X509Certificate certificate) {

  /** To be asked when the handshake, if there is one, is over. */
  static Peer of(Channel channel, Limits limits) {
    InetAddress address = addressOf(channel);
    boolean isClient = address != null && !limits.trusts(address);
    return new Peer(
        address, isClient ? ClientAddress.of(address) : null, Tls.clientCertificate(channel));
  }

  static InetAddress addressOf(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress socket ? socket.getAddress() : null;
  }
}
