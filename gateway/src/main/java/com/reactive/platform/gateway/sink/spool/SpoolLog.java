package com.reactive.platform.gateway.sink.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A first-in first-out log of events on disk, in segments.
 *
 * <p>One thread appends, another reads and says what is done with; figures may be read by any and
 * never wait for the disk. An append returns when the disk has all of its events; if it fails, the
 * log is as it was before, or {@link UncertainException} says that nobody knows. A segment is
 * deleted once all of its events are done with.
 */
final class SpoolLog implements Closeable {
  /** Whether events are in the log cannot be told: taking them back failed, too. */
  static final class UncertainException extends IOException {
    private static final long serialVersionUID = 1L;

    UncertainException(IOException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /** There is no room, or there ought to be none. */
  static final class FullException extends IOException {
    private static final long serialVersionUID = 1L;

    FullException(String why) {
      super(why);
    }
  }

  private static final Logger log = LoggerFactory.getLogger(SpoolLog.class);
  private static final int MAX_BLOCK_BYTES = 1 << 20;

  private final Path dir;
  private final long maxBytes;
  private final LongSupplier clock;
  private final Position position;

  /** Held while something is appended, over the waits for the disk; always taken before this. */
  private final ReentrantLock appending = new ReentrantLock();

  /** Guarded by appending, as the next. */
  private final LogTail tail;

  private boolean closed;

  /** Oldest first. Guarded by this, as what is below. */
  private final Deque<Segment> segments = new ArrayDeque<>();

  private long nextSequence;

  private volatile long events;
  private volatile long bytes;
  private volatile long oldestMillis;
  private volatile long lost;

  /**
   * Opens what is there, or begins anew.
   *
   * @param dir exists, and is nobody else's
   * @param clock milliseconds since 1970
   * @throws IOException if it cannot be read; damage is reported in the log, and passed over
   */
  SpoolLog(Path dir, long maxBytes, LongSupplier clock, SegmentWriter.Factory writers)
      throws IOException {
    this.dir = dir;
    this.maxBytes = maxBytes;
    this.clock = clock;
    tail = new LogTail(dir, maxBytes, writers);
    position = new Position(dir.resolve(Position.FILE));
    Recovery found = Recovery.of(dir, position);
    segments.addAll(found.segments());
    nextSequence = found.endSequence();
    events = found.events();
    bytes = found.bytes();
    lost = found.lost();
    if (events == 0 || !position.isCertain()) {
      // What is lost and was told is not to be told again at the next start.
      note(() -> position.moveTo(events == 0 ? nextSequence : firstThatIsThere()));
    }
    dropDone();
  }

  /** Those before it were replayed, if it is not known how far that went. */
  private synchronized long firstThatIsThere() {
    Segment oldest = segments.peekFirst();
    return Math.max(position.sequence(), oldest == null ? 0 : oldest.firstSequence);
  }

  private interface Note {
    void write() throws IOException;
  }

  /** Without it some events are replayed again after a start, or missed in vain. */
  private void note(Note note) {
    try {
      note.write();
    } catch (IOException e) {
      log.error("Cannot save the replay position or the end of {}: {}", dir, e.toString());
    }
  }

  /** Events that are not done with. */
  long events() {
    return events;
  }

  /** Bytes on disk. */
  long bytes() {
    return bytes;
  }

  /** Events that were put in and cannot be read any more, as far as was seen since the start. */
  long lost() {
    return lost;
  }

  long maxBytes() {
    return maxBytes;
  }

  /**
   * When the oldest event was written, in milliseconds since 1970, or a bit earlier; 0 if there is
   * none.
   */
  long oldestMillis() {
    return oldestMillis;
  }

  /**
   * Puts these in, in this order; all or none. Blocks on disk.
   *
   * @throws UncertainException if they may or may not be there
   * @throws IOException if they are not there
   */
  void append(List<ByteBuffer> added) throws IOException {
    appending.lock();
    try {
      if (closed) {
        throw new IOException("the spool is closed");
      }
      long first = nextSequence;
      long end = first + added.size();
      long now = clock.getAsLong();
      List<List<ByteBuffer>> blocks = Block.split(added, MAX_BLOCK_BYTES);
      int length = blocks.stream().mapToInt(Block::length).reduce(0, Math::addExact);
      if (bytes + length > maxBytes) {
        throw new FullException("the spool is full: " + maxBytes + " bytes");
      }
      Segment segment = segmentFor(length);
      try {
        tail.append(segment, blocks, length, first, now);
      } catch (IOException e) {
        takeBack(end, e);
      }
      appended(segment, length, end, now, added.size());
    } finally {
      appending.unlock();
    }
  }

  private Segment segmentFor(int length) throws IOException {
    Segment last;
    synchronized (this) {
      last = segments.peekLast();
    }
    if (tail.takes(last, length)) {
      return last;
    }
    Segment next = tail.begin(nextSequence);
    synchronized (this) {
      segments.add(next);
    }
    return next;
  }

  /** After an append that failed. */
  private void takeBack(long endSequence, IOException cause) throws IOException {
    try {
      tail.rollBack();
    } catch (IOException e) {
      // The bytes may be found after a crash, so these numbers are never given to other events.
      tail.close();
      synchronized (this) {
        nextSequence = endSequence;
      }
      cause.addSuppressed(e);
      throw new UncertainException(cause);
    }
    throw cause;
  }

  private synchronized void appended(
      Segment segment, int length, long sequence, long now, int count) {
    segment.length += length;
    segment.endSequence = sequence;
    if (segment.oldestMillis == 0) {
      segment.oldestMillis = now;
    }
    nextSequence = sequence;
    note(() -> position.endAt(sequence));
    bytes += length;
    events += count;
    noteOldest();
    notifyAll();
  }

  /** Waits until there is an event that is not done with, for this long at most. */
  boolean awaitEvents(long timeoutMillis) throws InterruptedException {
    return await(() -> events > 0, timeoutMillis);
  }

  /** Waits until all are done with, for this long at most; returns whether they are. */
  boolean awaitEmpty(long timeoutMillis) throws InterruptedException {
    return await(() -> events == 0, timeoutMillis);
  }

  private synchronized boolean await(BooleanSupplier condition, long timeoutMillis)
      throws InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!condition.getAsBoolean()) {
      long leftNanos = endNanos - System.nanoTime();
      if (leftNanos <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
    }
    return true;
  }

  /** Whether all of its events are done with. */
  boolean isDone(Block block) {
    return block.firstSequence() < position.sequence();
  }

  /** The number that the next event gets. */
  synchronized long endSequence() {
    return nextSequence;
  }

  /**
   * Somebody has read all from the start and found nothing: what is counted cannot be read.
   *
   * @param endAtStart the {@link #endSequence} when that began
   */
  void giveUp(long endAtStart) {
    synchronized (this) {
      if (events == 0 || endAtStart != nextSequence) {
        return;
      }
      lose();
      segments.forEach(segment -> segment.damaged = true);
      note(() -> position.moveTo(nextSequence));
      dropDone();
      notifyAll();
    }
    closeIfEmpty();
  }

  /** What is counted cannot be read. */
  private synchronized void lose() {
    log.error("{} lacks {} events with a 202 response: they are no longer readable", dir, events);
    lost += events;
    events = 0;
  }

  /** The one behind this one; the oldest if that is gone or null. */
  synchronized Segment after(Segment current) {
    Iterator<Segment> each = segments.iterator();
    while (each.hasNext()) {
      if (each.next() == current) {
        return each.hasNext() ? each.next() : null;
      }
    }
    return segments.peekFirst();
  }

  /**
   * This block, the oldest that is there, is done with. Blocks on disk.
   *
   * @throws IOException if that could not be noted; then it comes again after a restart
   */
  void done(Block block) throws IOException {
    synchronized (this) {
      events -= block.events().size();
      if (events > 0 && block.endSequence() == nextSequence) {
        // All before it were done with, or passed over.
        lose();
      }
      Segment oldest = segments.peekFirst();
      if (oldest != null) {
        boolean all = block.endSequence() == oldest.endSequence;
        oldest.oldestMillis = all ? 0 : block.writtenMillis();
      }
      try {
        // What is lost behind it must not be told again.
        position.moveTo(events == 0 ? nextSequence : block.endSequence());
      } finally {
        dropDone();
        notifyAll();
      }
    }
    closeIfEmpty();
  }

  /** What is empty takes no space; if something is being appended, it is not empty. */
  private void closeIfEmpty() {
    if (events == 0 && appending.tryLock()) {
      try {
        if (events == 0) {
          tail.close();
          dropDone();
        }
      } finally {
        appending.unlock();
      }
    }
  }

  /** Deletes segments that nobody needs. */
  private synchronized void dropDone() {
    boolean synced = false;
    Iterator<Segment> oldest = segments.iterator();
    while (oldest.hasNext()) {
      Segment segment = oldest.next();
      boolean last = !oldest.hasNext();
      if (segment.endSequence > position.sequence() || (last && tail.isOpen())) {
        break;
      }
      if (!synced) {
        // Else, after a loss of power, what was replayed and deleted would be taken for lost.
        note(position::sync);
        synced = true;
      }
      oldest.remove();
      bytes -= segment.length;
      if (segment.damaged) {
        SpoolFiles.setAside(segment.path);
      } else {
        SpoolFiles.delete(segment.path);
      }
    }
    noteOldest();
  }

  private synchronized void noteOldest() {
    oldestMillis = 0;
    for (Segment segment : segments) {
      if (segment.oldestMillis != 0) {
        oldestMillis = segment.oldestMillis;
        return;
      }
    }
  }

  /** What is not done with stays for the next time. Not while something is appended or read. */
  @Override
  public void close() throws IOException {
    appending.lock();
    try {
      closed = true;
      tail.close();
      synchronized (this) {
        dropDone();
        position.close();
      }
    } finally {
      appending.unlock();
    }
  }
}
