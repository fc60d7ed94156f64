package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.security.Tls;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;

/**
 * The other end of a connection.
 *
 * @param address null if the connection ended before anybody could ask
 * @param certificate what it showed in the TLS handshake, verified; null if it showed none
 */
record Peer(InetAddress address, X509Certificate certificate) {

  /** To be asked when the handshake, if there is one, is over. */
  static Peer of(Channel channel) {
    return new Peer(addressOf(channel), Tls.clientCertificate(channel));
  }

  static InetAddress addressOf(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress socket ? socket.getAddress() : null;
  }
}
