package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.JsonReadContext;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.io.IOException;

/**
 * Jackson's parser of UTF-8 that reads one body after the other: a new one for each costs more than
 * to read a small body. One whose body was at fault is to be ended instead, wherever it stands.
 *
 * <p>The end of a body closes nothing; {@link #end} does. Not thread-safe.
 */
final class BodyParser extends UTF8StreamJsonParser {
  private static final byte[] NOTHING = {};

  private final JsonReadContext outermost;

  BodyParser(IOContext context, JsonFactory factory, ByteQuadsCanonicalizer names) {
    super(context, factory.getParserFeatures(), null, null, names, NOTHING, 0, 0, 0, false);
    outermost = _parsingContext;
  }

  /** Stands before the first token of what lies in {@code json[offset .. offset + length)}. */
  void begin(byte[] json, int offset, int length) {
    _inputBuffer = json;
    _inputPtr = offset;
    _inputEnd = offset + length;
    _currInputProcessed = -offset;
    _currInputRow = 1;
    _currInputRowStart = offset;
    _tokenInputTotal = 0;
    _tokenInputRow = 1;
    _tokenInputCol = 0;
    _currToken = null;
    _nextToken = null;
    _lastClearedToken = null;
    _tokenCount = 0;
    _tokenIncomplete = false;
    _nameCopied = false;
    _binaryValue = null;
    _numTypesValid = NR_UNKNOWN;
    outermost.reset(JsonStreamContext.TYPE_ROOT, 1, 0);
    _parsingContext = outermost;
  }

  /** How many names it has seen and keeps. */
  int names() {
    return _symbols.size();
  }

  /** Jackson closes at the end of the input; here the next body comes. */
  @Override
  public void close() {
    _inputBuffer = NOTHING;
    _inputPtr = 0;
    _inputEnd = 0;
  }

  /** Gives its buffers back. The last call. */
  void end() throws IOException {
    super.close();
  }
}
