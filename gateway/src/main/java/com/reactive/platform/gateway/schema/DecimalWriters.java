package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Writers of decimals: as a JSON number, or the same in a string; never rounded. */
final class DecimalWriters {
  private DecimalWriters() {}

  /** A number of any token; null if it is none, or its text or exponent is out of bounds. */
  private static BigDecimal read(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (!token.isNumeric() && token != JsonToken.VALUE_STRING) {
      return null;
    }
    return DecimalText.parse(
        parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  /** Of a precision and scale that the schema says. */
  static final class DecimalNode extends ScalarWriter implements TextValue {
    private final int precision;
    private final int scale;
    private final int size;
    private final String must;

    /**
     * @param size that of a fixed; -1 for bytes
     */
    DecimalNode(int precision, int scale, int size) {
      this.precision = precision;
      this.scale = scale;
      this.size = size;
      this.must =
          "must be a decimal number of at most "
              + (precision - scale)
              + " digits before the point and "
              + scale
              + " after it";
    }

    @Override
    String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      return write(pass, read(pass.parser));
    }

    @Override
    public String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      return write(pass, DecimalText.parse(text, offset, length));
    }

    private String write(TranscodeContext pass, BigDecimal value) throws InvalidEventException {
      BigInteger unscaled = value == null ? null : unscaled(value);
      if (unscaled == null) {
        return must;
      }
      byte[] bytes = unscaled.toByteArray();
      if (size < 0) {
        pass.out.writeLong(bytes.length);
      } else {
        if (bytes.length > size) {
          return must;
        }
        for (int i = bytes.length; i < size; i++) {
          pass.out.append(bytes[0] >> 7);
        }
      }
      pass.out.append(bytes);
      return null;
    }

    /** Null if it does not fit. Nothing is scaled before that is known: 1e999999 has one digit. */
    private BigInteger unscaled(BigDecimal number) {
      if (number.signum() == 0) {
        return BigInteger.ZERO;
      }
      BigDecimal value = number;
      if (value.scale() > scale) {
        value = value.stripTrailingZeros();
      }
      long digitsBeforePoint = (long) value.precision() - value.scale();
      if (value.scale() > scale || digitsBeforePoint > precision - scale) {
        return null;
      }
      return value.setScale(scale).unscaledValue();
    }
  }

  /** Of any precision; the scale is stored with each value, as it was written. */
  static final class BigDecimalNode extends ScalarWriter implements TextValue {
    private static final int MAX_SCALE = 1_000;

    @Override
    String tryWrite(TranscodeContext pass) throws IOException, InvalidEventException {
      return write(pass, read(pass.parser));
    }

    @Override
    public String tryText(TranscodeContext pass, char[] text, int offset, int length)
        throws InvalidEventException {
      return write(pass, DecimalText.parse(text, offset, length));
    }

    private static String write(TranscodeContext pass, BigDecimal value)
        throws InvalidEventException {
      if (value == null || Math.abs(value.scale()) > MAX_SCALE) {
        return "must be a decimal number of at most 1000 characters and a scale of at most 1000";
      }
      int start = pass.out.length();
      byte[] bytes = value.unscaledValue().toByteArray();
      pass.out.writeLong(bytes.length);
      pass.out.append(bytes);
      pass.out.writeLong(value.scale());
      pass.out.insertLong(start, pass.out.length() - start);
      return null;
    }
  }
}
