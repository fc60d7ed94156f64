package com.reactive.platform.reliability.mutate;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.telemetry.ClientProtocol;
import com.reactive.platform.gateway.telemetry.RequestMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.kafka.benchmark.loop.MemoryServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Mutates whole HTTP/2 connections by the million: their frames are left out, repeated, reordered,
 * cut and changed in each field, and some of their bytes are. Whatever the server makes of one, it
 * has no fault of its own and logs no error, its ledger adds up, no connection stays open, no
 * answer blames the server, and of a connection beside them that was not changed every event is
 * stored.
 *
 * <p>Of calls, half of the connections have whole frames, and what is changed are the messages,
 * their compression or their envelopes: then each call's status is known ({@link CallJudge}).
 */
public final class FrameMutation {
  private static final int BLOCK = 1_000;

  /** Each turn waits for other threads twice, which costs as much as many connections. */
  private static final int AT_ONCE = 100;

  /** Less than any deadline of the server. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(4);

  private final long seed;
  private final long blocks;
  private final int threads;
  private final boolean calls;
  private final Consumer<String> progress;
  private final Map<String, LongAdder> ends = new TreeMap<>();
  private final LongAdder requests = new LongAdder();
  private final LongAdder events = new LongAdder();
  private final LongAdder predicted = new LongAdder();
  private final Responses responses = new Responses();

  /** Counts responses by their status, and calls by their protocol and code. */
  private static final class Responses implements RequestMetrics {
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    @Override
    public void ended(
        ClientProtocol protocol,
        int status,
        String problem,
        long durationNanos,
        long bodyBytes,
        Trace trace) {
      if (!protocol.isRpc()) { // a call's code follows
        count(protocol, String.valueOf(status));
      }
    }

    @Override
    public void callEnded(
        ClientProtocol protocol, String code, boolean failed, long durationNanos) {
      count(protocol, code);
    }

    private void count(ClientProtocol protocol, String end) {
      counts.computeIfAbsent(protocol.label() + " " + end, key -> new LongAdder()).increment();
    }
  }

  /**
   * Prepares a run.
   *
   * @param calls the requests are calls of gRPC, gRPC-Web and Connect
   * @param mutants number of connections, rounded up to whole blocks of a thousand
   */
  public FrameMutation(
      boolean calls, long seed, long mutants, int threads, Consumer<String> progress) {
    this.calls = calls;
    this.seed = seed;
    this.blocks = Math.max(1, (mutants + BLOCK - 1) / BLOCK);
    this.threads = threads;
    this.progress = progress;
    for (Outcome outcome : Outcome.values()) {
      ends.put(outcome.name(), new LongAdder());
    }
  }

  /**
   * Runs all of it.
   *
   * @return requests by their ends
   * @throws MutantFaultException with the seed, the block and the connections, at the first fault
   */
  public Mutation.Summary run() throws InterruptedException {
    long start = System.nanoTime();
    try (LoggedErrors errors = new LoggedErrors()) {
      new MutantBlocks(seed, blocks, BLOCK, progress).run(threads, () -> new Worker(errors));
    }
    return new Mutation.Summary(
        seed,
        blocks * BLOCK,
        requests.sum(),
        System.nanoTime() - start,
        counts(ends),
        events.sum(),
        predicted.sum(),
        counts(responses.counts));
  }

  private static Map<String, Long> counts(Map<String, LongAdder> adders) {
    Map<String, Long> counts = new TreeMap<>();
    adders.forEach(
        (name, adder) -> {
          if (adder.sum() > 0) {
            counts.put(name, adder.sum());
          }
        });
    return counts;
  }

  /** Sends the connections of blocks to a server of its own. */
  private final class Worker implements MutantBlocks.Worker {
    private final MemoryServer server = new MemoryServer(Subject.streams(), responses);
    private final LoggedErrors errors;
    private final Map<Subject, CallJudge> judges = new EnumMap<>(Subject.class);

    /** The last connections took so long that deadlines of the server may have passed. */
    private boolean late;

    /** Those that were sent last. */
    private final List<byte[]> mutants = new ArrayList<>();

    Worker(LoggedErrors errors) {
      this.errors = errors;
      for (Subject subject : Subject.values()) {
        judges.put(subject, new CallJudge(subject));
      }
    }

    @Override
    public void run(long block, long blockSeed) throws InterruptedException {
      Subject subject = Subject.of(block);
      SplittableRandom random = new SplittableRandom(blockSeed);
      Calls called = calls ? new Calls(random, subject) : null;
      Conversations conversations = calls ? called : new Conversations(random, subject);
      CallJudge judge = judges.get(subject);
      FrameMutator mutator = new FrameMutator(random);
      ByteMutator bytes = new ByteMutator(random);
      try {
        for (int i = 0; i < BLOCK; i += AT_ONCE) {
          mutants.clear();
          boolean bodies = calls && random.nextBoolean();
          List<Conversations.Conversation> sent = new ArrayList<>();
          for (int j = 0; j < AT_ONCE; j++) {
            Conversations.Conversation whole = bodies ? called.nextChanged() : conversations.next();
            events.add(whole.events());
            sent.add(whole);
            mutants.add(bodies ? whole.bytes() : changed(whole.frames(), mutator, bytes, random));
          }
          if (bodies) {
            sendCalls(sent, judge, random);
          } else {
            judgeAll(sent, send(random));
          }
          sendUnchanged(conversations.next(), judge);
        }
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        StringBuilder shown = new StringBuilder();
        mutants.forEach(
            mutant -> shown.append(System.lineSeparator()).append(Mutants.shown(mutant)));
        throw new MutantFaultException(
            "seed %d, block %d, %s: %s%s".formatted(seed, block, subject, e, shown), e);
      }
    }

    private byte[] changed(
        List<Frame> frames, FrameMutator mutator, ByteMutator bytes, SplittableRandom random) {
      boolean whole = calls && random.nextInt(4) == 0;
      byte[] mutant =
          Conversations.bytes(whole ? mutator.mutateBodies(frames) : mutator.mutate(frames));
      return random.nextInt(8) == 0 ? bytes.mutate(mutant, mutant) : mutant;
    }

    private List<Http2Answers> send(SplittableRandom random) throws InterruptedException {
      List<List<byte[]>> parts = new ArrayList<>();
      for (byte[] mutant : mutants) {
        int cut = mutant.length == 0 ? 0 : random.nextInt(mutant.length);
        parts.add(
            List.of(Arrays.copyOf(mutant, cut), Arrays.copyOfRange(mutant, cut, mutant.length)));
      }
      return converse(parts);
    }

    private List<Http2Answers> converse(List<List<byte[]>> parts) throws InterruptedException {
      long start = System.nanoTime();
      List<byte[]> written = server.converse(parts);
      late = System.nanoTime() - start > LATE_NANOS;
      server.check();
      errors.check();
      List<Http2Answers> answers = new ArrayList<>();
      for (byte[] bytes : written) {
        about(answers.size(), () -> answers.add(Http2Answers.read(bytes)));
      }
      return answers;
    }

    private void judgeAll(List<Conversations.Conversation> sent, List<Http2Answers> answers) {
      for (int i = 0; i < answers.size(); i++) {
        Http2Answers each = answers.get(i);
        boolean deadlines = sent.get(i).hasDeadlines();
        about(i, () -> CallJudge.judge(each, late || deadlines));
      }
    }

    /** Each call's status is known from its body, and no event is stored that has no OK. */
    private void sendCalls(
        List<Conversations.Conversation> sent, CallJudge judge, SplittableRandom random)
        throws InterruptedException {
      long before = stored();
      List<Http2Answers> answers = send(random);
      judgeAll(sent, answers);
      if (late) {
        return;
      }
      LongAdder ok = new LongAdder();
      for (int i = 0; i < sent.size(); i++) {
        Http2Answers each = answers.get(i);
        for (SentCall call : sent.get(i).calls()) {
          about(i, () -> ok.add(judged(judge, call, each)));
        }
      }
      if (stored() - before != ok.sum()) {
        throw new IllegalStateException(
            (stored() - before) + " events were stored, and " + ok + " were answered OK");
      }
    }

    private static int judged(CallJudge judge, SentCall call, Http2Answers answers) {
      try {
        return judge.judge(call, answers);
      } catch (RuntimeException e) {
        throw new IllegalStateException(
            "stream " + call.stream() + " with " + call.contentType() + ": " + e.getMessage(), e);
      }
    }

    /** Of a fault that one connection shows, no other is to be shown. */
    private void about(int connection, Runnable judgement) {
      try {
        judgement.run();
      } catch (RuntimeException e) {
        byte[] mutant = connection < mutants.size() ? mutants.get(connection) : new byte[0];
        mutants.clear();
        mutants.add(mutant);
        throw new IllegalStateException("connection " + connection + ": " + e.getMessage(), e);
      }
    }

    private void sendUnchanged(Conversations.Conversation whole, CallJudge judge)
        throws InterruptedException {
      events.add(whole.events());
      mutants.clear();
      mutants.add(whole.bytes());
      long before = stored();
      Http2Answers answers = converse(List.of(List.of(whole.bytes()))).get(0);
      CallJudge.judge(answers, late);
      if (stored() - before != whole.events()) {
        throw new IllegalStateException(
            (stored() - before)
                + " events of an unchanged connection were stored, not "
                + whole.events());
      }
      if (!late) {
        whole.calls().forEach(call -> judged(judge, call, answers));
      }
    }

    private long stored() {
      return server.ledger().ended().get(Outcome.ACKED);
    }

    @Override
    public void check() throws InterruptedException {
      server.check();
      Ledger.Snapshot ledger = server.ledger();
      requests.add(ledger.received());
      judges.values().forEach(judge -> predicted.add(judge.predicted()));
      ledger.ended().forEach((outcome, count) -> ends.get(outcome.name()).add(count));
    }

    @Override
    public void close() {
      server.close();
    }
  }
}
