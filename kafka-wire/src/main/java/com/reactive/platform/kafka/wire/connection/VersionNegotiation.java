package com.reactive.platform.kafka.wire.connection;

import java.util.function.Consumer;
import org.apache.kafka.clients.NodeApiVersions;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * Asks a broker which versions of which requests it knows. One that does not know our version of
 * the question answers in version 0 that it does not, and is asked in version 0.
 */
final class VersionNegotiation {
  private static final short PREFERRED = 3;
  private static final short OLDEST = 0;
  private static final String NAME = "reactive-kafka-wire";

  private final RequestChannel channel;
  private final Consumer<NodeApiVersions> then;

  private VersionNegotiation(RequestChannel channel, Consumer<NodeApiVersions> then) {
    this.channel = channel;
    this.then = then;
  }

  /** Throws out of {@link RequestChannel#received} if the broker refuses. */
  static void start(RequestChannel channel, Consumer<NodeApiVersions> then) {
    new VersionNegotiation(channel, then).ask(PREFERRED);
  }

  private void ask(short version) {
    ApiVersionsRequestData request = new ApiVersionsRequestData();
    if (version >= PREFERRED) {
      request.setClientSoftwareName(NAME).setClientSoftwareVersion(AppInfoParser.getVersion());
    }
    channel.exchange(request, version, body -> answered(version, body));
  }

  private void answered(short version, ByteBufAccessor body) {
    Errors error = Errors.forCode(((ByteBufAccessor) body.slice()).readShort());
    if (error == Errors.UNSUPPORTED_VERSION && version != OLDEST) {
      ask(OLDEST);
      return;
    }
    if (error != Errors.NONE) {
      throw new UnsupportedVersionException(
          "the broker does not tell its versions: " + error.message());
    }
    ApiVersionsResponseData response = new ApiVersionsResponseData(body, version);
    then.accept(new NodeApiVersions(response.apiKeys(), response.supportedFeatures()));
  }
}
