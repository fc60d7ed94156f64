package com.reactive.platform.gateway;

import com.reactive.platform.gateway.testing.FrameClient;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Posts bytes over HTTP/1.1 and HTTP/2, and splits bodies into envelopes. */
final class ProtocolClient {
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  /**
   * What came back.
   *
   * @param headers those in front of the body and those behind it
   */
  record Reply(int status, Map<String, String> headers, byte[] body) {
    /** The envelopes of the body: the flags as its first byte, then the message. */
    List<byte[]> envelopes() {
      List<byte[]> envelopes = new ArrayList<>();
      ByteBuffer bytes = ByteBuffer.wrap(body);
      while (bytes.hasRemaining()) {
        byte flags = bytes.get();
        byte[] envelope = new byte[1 + bytes.getInt()];
        envelope[0] = flags;
        bytes.get(envelope, 1, envelope.length - 1);
        envelopes.add(envelope);
      }
      return envelopes;
    }

    /** The first message; null if there is none. */
    byte[] firstMessage() {
      return envelopes().stream()
          .filter(envelope -> envelope[0] == 0)
          .map(envelope -> Arrays.copyOfRange(envelope, 1, envelope.length))
          .findFirst()
          .orElse(null);
    }

    /** The last envelope, which says how the call ended. */
    byte[] end() {
      List<byte[]> envelopes = envelopes();
      byte[] last = envelopes.get(envelopes.size() - 1);
      return Arrays.copyOfRange(last, 1, last.length);
    }
  }

  ProtocolClient(int port) {
    this.port = port;
  }

  static byte[] envelope(byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) 0)
        .putInt(message.length)
        .put(message)
        .array();
  }

  Reply http1(String path, String contentType, Map<String, String> headers, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("content-type", contentType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    HttpResponse<byte[]> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    Map<String, String> received = new TreeMap<>();
    response.headers().map().forEach((name, values) -> received.put(name, values.get(0)));
    return new Reply(response.statusCode(), received, response.body());
  }

  Reply http2(String path, String contentType, Map<String, String> headers, byte[] body)
      throws IOException {
    Http2Headers head =
        new DefaultHttp2Headers(false)
            .method("POST")
            .scheme("http")
            .authority("localhost")
            .path(path)
            .add("content-type", contentType);
    headers.forEach(head::add);
    try (FrameClient client = FrameClient.open(port)) {
      client.send(FrameClient.HEADERS, FrameClient.END_HEADERS, 1, client.encode(head));
      client.send(FrameClient.DATA, FrameClient.END_STREAM, 1, body);
      Map<String, String> received = new TreeMap<>();
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      FrameClient.Frame frame = client.read();
      while (frame != null && frame.type() != FrameClient.RST_STREAM) {
        if (frame.type() == FrameClient.HEADERS) {
          client
              .headers()
              .forEach(field -> received.put("" + field.getKey(), "" + field.getValue()));
        } else if (frame.type() == FrameClient.DATA) {
          content.writeBytes(frame.payload());
        }
        boolean ends = frame.type() <= FrameClient.HEADERS && frame.endsStream();
        frame = ends ? null : client.read();
      }
      return new Reply(Integer.parseInt(received.get(":status")), received, content.toByteArray());
    }
  }
}
