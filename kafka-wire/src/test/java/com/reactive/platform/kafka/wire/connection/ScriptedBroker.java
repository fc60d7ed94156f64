package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersion;
import org.apache.kafka.common.message.ApiVersionsResponseData.ApiVersionCollection;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** A broker on a socket of this machine that does what a test says, one connection at a time. */
public final class ScriptedBroker implements AutoCloseable {
  /** Serves one connection; it is closed when this returns. */
  public interface Script {
    void serve(Connection connection) throws Exception;
  }

  /** A request as it came. */
  public record Request(RequestHeaderData header, ApiMessage body) {
    public ApiKeys api() {
      return ApiKeys.forId(header.requestApiKey());
    }
  }

  private final ServerSocket listener;
  private final Script script;
  private final Thread thread;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  public ScriptedBroker(Script script) throws IOException {
    this.script = script;
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    thread = new Thread(this::run, "scripted-broker");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** What went wrong in scripts, other than that the client left. */
  public List<Throwable> failures() {
    return failures;
  }

  private void run() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        socket.setTcpNoDelay(true);
        script.serve(new Connection(socket));
      } catch (IOException e) {
        // The client left, or the test is over.
      } catch (Exception | AssertionError e) {
        failures.add(e);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }

  /** A connection as the broker sees it. */
  public static final class Connection {
    private final DataInputStream in;
    private final DataOutputStream out;

    Connection(Socket socket) throws IOException {
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    }

    /** The next request; an end of the stream is an {@link java.io.EOFException}. */
    public Request read() throws IOException {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      ByteBuf buffer = Unpooled.wrappedBuffer(frame);
      ApiKeys api = ApiKeys.forId(buffer.getShort(0));
      short version = buffer.getShort(Short.BYTES);
      ByteBufAccessor accessor = new ByteBufAccessor(buffer);
      RequestHeaderData header = new RequestHeaderData(accessor, api.requestHeaderVersion(version));
      ApiMessage body = ApiMessageType.fromApiKey(api.id).newRequest();
      body.read(accessor, version);
      return new Request(header, body);
    }

    /** Answers as a broker would. */
    public void answer(Request request, ApiMessage response) throws IOException {
      write(frame(request, response, request.header().requestApiVersion()));
    }

    /** Answers in another version than was asked for. */
    public void answer(Request request, ApiMessage response, int version) throws IOException {
      write(frame(request, response, (short) version));
    }

    public void write(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    /** Tells the newest versions that our own messages know. */
    public void tellVersions() throws IOException {
      answer(read(), versions());
    }
  }

  /** All that there is. */
  public static ApiVersionsResponseData versions() {
    ApiVersionCollection versions = new ApiVersionCollection();
    for (ApiKeys api : ApiKeys.clientApis()) {
      versions.add(
          new ApiVersion()
              .setApiKey(api.id)
              .setMinVersion(api.oldestVersion())
              .setMaxVersion(api.latestVersion()));
    }
    return new ApiVersionsResponseData().setApiKeys(versions);
  }

  /** A whole answer, its length first. */
  public static byte[] frame(Request request, ApiMessage response, short version) {
    ResponseHeaderData header =
        new ResponseHeaderData().setCorrelationId(request.header().correlationId());
    short headerVersion = request.api().responseHeaderVersion(version);
    ObjectSerializationCache cache = new ObjectSerializationCache();
    MessageSizeAccumulator size = new MessageSizeAccumulator();
    header.addSize(size, cache, headerVersion);
    response.addSize(size, cache, version);
    ByteBuf buffer = Unpooled.buffer(Integer.BYTES + size.totalSize());
    ByteBufAccessor accessor = new ByteBufAccessor(buffer);
    accessor.writeInt(size.totalSize());
    header.write(accessor, cache, headerVersion);
    response.write(accessor, cache, version);
    byte[] bytes = new byte[buffer.readableBytes()];
    buffer.readBytes(bytes);
    return bytes;
  }
}
