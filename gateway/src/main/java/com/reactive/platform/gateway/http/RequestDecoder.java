package com.reactive.platform.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMessageDecoderResult;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.List;

/**
 * Netty's decoder of requests, with three additions: it reports when bytes are received, since a
 * head stays in here until it is complete, and its deadline runs; it passes on {@link
 * #END_OF_INPUT} where the client's last byte was, in its place behind the requests; and it fails
 * what Netty reads leniently and others may read differently.
 *
 * <p>Most of that cannot be seen in a decoded request any more, but it can be counted: a head of n
 * header lines, none of them folded or dropped, has its line of request with one space at two
 * places, the lines' own bytes, and n + 2 line ends, and not a byte besides. So nothing is read
 * twice.
 */
final class RequestDecoder extends HttpRequestDecoder {
  /** The last message: the client will send no more. */
  static final Object END_OF_INPUT = new Object();

  static final int MAX_INITIAL_LINE_BYTES = 4_096;
  static final int MAX_HEADER_BYTES = 8_192;

  /** Some old clients end a body with a line end that does not count. */
  private static final int MAX_EMPTY_LINES = 2;

  private static final AsciiString KEY_HEADER = AsciiString.cached("Idempotency-Key");

  private Runnable onBytes;
  private final Trailers trailers;
  private boolean inHead = true;

  /** Of the head that is being read, without empty lines before it. */
  private int headBytes;

  private int emptyLines;
  private boolean targetIsPlain;

  /** As it was written: Netty has it in capitals. */
  private String version = "";

  private boolean framedByTrailer;
  private int trailerLines;
  private int trailerLineEnds;

  /**
   * @param onBytes called when bytes are received, before they are decoded
   */
  RequestDecoder(Runnable onBytes) {
    this(onBytes, new Trailers());
  }

  private RequestDecoder(Runnable onBytes, Trailers trailers) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(MAX_INITIAL_LINE_BYTES)
            .setMaxHeaderSize(MAX_HEADER_BYTES)
            .setTrailersFactory(trailers));
    this.onBytes = onBytes;
    this.trailers = trailers;
  }

  /** Makes a map for trailers only where there may be some. */
  private static final class Trailers implements HttpHeadersFactory {
    private boolean mayCome;

    @Override
    public HttpHeaders newHeaders() {
      return mayCome
          ? DefaultHttpHeadersFactory.trailersFactory().newHeaders()
          : EmptyHttpHeaders.INSTANCE;
    }

    @Override
    public HttpHeaders newEmptyHeaders() {
      return newHeaders();
    }
  }

  /** Something else is called from now on when bytes are received. */
  void onBytes(Runnable other) {
    onBytes = other;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    onBytes.run();
    super.channelRead(context, bytes);
  }

  /** True if there is some of a head, but not all of it. On the event loop. */
  boolean hasBegunHead() {
    return inHead && (headBytes > 0 || actualReadableBytes() > 0);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    if (inHead) {
      decodeHead(context, buffer, out);
    } else {
      decodeBody(context, buffer, out);
    }
  }

  /** A trailer of n lines, none of them folded, has n + 1 line ends. */
  private void decodeBody(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    int before = out.size();
    int start = buffer.readerIndex();
    super.decode(context, buffer, out);
    if (trailerLines > 0) {
      trailerLineEnds += lineEnds(buffer, start);
    }
    if (out.size() > before && out.get(out.size() - 1) instanceof LastHttpContent last) {
      ends(last);
    }
  }

  private static int lineEnds(ByteBuf buffer, int start) {
    int lineEnds = 0;
    for (int i = start; i < buffer.readerIndex(); i++) {
      lineEnds += buffer.getByte(i) == '\n' ? 1 : 0;
    }
    return lineEnds;
  }

  private void decodeHead(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    if (headBytes == 0 && startsInEmptyLine(buffer)) {
      return;
    }
    int before = out.size();
    int start = buffer.readerIndex();
    super.decode(context, buffer, out);
    headBytes += buffer.readerIndex() - start;
    if (out.size() > before && out.get(before) instanceof HttpRequest request) {
      if (request.decoderResult() instanceof HttpMessageDecoderResult result) {
        check(request, result);
      }
      headBytes = 0;
      emptyLines = 0;
      inHead = out.size() - before > 1; // The end is there, too: it has no body.
    }
  }

  /** Skips an empty line; returns whether more bytes are needed to go on. */
  private boolean startsInEmptyLine(ByteBuf buffer) {
    while (emptyLines < MAX_EMPTY_LINES && buffer.isReadable() && at(buffer, 0) == '\r') {
      if (buffer.readableBytes() < 2) {
        return true;
      }
      if (at(buffer, 1) != '\n') {
        return false;
      }
      buffer.skipBytes(2);
      emptyLines++;
    }
    return !buffer.isReadable();
  }

  private static byte at(ByteBuf buffer, int index) {
    return buffer.getByte(buffer.readerIndex() + index);
  }

  private void check(HttpRequest request, HttpMessageDecoderResult result) {
    int words =
        request.method().name().length()
            + request.uri().length()
            + request.protocolVersion().text().length();
    if (result.initialLineLength() != words + 2
        || !targetIsPlain
        || !request.protocolVersion().text().equals(version)) {
      fail(request, "the request line is not: method, target, version, with one space between");
      return;
    }
    int lineEnds = headBytes - result.initialLineLength() - result.headerSize();
    if (lineEnds != 2 * (request.headers().size() + 2)) {
      fail(request, "a header line is folded, or Content-Length is there twice");
    }
  }

  private static void fail(HttpRequest request, String why) {
    request.setDecoderResult(DecoderResult.failure(new FramingException(why)));
  }

  private void ends(LastHttpContent last) {
    boolean folded = trailerLines > 0 && trailerLineEnds != trailerLines + 1;
    if ((framedByTrailer || folded) && last.decoderResult().isSuccess()) {
      String why = folded ? "a trailer line is folded" : "framing headers in the trailer";
      last.setDecoderResult(DecoderResult.failure(new FramingException(why)));
    }
    framedByTrailer = false;
    trailerLines = 0;
    trailerLineEnds = 0;
    inHead = true;
  }

  /** Asked by Netty when a head is whole. */
  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage head) {
    trailers.mayCome = head.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    return super.isContentAlwaysEmpty(head);
  }

  /** Netty takes tabs, vertical tabs, form feeds and bare CRs for spaces, and looks no closer. */
  @Override
  protected String splitSecondWordInitialLine(byte[] line, int start, int length) {
    int end = start + length;
    targetIsPlain = line[start - 1] == ' ' && end < line.length && line[end] == ' ';
    for (int i = start; i < end; i++) {
      targetIsPlain &= line[i] < 0 || (line[i] > ' ' && line[i] != 0x7F);
    }
    return super.splitSecondWordInitialLine(line, start, length);
  }

  @Override
  protected String splitThirdWordInitialLine(byte[] line, int start, int length) {
    version = super.splitThirdWordInitialLine(line, start, length);
    return version;
  }

  /** Netty drops trailers that would have framed the body, so that nobody would see them. */
  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    AsciiString name =
        isKeyHeader(line, start, length) ? KEY_HEADER : super.splitHeaderName(line, start, length);
    if (!inHead) {
      trailerLines++;
      framedByTrailer |= RequestValidator.frames(name);
    }
    return name;
  }

  /** Netty knows the most usual names, and makes objects for all others. */
  private static boolean isKeyHeader(byte[] line, int start, int length) {
    return line[start] == 'I'
        && length == KEY_HEADER.length()
        && Arrays.equals(line, start, start + length, KEY_HEADER.array(), 0, length);
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    super.decodeLast(context, buffer, out);
    out.add(END_OF_INPUT);
  }
}
