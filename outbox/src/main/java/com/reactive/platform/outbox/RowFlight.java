package com.reactive.platform.outbox;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.ingest.IngestRequest;
import com.reactive.platform.gateway.ingest.KeyUse;
import com.reactive.platform.gateway.ingest.ReturningCallback;
import com.reactive.platform.gateway.ingest.StreamRuntime;
import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import java.util.List;
import java.util.function.Consumer;

/** One attempt to have a row kept in Kafka. */
final class RowFlight extends ReturningCallback<RowFlight> implements IngestRequest {
  /** The header of the record that has the row's type. */
  static final String TYPE = "event-type";

  final OutboxRow row;
  private final StreamRuntime stream;
  private final byte[] requestId;
  private final List<EventFrame.Attribute> attributes;
  private final Consumer<RowFlight> landing;

  /**
   * @param landing takes it when its outcome is known, on any thread
   */
  RowFlight(
      OutboxRow row,
      StreamRuntime stream,
      byte[] requestId,
      Ledger ledger,
      Consumer<RowFlight> landing) {
    super(ledger, null);
    this.row = row;
    this.stream = stream;
    this.requestId = requestId;
    this.landing = landing;
    this.attributes =
        row.type == null ? List.of() : List.of(new EventFrame.Attribute(TYPE, row.type));
  }

  @Override
  protected boolean onOutcome() {
    landing.accept(this);
    return true;
  }

  @Override
  public boolean needsOrder() {
    return true;
  }

  /** What cannot be taken at once is offered again. */
  @Override
  protected boolean waitsForAcceptance() {
    return false;
  }

  /** True if Kafka has the event. What replays without a place was kept by an earlier request. */
  boolean isKept() {
    return outcome() == Outcome.ACKED || (isReplayed() && outcome() == Outcome.SPOOLED);
  }

  /** True if the row is no event, and its stream has kept it in its quarantine. */
  boolean isQuarantined() {
    return refusal() != null && refusal().quarantined();
  }

  /** True if the row is no event. */
  boolean isRefused() {
    return refusal() != null;
  }

  @Override
  public StreamRuntime stream() {
    return stream;
  }

  @Override
  public byte[] requestId() {
    return requestId;
  }

  @Override
  public String caller() {
    return row.origin;
  }

  @Override
  public byte[] idempotencyKey() {
    return row.id;
  }

  /**
   * Rows of a transaction that was read to its end come only once in a process: the reader goes on
   * behind them. After a crash their ids are read in Kafka.
   */
  @Override
  public KeyUse keyUse() {
    if (row.anyway) {
      return KeyUse.IGNORE;
    }
    return row.mayComeAgain ? KeyUse.CLAIM : KeyUse.LOOK_UP;
  }

  @Override
  public byte[] recordKey() {
    // Of a plain table's row it is in the event, where the stream's settings say.
    return row.plain == null ? row.key : null;
  }

  @Override
  public List<EventFrame.Attribute> attributes() {
    return attributes;
  }
}
