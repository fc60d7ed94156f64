package com.reactive.platform.kafka.wire.cluster;

import io.netty.channel.EventLoop;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the cluster for all event loops of the process: one connection, on one event loop. Public
 * methods may be called from any thread and return at once.
 */
public final class ClusterClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterClient.class);
  private static final short METADATA_VERSION = 13;

  private final EventLoop loop;
  private final ClusterSettings settings;
  private final ControlConnection control;
  private final ViewUpdate update = new ViewUpdate();
  private final TopicLimits limits;
  private final ProducerIdSource producerIds;
  private final RefreshTimes times;
  private final Set<String> topics = ConcurrentHashMap.newKeySet();
  private final Set<Long> givenProducerIds = ConcurrentHashMap.newKeySet();
  private final CopyOnWriteArrayList<Subscriber> subscribers = new CopyOnWriteArrayList<>();
  private final AtomicBoolean refreshAsked = new AtomicBoolean();
  private final CompletableFuture<ClusterView> first = new CompletableFuture<>();
  private volatile ClusterView view = ClusterView.EMPTY;
  private volatile Exception problem;
  private boolean refreshing;
  private boolean closed;
  private ScheduledFuture<?> timer;

  public ClusterClient(EventLoop loop, ClusterSettings settings) {
    this.loop = loop;
    this.settings = settings;
    control =
        new ControlConnection(loop, settings, () -> view.brokers().values(), new ControlEvents());
    limits = new TopicLimits(control, this::limitsKnown);
    producerIds = new ProducerIdSource(loop, settings, control);
    times = new RefreshTimes(settings);
  }

  /** Begins to look for the cluster, and does not stop until it is closed. */
  public void start() {
    loop.execute(control::start);
  }

  /** Completed by the first view; fails only if it is closed before. */
  public CompletableFuture<ClusterView> first() {
    return first.copy();
  }

  public ClusterView view() {
    return view;
  }

  /** Why there is no news of the cluster now; empty if all is well. */
  public Optional<Exception> problem() {
    Exception unreachable = problem;
    return Optional.ofNullable(unreachable == null ? producerIds.refusal() : unreachable);
  }

  /** Hands the present view, and each new one, to a listener on its event loop. */
  public void subscribe(EventLoop subscriber, Consumer<ClusterView> listener) {
    Subscriber added = new Subscriber(subscriber, listener);
    subscribers.add(added);
    added.tell(view);
  }

  public void unsubscribe(Consumer<ClusterView> listener) {
    subscribers.removeIf(subscriber -> subscriber.listener().equals(listener));
  }

  /** Asks for a new view, soon, with this topic in it from now on. */
  public void refresh(String topic) {
    topics.add(topic);
    if (refreshAsked.compareAndSet(false, true)) {
      loop.execute(this::schedule);
    }
  }

  /** No longer asks for topics other than these. One that is asked for again comes back. */
  public void retain(Collection<String> names) {
    topics.retainAll(names);
  }

  /**
   * Asks for a new producer id, until there is one.
   *
   * @param then gets it, on this event loop
   */
  public void requestProducerId(EventLoop asking, ProducerIdReceiver then) {
    loop.execute(
        () ->
            producerIds.request(
                new ProducerIdReceiver() {
                  @Override
                  public void received(long producerId, short epoch) {
                    givenProducerIds.add(producerId);
                    asking.execute(() -> then.received(producerId, epoch));
                  }

                  @Override
                  public void refused(Exception cause) {
                    asking.execute(() -> then.refused(cause));
                  }
                }));
  }

  /** True if this is a producer id that was asked for here. */
  public boolean hasGiven(long producerId) {
    return givenProducerIds.contains(producerId);
  }

  @Override
  public void close() {
    loop.execute(
        () -> {
          closed = true;
          control.close();
          producerIds.close();
          first.completeExceptionally(new IllegalStateException("closed before it was ready"));
        });
  }

  private void schedule() {
    if (closed || refreshing || !control.isUp()) {
      return;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    boolean unsettled = ViewUpdate.isUnsettled(view, topics);
    long delayMillis = times.delayMillis(nowMillis(), refreshAsked.get(), unsettled);
    timer = loop.schedule(this::refreshNow, delayMillis, TimeUnit.MILLISECONDS);
  }

  private static long nowMillis() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private void refreshNow() {
    if (closed || refreshing || !control.isUp()) {
      return;
    }
    refreshing = true;
    refreshAsked.set(false);
    MetadataRequestData request =
        new MetadataRequestData().setAllowAutoTopicCreation(settings.autoCreateTopics());
    // An empty list asks for no topic; none at all would ask for every topic.
    request.setTopics(
        topics.stream().map(name -> new MetadataRequestTopic().setName(name)).toList());
    control.request(request, METADATA_VERSION, new MetadataResponseData(), this::answered);
  }

  private void answered(MetadataResponseData answer) {
    refreshing = false;
    Errors error = Errors.forCode(answer.errorCode());
    if (error != Errors.NONE) {
      control.moveOn("the broker asks to look for others: " + error.message());
      return;
    }
    publish(update.next(view, answer));
    boolean settled = !view.brokers().isEmpty() && !ViewUpdate.isUnsettled(view, topics);
    times.answered(nowMillis(), settled);
    if (!view.brokers().isEmpty()) {
      problem = null;
      limits.refresh(view, nowMillis(), settings.metadataMaxAgeMillis());
      first.complete(view);
    }
    schedule();
  }

  private void limitsKnown() {
    publish(ViewUpdate.withMaxMessageBytes(view, limits.known()));
  }

  private void publish(ClusterView next) {
    if (next.version() != view.version()) {
      view = next;
      subscribers.forEach(subscriber -> subscriber.tell(next));
    }
  }

  private void troubled(Exception cause) {
    Exception before = problem;
    problem = cause;
    if (before == null || !Objects.equals(before.getMessage(), cause.getMessage())) {
      LOG.warn("Kafka: {}", cause.getMessage());
    }
  }

  private final class ControlEvents implements ControlConnection.Listener {
    @Override
    public void up(BrokerAddress broker) {
      LOG.debug("watching the cluster through {}", broker);
      refreshAsked.set(true);
      schedule();
      producerIds.up();
    }

    @Override
    public void down(BrokerAddress broker, Exception cause) {
      refreshing = false;
      limits.down();
      producerIds.down();
      LOG.debug("{} went: {}", broker, cause.getMessage());
    }

    @Override
    public void unreachable(Exception cause) {
      troubled(cause);
      if (cause instanceof AuthenticationException) {
        producerIds.refuse(cause);
      }
    }
  }

  private record Subscriber(EventLoop loop, Consumer<ClusterView> listener) {
    void tell(ClusterView view) {
      loop.execute(() -> listener.accept(view));
    }
  }
}
