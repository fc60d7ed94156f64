package com.reactive.platform.gateway.protobuf;

import java.util.List;

/** An enum of the .proto. Immutable once its file is built. */
public final class ProtoEnum {
  /**
   * One value.
   *
   * @param symbol in Avro
   * @param ordinal of the symbol in Avro
   */
  public record Value(int number, String name, String symbol, int ordinal) {}

  private final String name;
  private final String doc;
  private List<Value> values = List.of();
  private String zero;
  private List<Value> reserved = List.of();

  ProtoEnum(String name, String doc) {
    this.name = name;
    this.doc = doc;
  }

  void complete(String zeroName, List<Value> allValues, List<Value> formerValues) {
    zero = zeroName;
    values = List.copyOf(allValues);
    reserved = List.copyOf(formerValues);
  }

  public String name() {
    return name;
  }

  String doc() {
    return doc;
  }

  /** In the order of the schema, without the zero. */
  public List<Value> values() {
    return values;
  }

  /** The name of the value 0, which stands for none. */
  String zero() {
    return zero;
  }

  /** Those that the schema no longer has. */
  List<Value> reserved() {
    return reserved;
  }
}
