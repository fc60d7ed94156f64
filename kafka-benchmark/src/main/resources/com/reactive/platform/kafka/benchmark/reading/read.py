# The reader "confluent-kafka (librdkafka)" of `bench reading`: for each line of the standard input it reads the topic
# from its begin to its end, and prints what it read.
import sys
import time

from confluent_kafka import OFFSET_BEGINNING, Consumer, TopicPartition

bootstrap, topic, partitions, records = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
ID_FROM = 24


def read():
    start = time.monotonic_ns()
    consumer = Consumer({
        "bootstrap.servers": bootstrap,
        "group.id": "none",
        "enable.auto.commit": False,
        "enable.auto.offset.store": False,
        "check.crcs": True,
        "fetch.wait.max.ms": 500,
        "queued.min.messages": 1000000,
    })
    consumer.assign([TopicPartition(topic, index, OFFSET_BEGINNING) for index in range(partitions)])
    count = total = 0
    number = int.from_bytes
    while count < records:
        for message in consumer.consume(10000, 1.0):
            if message.error():
                raise RuntimeError(message.error())
            for name, value in message.headers():
                if name == "event-id":
                    total += number(value[ID_FROM:], "big")
                    break
            count += 1
    nanos = time.monotonic_ns() - start
    consumer.close()
    total &= (1 << 64) - 1
    signed = total - (1 << 64) if total >> 63 else total
    print(f"records={count} sum={signed} nanos={nanos} allocated-bytes=-1", flush=True)


for _ in sys.stdin:
    read()
