package com.reactive.platform.gateway.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * HTTP/1.1 over one plain socket, byte by byte as a test wants it: an ordinary client would not
 * send what is to be refused. Every read gives up after 60 s.
 */
public final class WireClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  public WireClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Over TLS; the handshake comes with the first byte. */
  public WireClient(int port, SSLContext tls, String protocol) throws IOException {
    this(secure(tls.getSocketFactory().createSocket("localhost", port), protocol));
  }

  private WireClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  private static Socket secure(Socket socket, String protocol) {
    SSLSocket tls = (SSLSocket) socket;
    tls.setEnabledProtocols(new String[] {protocol});
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    tls.setSSLParameters(parameters);
    return tls;
  }

  /** What the server showed; shakes hands if that has not happened yet. */
  public X509Certificate serverCertificate() throws IOException {
    return (X509Certificate) ((SSLSocket) socket).getSession().getPeerCertificates()[0];
  }

  /** When its TLS session began: with this connection, or with the one whose session it resumes. */
  public long sessionBeganMillis() {
    return ((SSLSocket) socket).getSession().getCreationTime();
  }

  /** A response, its header names in lower case. */
  public record Response(int status, Map<String, String> headers, String body) {
    /** The value of a field of the body's JSON object, as it is written there; null if absent. */
    public String field(String name) {
      Matcher field =
          Pattern.compile("\"" + name + "\":(\"(?<text>[^\"]*)\"|(?<other>[^,}]*))").matcher(body);
      if (!field.find()) {
        return null;
      }
      return field.group("text") != null ? field.group("text") : field.group("other");
    }
  }

  /** The bytes of a POST with a JSON body. Extra headers end with CRLF each. */
  public static byte[] post(String path, String extraHeaders, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(path, bytes.length, extraHeaders);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    out.writeBytes(bytes);
    return out.toByteArray();
  }

  /** A counter event that is as it should be. */
  public static byte[] event(String sessionId, int value) {
    return post(
        "/api/counter",
        "",
        "{\"sessionId\":\"%s\",\"action\":\"set\",\"value\":%d}".formatted(sessionId, value));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  public void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public Response exchange(byte[] request) throws IOException {
    send(request);
    return read();
  }

  /** The next response; its body as long as its Content-Length says. */
  public Response read() throws IOException {
    return read(true);
  }

  /** The next response, if it answers a HEAD request. */
  public Response readHeadOnly() throws IOException {
    return read(false);
  }

  private Response read(boolean hasBody) throws IOException {
    String statusLine = line();
    int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
    Map<String, String> headers = new HashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = hasBody ? Integer.parseInt(headers.getOrDefault("content-length", "0")) : 0;
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new EOFException("the body ends early");
    }
    return new Response(status, headers, new String(body, StandardCharsets.UTF_8));
  }

  /** The server reads the end then; what it answers can still be read. */
  public void shutOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Whether something has come that was not read yet. */
  public boolean hasMore() throws IOException {
    return in.available() > 0;
  }

  /** Whether the server has closed its side, with nothing more to read. */
  public boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  /** The next chunk of a chunked body; empty at its end. */
  public String readChunk() throws IOException {
    int length = Integer.parseInt(line(), 16);
    String chunk = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    line();
    return chunk;
  }

  /** Everything until the server closes. */
  public String readToEnd() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("closed after '" + line.toString(StandardCharsets.ISO_8859_1) + "'");
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
