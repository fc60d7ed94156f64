package com.reactive.platform.reliability.mutate;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Messages of a stream, read a second time: what becomes of each. */
final class PublishRequests {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9._:~+/=-]{1,128}");
  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,20}");
  private static final int SEQUENCE = 1;
  private static final int EVENT = 2;
  private static final int KEY_FIELD = 3;
  private static final Set<CallCode> INVALID = EnumSet.of(CallCode.INVALID_ARGUMENT);
  private static final Set<CallCode> NONE = EnumSet.noneOf(CallCode.class);
  private static final Set<CallCode> EITHER = EnumSet.of(CallCode.OK, CallCode.INVALID_ARGUMENT);

  /**
   * What becomes of a message.
   *
   * @param sequence of its result; null if that is not known
   * @param codes of its result; empty if there can be none
   * @param ends the status with which it ends the stream; empty if it does not
   */
  record Expected(Long sequence, Set<CallCode> codes, Set<CallCode> ends) {
    boolean isCertain() {
      return freedom() == 0;
    }

    int freedom() {
      return (sequence == null && !codes.isEmpty() ? 2 : 0) + codes.size() + ends.size() - 1;
    }
  }

  private static final Expected NO_REQUEST = new Expected(null, NONE, INVALID);

  private final Function<byte[], Set<CallCode>> ofMessage;
  private final Function<Json, Set<CallCode>> ofDocument;

  /** Judge events by these. */
  PublishRequests(
      Function<byte[], Set<CallCode>> ofMessage, Function<Json, Set<CallCode>> ofDocument) {
    this.ofMessage = ofMessage;
    this.ofDocument = ofDocument;
  }

  Expected read(boolean protobuf, byte[] message) {
    return protobuf ? ofProtobuf(message) : ofJson(message);
  }

  private Expected ofProtobuf(byte[] message) {
    UnknownFieldSet fields;
    try {
      fields = UnknownFieldSet.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      return NO_REQUEST;
    }
    for (Map.Entry<Integer, UnknownFieldSet.Field> field : fields.asMap().entrySet()) {
      UnknownFieldSet.Field values = field.getValue();
      int texts = values.getLengthDelimitedList().size();
      int numbers = values.getVarintList().size();
      int others =
          values.getFixed32List().size()
              + values.getFixed64List().size()
              + values.getGroupList().size();
      boolean right =
          switch (field.getKey()) {
            case SEQUENCE -> texts + others == 0;
            case EVENT -> numbers + others == 0;
            case KEY_FIELD ->
                numbers + others == 0
                    && values.getLengthDelimitedList().stream().allMatch(ByteString::isValidUtf8);
            default -> true; // Of a later version.
          };
      if (!right) {
        return NO_REQUEST;
      }
    }
    if (LongVarints.areAmongFieldsOf(message)) {
      return new Expected(null, EITHER, INVALID);
    }
    List<Long> sequences = fields.getField(SEQUENCE).getVarintList();
    List<ByteString> keys = fields.getField(KEY_FIELD).getLengthDelimitedList();
    List<ByteString> events = fields.getField(EVENT).getLengthDelimitedList();
    boolean valid =
        keys.isEmpty() || KEY.matcher(keys.get(keys.size() - 1).toStringUtf8()).matches();
    return new Expected(
        sequences.isEmpty() ? 0 : sequences.get(sequences.size() - 1),
        valid && !events.isEmpty()
            ? ofMessage.apply(ByteString.copyFrom(events).toByteArray())
            : INVALID,
        NONE);
  }

  private Expected ofJson(byte[] message) {
    Json json;
    try {
      json = StrictJson.readAround(message);
    } catch (Refusal e) {
      // Within its event that is the event's fault, elsewhere the stream's.
      boolean either = e.kind() == Refusal.Kind.EITHER;
      return new Expected(null, either ? EITHER : INVALID, INVALID);
    }
    if (!(json instanceof Json.Members members)) {
      return NO_REQUEST;
    }
    Long sequence = 0L;
    boolean odd = false;
    String key = null;
    for (Json.Member member : members.list()) {
      Json value = member.value();
      if (value.equals(Json.NULL)) {
        return NO_REQUEST;
      }
      switch (member.name()) {
        case "sequence" -> {
          if (!isNumber(value)) {
            return NO_REQUEST;
          }
          sequence = sequence(value);
          odd = sequence == null;
        }
        case "idempotencyKey", "idempotency_key" -> {
          if (!(value instanceof Json.Text text)) {
            return NO_REQUEST;
          }
          key = text.value();
        }
        case "event" -> {
          // Judged when the rest is known.
        }
        default -> {
          return NO_REQUEST;
        }
      }
    }
    Json event = members.get("event");
    boolean valid = key == null || KEY.matcher(key).matches();
    Set<CallCode> codes = valid && event != null ? ofDocument.apply(event) : INVALID;
    return new Expected(sequence, codes, odd ? INVALID : NONE);
  }

  private static boolean isNumber(Json value) {
    return value instanceof Json.Text || (value instanceof Json.Word word && word.isNumber());
  }

  /** Null if readers differ. */
  private static Long sequence(Json value) {
    String text = value instanceof Json.Text string ? string.value() : ((Json.Word) value).text();
    try {
      return DIGITS.matcher(text).matches() ? Long.parseUnsignedLong(text) : null;
    } catch (NumberFormatException e) {
      return null; // Of more than 64 bits.
    }
  }
}
