package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.stream.JsonForm;
import java.util.List;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas that no transcoder can be made of, and what is said of them. */
class PlanProblemsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'int','x-reactive':'request-id'                    | field v: the gateway would fill it"
            + " with a string",
        "'string','x-reactive':'received-at'                | field v: the gateway would fill it"
            + " with a long",
        "'string','x-reactive':'record'                     | field v: the gateway would fill it"
            + " with a record",
        "'string','x-reactive':'id'                         | field v: x-reactive must be"
            + " request-id, event-id, received-at, traceparent, tracestate, client-address,"
            + " user-agent or record",
        "'string','x-reactive':7                            | field v: x-reactive must be"
            + " request-id, event-id, received-at, traceparent, tracestate, client-address,"
            + " user-agent or record",
        "'string','x-reactive':'traceparent'                | field v: not every event has a trace:"
            + " it must be nullable or have a default",
        "'string','x-reactive':'user-agent'                 | field v: not every event has a user"
            + " agent: it must be nullable or have a default",
        "'string','x-reactive':'client-address'             | field v: not every event has an"
            + " address: it must be nullable or have a default",
        "['null','string'],'x-reactive':'client-address','x-mask':24 | field v: x-mask must be the"
            + " number of leading bits that are kept of an address, such as"
            + " {\"ipv4\": 24, \"ipv6\": 48}",
        "['null','string'],'x-reactive':'user-agent','x-mask':{'ipv4':8,'ipv6':8} | field v:"
            + " x-mask needs x-reactive: client-address",
        "'string','x-mask':{'ipv4':8,'ipv6':8}               | field v: x-mask needs x-reactive:"
            + " client-address",
        "'string','x-drop':true                             | field v: x-drop needs a default, which"
            + " stands in the record instead",
        "'string','default':'','x-drop':'yes'               | field v: x-drop must be true",
        "'string','default':'','x-drop':true,'x-hash':'hmac-sha256' | field v: it cannot have both"
            + " x-drop and x-hash",
        "'string','x-hash':'sha256'                         | field v: x-hash must be hmac-sha256",
        "'int','x-hash':'hmac-sha256'                       | field v: x-hash is for strings without"
            + " a logical type, which may be null",
        "['null','string','int'],'x-hash':'hmac-sha256'     | field v: x-hash is for strings without"
            + " a logical type, which may be null",
        "{'type':'string','logicalType':'uuid'},'x-hash':'hmac-sha256' | field v: x-hash is for"
            + " strings without a logical type, which may be null",
        "'string','x-reactive':'event-id','x-hash':'hmac-sha256' | field v: the gateway fills it, so"
            + " x-drop and x-hash have no effect",
        "{'type':'long','logicalType':'time-micros'},'x-reactive':'received-at' | field v:"
            + " received-at is a timestamp, not a time-micros",
        "{'type':'string','x-max-length':3}                 | field v: x-max-length belongs on the"
            + " field, not on its type",
        "'int','x-max-length':3                             | field v: x-min-length and"
            + " x-max-length are for strings",
        "'string','x-max-length':'3'                        | field v: x-min-length and"
            + " x-max-length must be whole numbers, the smaller first",
        "'string','x-min-length':3,'x-max-length':2         | field v: x-min-length and"
            + " x-max-length must be whole numbers, the smaller first",
        "{'type':'bytes','logicalType':'decimal','precision':2000} | field v: a decimal's precision"
            + " may be at most 1000"
      })
  void anAttributeThatDoesNotFitIsAProblem(String type, String problem) {
    assertThat(problem("{'name':'v','type':" + type + "}", List.of(), List.of()))
        .isEqualTo(problem);
  }

  @Test
  void aRequirementNamesASiblingAndItsValues() {
    String sibling = "{'name':'s','type':{'type':'enum','name':'E','symbols':['A']}},";
    for (String when :
        List.of(
            "'s'", "{}", "{'t':'A'}", "{'s':'B'}", "{'s':[]}", "{'s':7}", "{'s':'A','v':'A'}")) {
      assertThat(
              problem(
                  sibling + "{'name':'v','type':'int','x-required-when':" + when + "}",
                  List.of(),
                  List.of()))
          .as(when)
          .startsWith("field v: x-required-when must be an object with one field");
    }
  }

  @Test
  void whatIsProtectedCannotBeUsedElsewhere() {
    String fields =
        "{'name':'d','type':'string','default':'','x-drop':true},"
            + "{'name':'h','type':'string','x-hash':'hmac-sha256'},"
            + "{'name':'v','type':'int','default':0,'x-required-when':{'h':'x'}}";
    assertThat(problem(fields, List.of("d", "h"), List.of("h")))
        .isEqualTo(
            "field d: it is dropped, so the key must not name it; "
                + "field h: paths are not protected: the path must not name what is; "
                + "field v: x-required-when must not name a field with x-drop or x-hash");
  }

  @Test
  void keysAndPathsNameFieldsOfFittingTypes() {
    String fields =
        "{'name':'i','type':'int'},{'name':'d','type':'double'},"
            + "{'name':'r','type':{'type':'record','name':'Q','fields':[{'name':'s','type':'string'}]}},"
            + "{'name':'e','type':'string','x-reactive':'event-id'}";
    assertThat(problem(fields, List.of("x", "d", "i.x", "r.t", "i", "i"), List.of("y", "i", "e")))
        .isEqualTo(
            "the key names i twice; "
                + "the path names y, which is not a field of n.R; "
                + "field x: the key names it, but it does not exist; "
                + "field i: the key names a field inside it, but it is not a record; "
                + "field i: the path names it, but it is not a string; "
                + "field d: a key must be a string, an enum, an int or a long, or null; "
                + "field r.t: the key names it, but it does not exist; "
                + "field e: the gateway fills it, so neither the path nor the key may name it");
    assertThat(problem(fields, List.of("e", "r.s", "i"), List.of())).isNull();
  }

  @Test
  void aRecordThatTheGatewayFillsIsFilledWhole() {
    String fields =
        "{'name':'v','x-reactive':'record','type':{'type':'record','name':'Q','fields':["
            + "{'name':'a','type':'int'},{'name':'b','type':'int','default':1},"
            + "{'name':'q','type':['null','Q'],'x-reactive':'record'}]}}";
    assertThat(problem(fields, List.of(), List.of()))
        .isEqualTo(
            "field v.a: the gateway fills its record, so it needs x-reactive or a default; "
                + "field v.q: a record that the gateway fills must not contain itself");
  }

  @Test
  void anEventIsARecord() {
    SchemaException failure =
        catchThrowableOfType(
            SchemaException.class,
            () ->
                TranscoderPlan.compile(
                    Schema.create(Schema.Type.INT), JsonForm.PLAIN, List.of(), List.of()));
    assertThat(failure).hasMessage("the schema of an event must be a record");
  }

  /** Null if there is none. */
  private static String problem(String fields, List<String> keys, List<String> path) {
    try {
      Try.fields(JsonForm.PLAIN, keys, path, fields);
      return null;
    } catch (SchemaException e) {
      return e.getMessage();
    }
  }
}
