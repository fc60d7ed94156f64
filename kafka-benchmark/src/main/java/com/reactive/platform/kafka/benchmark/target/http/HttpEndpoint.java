package com.reactive.platform.kafka.benchmark.target.http;

import java.net.InetSocketAddress;

/**
 * What is posted to, and what is expected of it.
 *
 * @param address of the server
 * @param path of the requests
 * @param headers of the requests besides those that they need, each line with its CRLF; may be
 *     empty
 * @param status that means success
 * @param bodyPrefix ASCII, with which the body of a success begins
 */
record HttpEndpoint(
    InetSocketAddress address, String path, String headers, int status, String bodyPrefix) {
  /** Without further headers. */
  HttpEndpoint(InetSocketAddress address, String path, int status, String bodyPrefix) {
    this(address, path, "", status, bodyPrefix);
  }
}
