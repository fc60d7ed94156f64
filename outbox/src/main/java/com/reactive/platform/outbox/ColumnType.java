package com.reactive.platform.outbox;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * What becomes of a column's value in JSON, by its type in Postgres.
 *
 * @param array whether it is an array of these
 */
record ColumnType(Form form, boolean array) {
  /** The type of bytea, whose text is {@code \x} and hexadecimal digits. */
  static final int BYTEA = 17;

  /** How one value is written. */
  enum Form {
    BOOLEAN,
    NUMBER,
    /** It is JSON already. */
    JSON,
    BASE64,
    /** With a T between date and time, as in RFC 3339. */
    TIMESTAMP,
    /** The same, in UTC. */
    TIMESTAMP_WITH_ZONE,
    STRING
  }

  /** By their OIDs, which no version of Postgres changes: those of {@code pg_type.dat}. */
  private static final Map<Integer, ColumnType> TYPES = new HashMap<>();

  private static final ColumnType TEXT = new ColumnType(Form.STRING, false);

  static {
    add(Form.BOOLEAN, 16, 1000);
    add(Form.BASE64, BYTEA, 1001);
    add(Form.NUMBER, 20, 1016); // int8
    add(Form.NUMBER, 21, 1005); // int2
    add(Form.NUMBER, 23, 1007); // int4
    add(Form.NUMBER, 26, 1028); // oid
    add(Form.NUMBER, 700, 1021); // float4
    add(Form.NUMBER, 701, 1022); // float8
    add(Form.NUMBER, 1700, 1231); // numeric
    add(Form.JSON, 114, 199);
    add(Form.JSON, 3802, 3807); // jsonb
    add(Form.TIMESTAMP, 1114, 1115);
    add(Form.TIMESTAMP_WITH_ZONE, 1184, 1185);
    add(Form.STRING, 25, 1009); // text
    add(Form.STRING, 1042, 1014); // character
    add(Form.STRING, 1043, 1015); // character varying
    add(Form.STRING, 1082, 1182); // date
    add(Form.STRING, 1083, 1183); // time
    add(Form.STRING, 1186, 1187); // interval
    add(Form.STRING, 2950, 2951); // uuid
  }

  private static void add(Form form, int oid, int arrayOid) {
    TYPES.put(oid, new ColumnType(form, false));
    TYPES.put(arrayOid, new ColumnType(form, true));
  }

  /** The type with this OID; others, such as enums, are sent as their text. */
  static ColumnType of(int oid) {
    return TYPES.getOrDefault(oid, TEXT);
  }

  /** The bytes of a bytea. */
  static byte[] bytea(byte[] in, int offset, int length) throws OutboxTableException {
    try {
      String digits = new String(in, offset, length, StandardCharsets.US_ASCII);
      if (digits.startsWith("\\x")) {
        return HexFormat.of().parseHex(digits, 2, digits.length());
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw new OutboxTableException("bytea is not hexadecimal; set bytea_output = hex");
  }
}
