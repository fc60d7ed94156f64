package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.List;
import java.util.function.Function;

/** Fills in values that clients do not send. */
final class FieldDefaults {
  private FieldDefaults() {}

  /** These bytes. */
  record DefaultFiller(byte[] encoded) implements FieldDefault {
    @Override
    public boolean fill(TranscodeContext pass) throws InvalidEventException {
      pass.out.append(encoded);
      return true;
    }
  }

  /**
   * An id of the envelope.
   *
   * @param prefix the number of the union's branch; empty if there is no union
   */
  record IdFiller(byte[] prefix, Function<TranscodeContext, byte[]> id) implements FieldDefault {
    @Override
    public boolean fill(TranscodeContext pass) throws InvalidEventException {
      byte[] value = id.apply(pass);
      pass.out.append(prefix);
      pass.out.writeLong(value.length);
      pass.out.append(value);
      return true;
    }
  }

  /** A text of the envelope, which may have none. */
  record TextFiller(byte[] prefix, byte[] absent, Function<TranscodeContext, String> text)
      implements FieldDefault {
    @Override
    public boolean fill(TranscodeContext pass) throws InvalidEventException {
      String value = text.apply(pass);
      if (value == null) {
        pass.out.append(absent);
        return true;
      }
      pass.out.append(prefix);
      if (!pass.out.writeString(value.toCharArray(), 0, value.length())) {
        throw InvalidEventException.unreadable("a header contains half a surrogate pair");
      }
      return true;
    }
  }

  /** When the event was taken in, in the unit of the field. */
  record TimeFiller(byte[] prefix, long unitsPerMilli) implements FieldDefault {
    @Override
    public boolean fill(TranscodeContext pass) throws InvalidEventException {
      pass.out.append(prefix);
      pass.out.writeLong(pass.envelope.receivedMillis() * unitsPerMilli);
      return true;
    }
  }

  /** A record of nothing but filled fields. */
  record RecordFiller(byte[] prefix, List<FieldDefault> fields) implements FieldDefault {
    @Override
    public boolean fill(TranscodeContext pass) throws InvalidEventException {
      pass.out.append(prefix);
      for (FieldDefault field : fields) {
        field.fill(pass);
      }
      return true;
    }
  }

  /**
   * What the path says.
   *
   * @param otherwise fills the field if the path says nothing; may be null
   */
  record PathFiller(String name, byte[] prefix, TextWriter node, FieldDefault otherwise)
      implements FieldDefault {
    @Override
    public boolean fill(TranscodeContext pass) throws InvalidEventException {
      String value = pass.envelope.pathFields().get(name);
      if (value == null) {
        return otherwise != null && otherwise.fill(pass);
      }
      write(pass, value);
      return true;
    }

    private void write(TranscodeContext pass, String value) throws InvalidEventException {
      pass.out.append(prefix);
      String must = node.tryText(pass, value.toCharArray(), 0, value.length());
      if (must != null) {
        throw InvalidEventException.schema(pass.place.pointer(name), name + " " + must);
      }
    }

    /** That the body, if it has the field too, agrees with the path. */
    void check(TranscodeContext pass, int slot) throws InvalidEventException {
      String value = pass.envelope.pathFields().get(name);
      if (value == null) {
        return;
      }
      int start = pass.out.length();
      write(pass, value);
      boolean same =
          pass.out.holdsTwice(
              start, pass.out.length(), pass.frames.start(slot), pass.frames.end(slot));
      pass.out.truncate(start);
      if (!same) {
        throw InvalidEventException.schema(
            pass.place.pointer(name), name + " differs from the one in the path");
      }
    }
  }
}
