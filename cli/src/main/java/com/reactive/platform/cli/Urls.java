package com.reactive.platform.cli;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;

/**
 * Addresses of a gateway, to be printed and called.
 *
 * @param http of the data port, without a path
 * @param admin of the admin port
 */
record Urls(String http, String admin) {

  static Urls of(Gateway gateway, GatewayConfig config) {
    return new Urls(
        url(config.security().httpTls().isPresent(), config.http().host(), gateway.httpPort()),
        url(config.security().adminTls().isPresent(), config.admin().host(), gateway.adminPort()));
  }

  static String url(boolean tls, String host, int port) {
    String name = host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    return (tls ? "https://" : "http://") + name + ":" + port;
  }
}
