package com.reactive.platform.http.reference;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The gRPC server that one would write first: grpc-java as it comes hands the message of each call
 * to a Kafka producer, and the producer's callback responds. Its messages are not looked at.
 */
public final class GrpcProducerServer {
  private GrpcProducerServer() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException, InterruptedException {
    ProducerFlags flags = new ProducerFlags();
    Serving serving = Serving.of(args, ProducerFlags.USAGE, flags);
    if (flags.async()) {
      throw new IllegalArgumentException("a call is answered when Kafka has its event");
    }
    Map<String, Object> config = flags.config();
    KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config);
    producer.partitionsFor(flags.topic()); // so that the first call does not wait for it
    Server server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), serving.port()))
            .addService(service(producer, flags.topic()))
            .build()
            .start();
    serving.listening(
        server.getPort(),
        () -> ProducerServer.sent(producer.metrics()),
        ProducerFlags.inForce(config),
        flags.facts());
  }

  private static ServerServiceDefinition service(
      KafkaProducer<byte[], byte[]> producer, String topic) {
    return ServerServiceDefinition.builder(PublishMethod.SERVICE)
        .addMethod(
            PublishMethod.DESCRIPTOR,
            ServerCalls.asyncUnaryCall(
                (message, observer) -> publish(producer, topic, message, observer)))
        .build();
  }

  private static void publish(
      KafkaProducer<byte[], byte[]> producer,
      String topic,
      byte[] message,
      StreamObserver<byte[]> observer) {
    String eventId = newId();
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, message);
    record.headers().add("event-id", eventId.getBytes(StandardCharsets.US_ASCII));
    producer.send(
        record,
        (stored, failure) -> {
          if (failure != null) {
            observer.onError(Status.DEADLINE_EXCEEDED.withCause(failure).asRuntimeException());
            return;
          }
          observer.onNext(
              PublishMethod.response(
                  newId(), eventId, stored.topic(), stored.partition(), stored.offset()));
          observer.onCompleted();
        });
  }

  private static String newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
