package com.reactive.platform.gateway.schema;

/**
 * One field of a record, compiled.
 *
 * @param index its place in the schema
 * @param node writes what the client sent, or refuses it if clients may not send the field
 * @param filler what stands for an absent value; null if there must be one
 * @param requirement when the filler may not be used; null: always may
 * @param pathFiller the filler again, if the path may fill the field; else null
 * @param key what of the value becomes the record key; null: nothing
 * @param keyRank which of the key fields it is
 */
record RecordField(
    int index,
    String name,
    ValueWriter node,
    FieldDefault filler,
    Requirement requirement,
    FieldDefaults.PathFiller pathFiller,
    KeyReader key,
    int keyRank) {
  /** The same, which this fills where nothing else does; null: nothing. */
  RecordField orElse(FieldDefault last) {
    if (pathFiller != null && pathFiller.otherwise() == null) {
      FieldDefaults.PathFiller path =
          new FieldDefaults.PathFiller(name, pathFiller.prefix(), pathFiller.node(), last);
      return new RecordField(index, name, node, path, requirement, path, key, keyRank);
    }
    return filler != null
        ? this
        : new RecordField(index, name, node, last, requirement, pathFiller, key, keyRank);
  }

  /** True if the field may be missing, or wrong because of others: then it is to be checked. */
  boolean isConditional() {
    return filler == null || requirement != null || pathFiller != null;
  }
}
