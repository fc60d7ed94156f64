package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventMetadata;
import com.reactive.platform.gateway.stream.JsonForm;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that are events, and those that are none, with what is said of them. */
class ProtobufTranscoderTest {
  /** Fields 1 to 4 of the counter: a customer, a session, increment, 7. */
  private static final String COUNTER = "0a0163 120173 1801 2007";

  private static Transcoder counter(boolean dropsUnknown) throws SchemaException {
    Schema schema = CounterSchema.SCHEMA;
    return TranscoderPlan.compile(
            schema, JsonForm.PLAIN, List.of("customerId", "sessionId"), List.of("customerId"))
        .withProtobuf(ProtoFileBuilder.of("counter", schema, FieldNumbers.NONE), dropsUnknown)
        .newTranscoder(BodyFormat.PROTOBUF);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static String fault(Transcoder transcoder, String hex, EventMetadata envelope) {
    byte[] body = bytes(hex);
    try {
      transcoder.transcode(body, 0, body.length, envelope);
      return null;
    } catch (InvalidEventException e) {
      return (e.pointer() == null ? "400" : e.pointer()) + " " + e.getMessage();
    }
  }

  private static String fault(String hex) throws SchemaException {
    return fault(counter(false), hex, Envelopes.empty());
  }

  /** Of a record whose only field, {@code v}, has this type; the body is that of field 1. */
  private static String faultOf(String type, String hex) throws SchemaException {
    Schema schema = Try.schema("{'name':'v','type':" + type + "}");
    return fault(transcoder(schema), hex, Envelopes.empty());
  }

  private static Transcoder transcoder(Schema schema) throws SchemaException {
    ProtoFile file = ProtoFileBuilder.of("s", schema, FieldNumbers.NONE);
    return TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of())
        .withProtobuf(file, false)
        .newTranscoder(BodyFormat.PROTOBUF);
  }

  private static GenericRecord read(String fields, String hex) throws Exception {
    Schema schema = Try.schema(fields);
    Transcoder transcoder = transcoder(schema);
    byte[] body = bytes(hex);
    transcoder.transcode(body, 0, body.length, Envelopes.empty());
    var decoder =
        DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
    return new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
  }

  @Test
  void anEventIsTheSameAsItsJson() throws Exception {
    Transcoder transcoder = counter(false);
    byte[] body = bytes("ff " + COUNTER + " ff");
    transcoder.transcode(body, 1, body.length - 2, Envelopes.empty());
    Transcoder json = CounterSchema.transcoder();
    byte[] text =
        "{\"customerId\":\"c\",\"sessionId\":\"s\",\"action\":\"increment\",\"value\":7}"
            .getBytes(UTF_8);
    json.transcode(text, 0, text.length, Envelopes.empty());
    assertThat(CounterSchema.decode(transcoder)).isEqualTo(CounterSchema.decode(json));
    assertThat(transcoder.key()).isEqualTo("c".getBytes(UTF_8));
  }

  @Test
  void whatIsLeftOutFollowsTheRulesOfJson() throws Exception {
    assertThat(fault("120173 1801")).isNull();
    assertThat(fault("")).isEqualTo("/sessionId sessionId is missing");
    assertThat(fault("120173")).isEqualTo("/action action is missing");
    // x-required-when: the action is set.
    assertThat(fault("120173 1803")).isEqualTo("/value value is missing");
    assertThat(fault("120173 1803 2000")).isNull();
  }

  @Test
  void thePathFillsAFieldAndMustAgreeWithIt() throws Exception {
    Transcoder transcoder = counter(false);
    EventMetadata path = Envelopes.of(Map.of("customerId", "x"));
    assertThat(fault(transcoder, "120173 1801", path)).isNull();
    assertThat(transcoder.key()).isEqualTo("x".getBytes(UTF_8));
    assertThat(fault(transcoder, COUNTER, path))
        .isEqualTo("/customerId customerId differs from the one in the path");
  }

  @Test
  void unknownFieldsAreRefusedOrDropped() throws Exception {
    for (String more : List.of("2801", "2a0178", "2d00000000", "290000000000000000", "c03e01")) {
      assertThat(fault(COUNTER + more)).contains("the .proto has no field with the number");
      assertThat(fault(counter(true), COUNTER + more, Envelopes.empty())).isNull();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0a, a varint is cut off at byte 2",
    "0a05 63, a length is more than there is at byte 2",
    "0aff ffffffffffffffff01, a length is more than there is at byte 2",
    "20ffffffffffffffffff02, a varint has more than 64 bits at byte 2",
    "20ffffffffffffffffffff01, a varint has more than 64 bits at byte 2",
    "2b2c, groups are not understood at byte 4",
    "00, no field has the number 0 or one of more than 29 bits at byte 1",
    "808080808001, no field has the number 0 or one of more than 29 bits at byte 1",
    "26, there is no wire type 6 at byte 2",
    "29 01020304, a value is cut off at byte 2",
    "0a01ff 120173 1801, customerId is not valid UTF-8",
    "0a02c080 120173 1801, customerId is not valid UTF-8",
    "0a03eda080 120173 1801, customerId is not valid UTF-8"
  })
  void whatIsNoProtobufIsUnreadable(String hex, String sentence) throws Exception {
    String fault = fault(counter(true), hex, Envelopes.empty());
    assertThat(fault).startsWith("400 ");
    assertThat(fault.replace(",", "").replaceAll("at byte \\d+", "at byte"))
        .isEqualTo("400 " + sentence.replaceAll("at byte \\d+", "at byte"));
  }

  @Test
  void valuesAreBoundAsInJson() throws Exception {
    assertThat(fault("0a00 120173 1801"))
        .isEqualTo("/customerId customerId must have 1 to 256 characters");
    assertThat(fault("120173 1800"))
        .isEqualTo("/action action must be one of increment, decrement, set, reset");
    assertThat(fault("120173 1809")).startsWith("/action action must be one of");
    assertThat(fault("120173 1801 208080808008"))
        .isEqualTo("/value value must be a whole number of 32 bits");
    assertThat(fault("100a"))
        .isEqualTo("/sessionId sessionId has the wrong wire type for field number 2");
    assertThat(faultOf("'float'", "0d0000807f")).isEqualTo("/v v must be a finite number");
    assertThat(faultOf("{'type':'fixed','name':'F','size':2}", "0a0100"))
        .isEqualTo("/v v must have 2 bytes");
    assertThat(faultOf("{'type':'int','logicalType':'date'}", "0a0178"))
        .isEqualTo("/v v must be a string such as 2026-11-21");
    assertThat(faultOf("{'type':'string','logicalType':'uuid'}", "0a0178"))
        .startsWith("/v v must be a UUID");
    String millis = "{'type':'long','logicalType':'timestamp-millis'}";
    assertThat(faultOf(millis, "0a021001")).startsWith("/v v must be a timestamp of the years");
    assertThat(faultOf(millis, "0a0410c0843d")).isNull();
  }

  @Test
  void theFieldAtFaultIsNamedWithItsPath() throws Exception {
    String lines =
        "{'type':'array','items':{'type':'record','name':'L','fields':[{'name':'n','type':"
            + "{'type':'map','values':'int'}}]}}";
    String entry = "0a0c 0a0a 0a02612f 108080808008";
    assertThat(faultOf(lines, "0a00" + entry))
        .isEqualTo("/v/1/n/a~1 a value in n must be a whole number of 32 bits");
  }

  @Test
  void messagesAreNestedToABound() throws Exception {
    Schema schema = Try.schema("{'name':'v','type':['null','R'],'default':null}");
    Transcoder transcoder = transcoder(schema);
    String body = "";
    for (int depth = 1; depth < 64; depth++) {
      body = nested(body);
    }
    assertThat(fault(transcoder, body, Envelopes.empty())).isNull();
    assertThat(fault(transcoder, nested(body), Envelopes.empty()))
        .isEqualTo("400 messages are nested deeper than 64");
  }

  private static String nested(String inside) {
    int length = inside.length() / 2;
    return "0a%02x%02x".formatted((length & 0x7F) | 0x80, length >> 7) + inside;
  }

  @Test
  void theLastOfTwoCountsAndMessagesAreMerged() throws Exception {
    assertThat(read("{'name':'v','type':'int'}", "0801 0802").get("v")).isEqualTo(2);
    String pair =
        "{'type':'record','name':'P','fields':[{'name':'a','type':'int'},"
            + "{'name':'b','type':'int'}]}";
    String one = "{'name':'v','type':" + pair + "}";
    assertThat(read(one, "0a020801 0a041002 0803").get("v")).hasToString("{\"a\": 3, \"b\": 2}");
    String union = "{'name':'v','type':['int'," + pair + "]}";
    assertThat(read(union, "120408011002 0807 120408031004").get("v"))
        .hasToString("{\"a\": 3, \"b\": 4}");
    assertThat(read(union, "120408011002 0807").get("v")).isEqualTo(7);
  }

  @Test
  void aListThatMayBeNullCanBeAnElementOrAMapsValue() throws Exception {
    String list = "['null',{'type':'array','items':'int'}]";
    String lists = "{'name':'v','type':{'type':'array','items':" + list + "}}";
    assertThat(read(lists, "0a00 0a040a020a00 0a060a040a020102").get("v"))
        .hasToString("[null, [], [1, 2]]");
    String map = "['null',{'type':'map','values':'int'}]";
    String maps = "{'name':'v','type':{'type':'map','values':" + map + "}}";
    assertThat(read(maps, "0a0c 0a016b 1207 0a05 0a03 0a0161").get("v")).hasToString("{k={a=0}}");
  }

  @Test
  void aKeyMayLieInARecordThatSharesItsUnionWithAList() throws Exception {
    String record = "{'type':'record','name':'K','fields':[{'name':'id','type':'string'}]}";
    Schema schema =
        Try.schema("{'name':'u','type':[" + record + ",{'type':'array','items':'int'}]}");
    Transcoder transcoder =
        TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of("u.id"), List.of())
            .withProtobuf(ProtoFileBuilder.of("s", schema, FieldNumbers.NONE), false)
            .newTranscoder(BodyFormat.PROTOBUF);
    assertThat(fault(transcoder, "0a03 0a0163", Envelopes.empty())).isNull();
    assertThat(transcoder.key()).isEqualTo("c".getBytes(UTF_8));
    assertThat(fault(transcoder, "1203 0a0101", Envelopes.empty())).isNull();
    assertThat(transcoder.key()).isNull();
  }

  @Test
  void theLastOfEqualKeysCounts() throws Exception {
    String map = "{'name':'v','type':{'type':'map','values':'int'}}";
    String one = "0a050a01611001";
    String two = "0a050a01621002";
    String three = "0a050a01611003";
    assertThat(read(map, one + two + three).get("v"))
        .isEqualTo(Map.of(new Utf8("a"), 3, new Utf8("b"), 2));
    assertThat(read(map, "0a00").get("v")).isEqualTo(Map.of(new Utf8(""), 0));
  }

  @Test
  void ofManyKeysNoneIsLost() throws Exception {
    int keys = 50_000;
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < keys; i++) {
      String key = HexFormat.of().formatHex("%05d".formatted(i).getBytes(UTF_8));
      body.append("0a090a05").append(key).append("1001");
    }
    String map = "{'name':'v','type':{'type':'map','values':'int'}}";
    assertThat((Map<?, ?>) read(map, body.toString()).get("v")).hasSize(keys);
  }

  /** So that small bodies, as they come compressed, cannot fill the memory. */
  @Test
  void entriesOfNothingTakeLittleMemory() throws Exception {
    Schema schema = Try.schema("{'name':'v','type':{'type':'map','values':'int'}}");
    byte[] body = bytes("0a00".repeat(100_000));
    Transcoder transcoder = transcoder(schema);
    EventMetadata envelope = Envelopes.empty();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    transcoder.transcode(body, 0, body.length, envelope);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated / body.length).isLessThan(40);
  }

  /** Beyond the metadata, which is the front end's. */
  @Test
  void anEventAllocatesNothing() throws Exception {
    String fields =
        "{'name':'a','type':'string'},{'name':'l','type':{'type':'array','items':'int'}},"
            + "{'name':'m','type':{'type':'map','values':'string'}},{'name':'u','type':"
            + "['int','string']},{'name':'t','type':{'type':'long','logicalType':"
            + "'timestamp-millis'}},{'name':'r','type':{'type':'record','name':'P','fields':"
            + "[{'name':'b','type':'double'}]}}";
    Transcoder transcoder = transcoder(Try.schema(fields));
    byte[] body =
        bytes(
            "32020805 0a0161 12020102 1a060a016b120176 1a060a016c120176 2a0178"
                + "3a09090000000000000040");
    EventMetadata envelope = Envelopes.empty();
    for (int i = 0; i < 20_000; i++) {
      transcoder.transcode(body, 0, body.length, envelope);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int events = 10_000;
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < events; i++) {
      transcoder.transcode(body, 0, body.length, envelope);
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(allocated).isLessThan(events);
  }
}
