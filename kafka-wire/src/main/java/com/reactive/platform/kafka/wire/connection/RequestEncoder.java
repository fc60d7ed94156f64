package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.MessageSizeAccumulator;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** Encodes a generated message as a whole request: length, header, body. */
public final class RequestEncoder {
  private RequestEncoder() {}

  /**
   * Encodes one request.
   *
   * @param clientId null for none
   * @return the caller's to release
   */
  public static ByteBuf encode(
      ByteBufAllocator allocator,
      ApiMessage request,
      short version,
      int correlationId,
      String clientId) {
    ApiKeys api = ApiKeys.forId(request.apiKey());
    short headerVersion = api.requestHeaderVersion(version);
    RequestHeaderData header =
        new RequestHeaderData()
            .setRequestApiKey(request.apiKey())
            .setRequestApiVersion(version)
            .setCorrelationId(correlationId)
            .setClientId(clientId);
    // The cache is filled while the size is counted and read while it is written.
    ObjectSerializationCache cache = new ObjectSerializationCache();
    MessageSizeAccumulator size = new MessageSizeAccumulator();
    header.addSize(size, cache, headerVersion);
    request.addSize(size, cache, version);
    ByteBuf buffer = allocator.ioBuffer(Integer.BYTES + size.totalSize());
    try {
      ByteBufAccessor accessor = new ByteBufAccessor(buffer);
      accessor.writeInt(size.totalSize());
      header.write(accessor, cache, headerVersion);
      request.write(accessor, cache, version);
      return buffer;
    } catch (RuntimeException | Error e) {
      buffer.release();
      throw e;
    }
  }
}
