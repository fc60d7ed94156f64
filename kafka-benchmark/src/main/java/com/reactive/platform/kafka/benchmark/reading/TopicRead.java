package com.reactive.platform.kafka.benchmark.reading;

/** One way to read a topic, opened for one pass. For one thread. */
interface TopicRead extends AutoCloseable {
  /**
   * Reads on until all ids are there. Blocks.
   *
   * @param records how many there are
   */
  void readAll(long records, IdSum ids) throws Exception;

  @Override
  void close();
}
