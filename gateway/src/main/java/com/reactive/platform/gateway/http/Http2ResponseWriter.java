package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.rpc.RpcMetadata;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes responses as frames of HTTP/2. One per event loop; not thread-safe. */
final class Http2ResponseWriter implements ResponseWriter {
  private static final byte[] LOCATION = ResponseHeaderBlock.name("location");
  private static final byte[] REPLAYED =
      new ResponseHeaderBlock().add("idempotent-replayed", "true").fields();
  private static final byte[] NO_CONTENT = new ResponseHeaderBlock().addStatus(204).fields();

  private final ResponseBytes body = new ResponseBytes();
  private final ResponseBytes location = new ResponseBytes();

  /** Names and values in turn. */
  private final List<String> rare = new ArrayList<>(4);

  private final ResponseHeaderBlock block = new ResponseHeaderBlock();
  private final DateHeader date = new DateHeader(System::currentTimeMillis);

  /** Encoded headers of calls: the few that are the same for many. */
  private final Map<RpcMetadata, byte[]> constants = new HashMap<>();

  private Http2FrameOutput output;
  private Http2Stream stream;
  private boolean ends;
  private ChannelFuture written;

  /**
   * Writes the response of an exchange, without flushing it.
   *
   * @param ends the response ends the stream; false if a reset does
   * @return done when the last frame is among what leaves next
   */
  ChannelFuture write(
      Http2FrameOutput output, Http2Stream stream, boolean ends, Exchange exchange) {
    this.output = output;
    this.stream = stream;
    this.ends = ends;
    ResponseTemplates.encode(this, exchange);
    ChannelFuture last = written;
    this.output = null;
    this.stream = null;
    written = null;
    return last;
  }

  /** An empty block of headers, for the one response that is written at a time. */
  ResponseHeaderBlock block() {
    return block.clear();
  }

  /**
   * The same, begun with what the head of a response to a call has.
   *
   * @param cors null for none
   */
  ResponseHeaderBlock block(int status, RpcMetadata headers, HeaderLines cors) {
    block.clear().addStatus(status).add(date.field());
    if (headers.isConstant()) {
      block.add(constants.computeIfAbsent(headers, Http2ResponseWriter::fields));
    } else {
      headers.forEach(block::add);
    }
    return cors == null ? block : block.add(cors.fields());
  }

  private static byte[] fields(RpcMetadata headers) {
    ResponseHeaderBlock own = new ResponseHeaderBlock();
    headers.forEach(own::add);
    return own.fields();
  }

  @Override
  public ResponseBytes body() {
    rare.clear();
    body.clear();
    return body;
  }

  @Override
  public ResponseBytes location() {
    location.clear();
    return location;
  }

  @Override
  public void header(String name, String value) {
    rare.add(name);
    rare.add(value);
  }

  @Override
  public void whole(ResponseHead head, String value, String applied, Exchange exchange) {
    begin(head.fields(), exchange);
    block.addContentLength(body.length());
    if (value != null && head.header() != null) {
      block.add(head.header(), value);
    }
    if (applied != null) {
      block.add("preference-applied", applied);
    }
    for (int i = 0; i < rare.size(); i += 2) {
      block.add(rare.get(i), rare.get(i + 1));
    }
    if (location.length() > 0) {
      block.add(LOCATION, location);
      location.clear();
    }
    if (exchange.isReplayed()) {
      block.add(REPLAYED);
    }
    boolean hasBody = !exchange.headOnly();
    written = output.head(stream, block, ends && !hasBody);
    if (hasBody) {
      written = output.data(stream, body.array(), body.length(), ends);
    }
  }

  @Override
  public void noContent(HeaderLines headers, Exchange exchange) {
    begin(NO_CONTENT, exchange);
    block.add(headers.fields());
    written = output.head(stream, block, ends);
  }

  private void begin(byte[] fields, Exchange exchange) {
    block.clear().add(fields).add(date.field());
    HeaderLines cors = exchange.corsHeaders();
    if (cors != null) {
      block.add(cors.fields());
    }
  }
}
