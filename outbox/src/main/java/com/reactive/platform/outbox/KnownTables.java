package com.reactive.platform.outbox;

import java.util.List;
import java.util.Map;

/**
 * What the database had of the tables that are configured, when the connection began.
 *
 * @param namesByOid the names of the settings, by the tables' OIDs, which a rename does not change
 * @param primaryKeys the columns of those of plain tables, in the order of the index, by the names
 */
record KnownTables(Map<Integer, String> namesByOid, Map<String, List<String>> primaryKeys) {
  KnownTables {
    namesByOid = Map.copyOf(namesByOid);
    primaryKeys = Map.copyOf(primaryKeys);
  }
}
