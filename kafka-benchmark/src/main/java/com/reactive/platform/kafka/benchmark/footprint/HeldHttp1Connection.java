package com.reactive.platform.kafka.benchmark.footprint;

import com.reactive.platform.testbed.ResponseParser;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One of HTTP/1.1. */
final class HeldHttp1Connection implements HeldConnection {
  private static final int MAX_RESPONSE_BYTES = 2_048;
  private static final byte[] REQUEST =
      ("POST /api/counter HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY)
          .getBytes(StandardCharsets.US_ASCII);
  private static final int FIRST_BYTES = REQUEST.length - BODY.length() / 2;

  private final Socket socket;

  HeldHttp1Connection(Socket socket) {
    this.socket = socket;
  }

  @Override
  public void begin() throws IOException {
    socket.getOutputStream().write(REQUEST, 0, FIRST_BYTES);
  }

  @Override
  public void finish() throws IOException {
    socket.getOutputStream().write(REQUEST, FIRST_BYTES, REQUEST.length - FIRST_BYTES);
  }

  @Override
  public void awaitSuccess() throws IOException {
    InputStream in = socket.getInputStream();
    ResponseParser parser = new ResponseParser();
    byte[] bytes = new byte[MAX_RESPONSE_BYTES];
    int length = 0;
    do {
      int count = in.read(bytes, length, bytes.length - length);
      if (count < 0) {
        throw new IOException("the gateway closed a connection");
      }
      length += count;
    } while (parser.parse(bytes, length) == ResponseParser.INCOMPLETE);
    if (parser.status() / 100 != 2) {
      throw new IOException("the gateway responded " + parser.status());
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
