package com.reactive.platform.gateway.spool;

import com.reactive.platform.gateway.kafka.KafkaLink;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;

/**
 * A way to Kafka that counts the records that were handed over and have no outcome yet: while there
 * are any, a replay could overtake them.
 */
final class DirectSends implements KafkaLink {
  private final KafkaLink link;
  private final AtomicLong open = new AtomicLong();

  /** The last one that was asked for; the same each time, but for one that was replaced. */
  private volatile Counted last;

  private record Counted(Producer<byte[], byte[]> producer, Producer<byte[], byte[]> counting) {}

  DirectSends(KafkaLink link) {
    this.link = link;
  }

  /** Records without an outcome. From any thread. */
  long open() {
    return open.get();
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    Producer<byte[], byte[]> producer = link.producer();
    if (producer == null) {
      return null;
    }
    Counted known = last;
    if (known == null || known.producer != producer) {
      known = new Counted(producer, wrap(producer));
      last = known;
    }
    return known.counting;
  }

  @Override
  public boolean away() {
    return link.away();
  }

  @Override
  public double retries() {
    return link.retries();
  }

  @Override
  public void broken(Producer<byte[], byte[]> counting) {
    Counted known = last;
    if (known != null && known.counting == counting) {
      link.broken(known.producer);
    }
  }

  /** A proxy, because a producer has a dozen methods, and the next release may have more. */
  @SuppressWarnings("unchecked")
  private Producer<byte[], byte[]> wrap(Producer<byte[], byte[]> producer) {
    return (Producer<byte[], byte[]>)
        Proxy.newProxyInstance(
            Producer.class.getClassLoader(),
            new Class<?>[] {Producer.class},
            (proxy, method, arguments) -> {
              boolean send =
                  arguments != null && arguments.length == 2 && arguments[1] instanceof Callback;
              Object[] passed = arguments;
              AtomicBoolean ended = new AtomicBoolean();
              if (send) {
                Callback theirs = (Callback) arguments[1];
                Callback ours =
                    (metadata, failure) -> {
                      end(ended);
                      theirs.onCompletion(metadata, failure);
                    };
                passed = new Object[] {arguments[0], ours};
                open.incrementAndGet();
              }
              try {
                return method.invoke(producer, passed);
              } catch (InvocationTargetException e) {
                if (send) {
                  end(ended);
                }
                throw e.getCause();
              }
            });
  }

  /** It may be told twice, by the callback and by what is thrown. */
  private void end(AtomicBoolean ended) {
    if (ended.compareAndSet(false, true)) {
      open.decrementAndGet();
    }
  }
}
