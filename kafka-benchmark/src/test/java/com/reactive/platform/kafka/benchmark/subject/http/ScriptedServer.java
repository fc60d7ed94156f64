package com.reactive.platform.kafka.benchmark.subject.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server that answers, byte for byte, what a test says. */
final class ScriptedServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("Content-Length: (\\d+)\r\n");

  /** Answers a request; false to close the connection then. */
  interface Script {
    boolean answer(int number, String body, OutputStream out) throws IOException;
  }

  private final ServerSocket listener;
  private final Script script;
  private final Map<Socket, Thread> threads = new ConcurrentHashMap<>();
  private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
  private int requests;

  ScriptedServer(Script script) throws IOException {
    this.script = script;
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(this::acceptAll, "scripted");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /** A response as it should be. */
  static String response(int status, String body) {
    return "HTTP/1.1 %d X\r\nServer: s\r\ncontent-Length: %d\r\n\r\n%s"
        .formatted(status, body.length(), body);
  }

  static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }

  InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
  }

  /** Bodies of all requests. */
  Queue<String> bodies() {
    return bodies;
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        Thread thread = new Thread(() -> serve(socket), "scripted-connection");
        thread.setDaemon(true);
        threads.put(socket, thread);
        if (listener.isClosed()) {
          socket.close(); // it came while close() went through the others
        }
        thread.start();
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      boolean goOn = true;
      while (goOn) {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
          int b = in.read();
          if (b < 0) {
            return;
          }
          head.append((char) b);
        }
        Matcher length = LENGTH.matcher(head);
        length.find();
        byte[] bytes = in.readNBytes(Integer.parseInt(length.group(1)));
        String body = new String(bytes, StandardCharsets.US_ASCII);
        bodies.add(body);
        goOn = script.answer(nextNumber(), body, socket.getOutputStream());
      }
    } catch (IOException e) {
      // The lane closed it.
    }
  }

  private synchronized int nextNumber() {
    return requests++;
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : threads.keySet()) {
      socket.close();
    }
  }
}
