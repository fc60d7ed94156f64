package com.reactive.platform.kafka.embedded;

/** A process that starts a Kafka, says where it is, and does nothing more until it is killed. */
final class ParentMain {

  private ParentMain() {}

  public static void main(String[] args) throws InterruptedException {
    EmbeddedKafka kafka = EmbeddedKafka.builder().start();
    BrokerNode node = kafka.nodes().get(0);
    System.out.println(node.pid() + " " + node.log());
    System.out.flush();
    Thread.sleep(Long.MAX_VALUE);
  }
}
