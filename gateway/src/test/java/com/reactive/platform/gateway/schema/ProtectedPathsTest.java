package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** A value that one version of a schema protects must not be in the clear in another. */
class ProtectedPathsTest {
  private static final String HASH = ", \"x-hash\": \"hmac-sha256\"";

  private static Schema schema(String text) {
    return new Schema.Parser().parse(text.replace('\'', '"'));
  }

  private static Schema person(String mail, String child) {
    return schema(
        "{'type':'record','name':'A','fields':[{'name':'mail','type':'string'%s},{'name':'child','type':['null',%s]}]}"
            .formatted(mail, child));
  }

  @Test
  void fieldsOfTheSamePlaceAreCompared() {
    assertThat(ProtectedPaths.unprotected(person(HASH, "'int'"), person("", "'int'")))
        .contains("mail");
    assertThat(ProtectedPaths.unprotected(person("", "'int'"), person(HASH, "'int'"))).isEmpty();
    assertThat(ProtectedPaths.unprotected(person(HASH, "'int'"), person(HASH, "'long'"))).isEmpty();
    Schema without = schema("{'type':'record','name':'A','fields':[]}");
    assertThat(ProtectedPaths.unprotected(person(HASH, "'int'"), without)).isEmpty();
  }

  @Test
  void aRecordWithinItselfIsComparedWithWhatStandsInItsPlace() {
    String other = "{'type':'record','name':'B','fields':[{'name':'mail','type':'string'}]}";
    assertThat(ProtectedPaths.unprotected(person(HASH, "'A'"), person(HASH, other)))
        .contains("child.mail");
    assertThat(ProtectedPaths.unprotected(person(HASH, "'A'"), person(HASH, "'A'"))).isEmpty();
  }

  @Test
  void branchesOfAUnionAreComparedByTheirNames() {
    String union =
        "{'type':'record','name':'R','fields':[{'name':'by','type':["
            + "{'type':'record','name':'Card','fields':[{'name':'name','type':'string'%s}]},"
            + "{'type':'record','name':'Bill','fields':[{'name':'name','type':'string'}%s]}]}]}";
    Schema before = schema(union.formatted(HASH, ""));
    Schema more = schema(union.formatted(HASH, ",{'name':'n','type':'int','default':0}"));
    assertThat(ProtectedPaths.unprotected(before, more)).isEmpty();
    assertThat(ProtectedPaths.unprotected(before, schema(union.formatted("", ""))))
        .contains("by.name");
  }

  /** Paths would be counted in millions of millions. */
  @Test
  void recordsThatAreUsedManyTimesAreComparedOnce() {
    StringBuilder text = new StringBuilder("{'type':'record','name':'L0','fields':[");
    StringBuilder ends = new StringBuilder();
    for (int i = 1; i <= 50; i++) {
      text.append("{'name':'a','type':{'type':'record','name':'L").append(i).append("','fields':[");
      ends.insert(0, "]}},{'name':'b','type':'L" + i + "'}");
    }
    String whole = text + "{'name':'mail','type':'string'%s}" + ends + "]}";
    Schema hashed = schema(whole.formatted(HASH));
    assertThat(ProtectedPaths.unprotected(hashed, schema(whole.formatted("")))).isPresent();
    assertThat(
            ProtectedPaths.unprotected(
                hashed, schema(whole.formatted(HASH + ",'doc':'another'".replace('\'', '"')))))
        .isEmpty();
  }
}
