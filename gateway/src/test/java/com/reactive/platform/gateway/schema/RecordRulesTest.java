package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.JsonForm;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Records and what they hold: which fault is told, and where it is. */
class RecordRulesTest {
  private static final String NESTED =
      "{'name':'a','type':{'type':'record','name':'A','fields':["
          + "{'name':'b','type':{'type':'array','items':{'type':'record','name':'B','fields':["
          + "{'name':'c','type':{'type':'map','values':'int'},'default':{}},"
          + "{'name':'d','type':'int','default':4}]}}}]}}";
  private static final String TREE =
      "{'name':'t','type':{'type':'record','name':'T','fields':["
          + "{'name':'n','type':'int','default':0},"
          + "{'name':'t','type':['null','T'],'default':null}]}}";

  @Test
  void aFaultIsToldWithThePointerOfTheField() throws Exception {
    Try it = Try.fields(NESTED);
    assertThat(it.fault("{}")).isEqualTo("/a a is missing");
    assertThat(it.fault("{'a':{}}")).isEqualTo("/a/b b is missing");
    assertThat(it.fault("{'a':[]}")).isEqualTo("/a a must be a JSON object");
    assertThat(it.fault("{'a':{'b':{}}}")).isEqualTo("/a/b b must be a JSON array");
    assertThat(it.fault("{'a':{'b':[{},7]}}"))
        .isEqualTo("/a/b/1 a value in b must be a JSON object");
    assertThat(it.fault("{'a':{'b':[{},{'d':'x'}]}}"))
        .isEqualTo("/a/b/1/d d must be a whole number of 32 bits");
    assertThat(it.fault("{'a':{'b':[{'c':{'k':1,'x~y/z':null}}]}}"))
        .isEqualTo("/a/b/0/c/x~0y~1z a value in c must be a whole number of 32 bits");
    assertThat(it.fault("{'a':{'b':[{'e':1}]}}"))
        .isEqualTo("/a/b/0/e the schema has no such field");
    assertThat(it.fault("[]")).isEqualTo(" the event must be a JSON object");
    assertThat(it.read("{'a':{'b':[{},{'c':{'k':1}}]}}").toString())
        .isEqualTo("{\"a\": {\"b\": [{\"c\": {}, \"d\": 4}, {\"c\": {\"k\": 1}, \"d\": 4}]}}");
  }

  @Test
  void unknownFieldsAreDroppedWhereThatIsWanted() throws Exception {
    Try it = Try.dropping(NESTED);
    assertThat(
            it.read("{'new':{'a':[{'b':1}]},'a':{'b':[{'e':1},{'d':5,'x':'y'}],'z':[[]]},'n':2}"))
        .hasToString("{\"a\": {\"b\": [{\"c\": {}, \"d\": 4}, {\"c\": {}, \"d\": 5}]}}");
    assertThat(it.fault("{'new':1}")).isEqualTo("/a a is missing");
    assertThat(it.fault("{'a':{'b':[{'d':'x','e':1}]}}"))
        .isEqualTo("/a/b/0/d d must be a whole number of 32 bits");
    assertThat(it.fault("{'new':[1,}],'a':{'b':[]}}")).startsWith("400 ");
    assertThat(it.fault("{'new':1,'a':{'b':[]},'new':2}")).as("twice, and of no use").isNull();
    assertThat(it.fault("{'a':{'b':[]},'a':{'b':[]}}")).startsWith("400 ");
  }

  @Test
  void whatIsNotJsonIsUnreadableWhateverCameBefore() throws Exception {
    Try it = Try.fields(NESTED);
    for (String body :
        List.of(
            "{'x':1,",
            "{'a':{'b':[{'d':'x'}]},'a':1}",
            "{'a':{'b':[{'d':1.5}]}} x",
            "{'a':1,'y':{'k':1,'k':2}}",
            "{'a':1,'y':'\\ud800'}",
            "{'a':1,'\\ud800':0}",
            "{'a':{'b':[{'c':{'k':1,'k':2}}]}}",
            "{'a':{'b':[{'c':{'\\udc00':1}}]}}",
            "{'a':{'b':[{'d':1,'d':2}]}}")) {
      assertThat(it.fault(body)).as(body).startsWith("400 ");
    }
    assertThat(it.fault("{'a':{'b':[]}}")).as("after all that").isNull();
  }

  @Test
  void recursionEndsWhereJsonsNestingDoes() throws Exception {
    Try it = Try.fields(TREE);
    String inner = "{'t':".repeat(62) + "{}" + "}".repeat(62);
    GenericRecord read = (GenericRecord) it.read("{'t':" + inner + "}").get("t");
    int depth = 1;
    while (read.get("t") != null) {
      read = (GenericRecord) read.get("t");
      depth++;
    }
    assertThat(depth).isEqualTo(63);
    assertThat(it.fault("{'t':{'t':" + inner + "}}")).startsWith("400 ");
    assertThat(it.fault("{'t':".repeat(100_000))).startsWith("400 ");
    assertThat(it.fault("{'t':" + inner.replace("{}", "{'n':null}") + "}"))
        .isEqualTo("/t".repeat(63) + "/n n must be a whole number of 32 bits");
  }

  @Test
  void aPointerIsBounded() throws Exception {
    Try it = Try.fields("{'name':'m','type':{'type':'map','values':'int'}}");
    String key = "k".repeat(900);
    assertThat(it.fault("{'m':{'" + key + "':null}}")).startsWith("/m/" + "k".repeat(200) + " a");
    String tree =
        "{'name':'t','type':['null',{'type':'map','values':{'type':'record','name':'T','fields':["
            + "{'name':'u','type':{'type':'map','values':'T'},'default':{}}]}}]}";
    String deep = ("{'" + key + "':{'u':").repeat(30) + "1" + "}}".repeat(30);
    String fault = Try.fields(tree).fault("{'t':" + deep + "}");
    assertThat(fault).startsWith("/t/kkk").endsWith(" u must be a JSON object");
    assertThat(fault.length()).isLessThan(1_400);
  }

  /** Else a small body of many defaults could fill the memory. */
  @Test
  void aDatumMayNotBeFarLargerThanItsJson() throws Exception {
    String large = String.join("", Collections.nCopies(10_000, "x"));
    Try it =
        Try.fields(
            "{'name':'a','type':{'type':'array','items':{'type':'record','name':'A','fields':["
                + "{'name':'s','type':'string','default':'"
                + large
                + "'}]}}}");
    assertThat(it.fault("{'a':[{},{},{}]}")).isNull();
    String many = "{'a':[{}" + ",{}".repeat(100_000) + "]}";
    assertThat(it.fault(many)).isEqualTo(" the event is too large in Avro, for its body");
    assertThat(it.fault("{'a':[{}]}")).isNull();
  }

  @Test
  void aScalarGoesToTheFirstBranchThatTakesIt() throws Exception {
    String type =
        "['null','int','long','double',{'type':'enum','name':'E','symbols':['X']},'string',"
            + "{'type':'array','items':'int'},{'type':'record','name':'A','fields':[]}]";
    Try it = Try.type(JsonForm.PLAIN, type);
    assertThat(it.value("null")).isNull();
    assertThat(it.value("1")).isEqualTo(1);
    assertThat(it.value("2147483648")).isEqualTo(2_147_483_648L);
    assertThat(it.value("9223372036854775808")).isEqualTo(0x1p63);
    assertThat(it.value("1.0")).isEqualTo(1.0);
    assertThat(it.value("'X'").getClass().getSimpleName()).isEqualTo("EnumSymbol");
    assertThat(it.value("'x'")).hasToString("x");
    assertThat(it.value("[1]")).isEqualTo(List.of(1));
    assertThat(it.value("{}")).hasToString("{}");
    assertThat(it.fault("{'v':['x']}")).startsWith("/v/0 a value in v must be a whole number");
    assertThat(it.fault("{'v':{'x':1}}")).isEqualTo("/v/x the schema has no such field");
    assertThat(it.fault("{'v':true}"))
        .isEqualTo("/v v must be one of these: null, int, long, double, n.E, string, array, n.A");
    assertThat(Try.type(JsonForm.PLAIN, "['null','string']").fault("{'v':{'string':'x'}}"))
        .isEqualTo("/v v must be a string");
    assertThat(Try.type(JsonForm.PLAIN, "['float','double']").value("1e300")).isEqualTo(1e300);
  }

  @Test
  void severalBranchesOfObjectsAreToldApartByTheirName() throws Exception {
    String type =
        "['null',{'type':'record','name':'A','fields':[{'name':'x','type':'int'}]},"
            + "{'type':'map','values':'int'},'string']";
    Try it = Try.type(JsonForm.PLAIN, type);
    assertThat(it.value("{'n.A':{'x':1}}")).hasToString("{\"x\": 1}");
    assertThat(it.value("{'map':{'x':1}}").toString()).isEqualTo("{x=1}");
    assertThat(it.value("'s'")).hasToString("s");
    assertThat(it.fault("{'v':{'n.A':{'x':'y'}}}"))
        .isEqualTo("/v/n.A/x x must be a whole number of 32 bits");
    for (String value :
        List.of("{}", "{'A':{'x':1}}", "{'x':1}", "{'n.A':{'x':1},'map':{}}", "{'string':'s'}")) {
      assertThat(it.fault("{'v':" + value + "}"))
          .as(value)
          .isEqualTo("/v v must be a JSON object of one field, named n.A, map");
    }
  }

  @Test
  void avrosFormTagsAllBranchesButNull() throws Exception {
    Try it = Try.type(JsonForm.AVRO, "['string','null',{'type':'array','items':'int'}]");
    assertThat(it.value("null")).isNull();
    assertThat(it.value("{'string':'s'}")).hasToString("s");
    assertThat(it.value("{'array':[1]}")).isEqualTo(List.of(1));
    for (String value :
        List.of("'s'", "[1]", "{}", "{'null':null}", "{'int':1}", "{'string':'s','array':[]}")) {
      assertThat(it.fault("{'v':" + value + "}"))
          .as(value)
          .isEqualTo("/v v must be null or a JSON object of one field, named string, array");
    }
    assertThat(it.fault("{'v':{'string':1}}")).isEqualTo("/v/string a value in v must be a string");
  }

  @Test
  void aFieldMayBeRequiredByTheValueOfItsSibling() throws Exception {
    String state = "{'name':'s','type':{'type':'enum','name':'S','symbols':['A','B','C']}";
    String value = "{'name':'v','type':'int','default':1,'x-required-when':{'s':['B','C']}}";
    for (String fields : List.of(state + "}," + value, value + "," + state + ",'default':'C'}")) {
      Try it = Try.fields(fields);
      assertThat(it.read("{'s':'A'}").get("v")).isEqualTo(1);
      assertThat(it.read("{'v':2,'s':'B'}").get("v")).isEqualTo(2);
      assertThat(it.fault("{'s':'B'}")).isEqualTo("/v v is missing");
      assertThat(it.fault("{'s':'C'}")).isEqualTo("/v v is missing");
    }
    assertThat(Try.fields(value + "," + state + ",'default':'C'}").fault("{}"))
        .as("a default counts too")
        .isEqualTo("/v v is missing");
    Try text =
        Try.fields(
            "{'name':'k','type':['null','string'],'default':null},"
                + "{'name':'w','type':['null','int'],'default':null,'x-required-when':{'k':'on'}}");
    assertThat(text.fault("{}")).isNull();
    assertThat(text.fault("{'k':'off'}")).isNull();
    assertThat(text.fault("{'k':'on'}")).isEqualTo("/w w is missing");
    assertThat(text.fault("{'k':'on','w':null}")).as("null is a value").isNull();
  }

  @Test
  void aSiblingThatIsMissingHasNoValueOfAnEarlierEvent() throws Exception {
    Try it =
        Try.fields(
            "{'name':'t','type':'string','default':''},{'name':'v','type':'int','default':1,"
                + "'x-required-when':{'s':'B'}},{'name':'s','type':'string'}");
    String large = "x".repeat(2 << 20);
    assertThat(it.fault("{'t':'" + large + "','v':1,'s':'B'}")).isNull();
    assertThat(it.fault("{}")).isEqualTo("/s s is missing");
    assertThat(it.fault("{'v':1,'s':'B'}")).isNull();
    assertThat(it.fault("{}")).isEqualTo("/s s is missing");
  }

  @Test
  void lengthsAreCountedInCharacters() throws Exception {
    String face = "\ud83d\ude00";
    Try it = Try.fields("{'name':'v','type':['null','string'],'x-min-length':2,'x-max-length':3}");
    for (String good : List.of("ab", "abc", face + face, face.repeat(3), "a" + face)) {
      assertThat(it.value("'" + good + "'")).hasToString(good);
    }
    for (String bad : List.of("", "a", face, "abcd", face.repeat(4))) {
      assertThat(it.fault("{'v':'" + bad + "'}")).isEqualTo("/v v must have 2 to 3 characters");
    }
    assertThat(it.value("null")).isNull();
  }

  @Test
  void theEnvelopeFillsWhatSaysSo() throws Exception {
    Try it =
        Try.fields(
            "{'name':'r','type':['null','string'],'x-reactive':'request-id'},"
                + "{'name':'e','type':'string','x-reactive':'event-id'},"
                + "{'name':'x','type':'int','default':1},"
                + "{'name':'at','type':{'type':'long','logicalType':'timestamp-micros'},"
                + "'x-reactive':'received-at'},"
                + "{'name':'p','type':'string','default':'none','x-reactive':'traceparent'},"
                + "{'name':'s','type':['string','null'],'x-reactive':'tracestate'}");
    GenericRecord none = it.read("{}", Envelopes.empty());
    assertThat(none.toString())
        .contains("\"e\": \"e1\", \"x\": 1")
        .endsWith("\"p\": \"none\", \"s\": null}");
    assertThat(none.get("r")).hasToString(Envelopes.REQUEST_ID);
    assertThat(none.get("at")).isEqualTo(Envelopes.RECEIVED_MILLIS * 1_000);
    GenericRecord traced =
        it.read("{'x':2}", Envelopes.of("e", 0, Envelopes.TRACEPARENT, "a=\u00e4", Map.of()));
    assertThat(traced.get("p")).hasToString(Envelopes.TRACEPARENT);
    assertThat(traced.get("s")).hasToString("a=\u00e4");
    assertThat(it.fault("{'e':'mine'}")).isEqualTo("/e e is set by the gateway");
  }

  @Test
  void whatTheGatewayFillsIsRefusedInTheSchemasOrderToo() throws Exception {
    Try it =
        Try.fields(
            "{'name':'e','type':'string','x-reactive':'event-id'},"
                + "{'name':'x','type':'int','default':1},"
                + "{'name':'at','type':'long','x-reactive':'received-at'},"
                + "{'name':'in','default':[],'type':{'type':'array','items':{"
                + "'type':'record','name':'In','fields':["
                + "{'name':'e','type':'string','x-reactive':'event-id'},"
                + "{'name':'of','type':['null',{'type':'map','values':'In'}],'default':null}]}}},"
                + "{'name':'t','type':['null','string'],'x-reactive':'traceparent'}");
    assertThat(it.fault("{'e':'e1','x':1}")).isEqualTo("/e e is set by the gateway");
    assertThat(it.fault("{'x':1,'at':5}")).isEqualTo("/at at is set by the gateway");
    assertThat(it.fault("{'at':{}}")).isEqualTo("/at at is set by the gateway");
    assertThat(it.fault("{'x':1,'t':null}")).isEqualTo("/t t is set by the gateway");
    assertThat(it.fault("{'in':[{},{'e':'e1'}]}")).isEqualTo("/in/1/e e is set by the gateway");
    assertThat(it.fault("{'in':[{'of':{'k':{'e':''}}}]}"))
        .isEqualTo("/in/0/of/k/e e is set by the gateway");
    assertThat(it.fault("{'e':'e1','x':1")).startsWith("400 ");
    assertThat(it.fault("{'x':1,'in':[{'of':{'k':{}}}]}")).isNull();
  }

  @Test
  void thePathFillsAndMustAgree() throws Exception {
    String fields =
        "{'name':'a','type':['null','string'],'default':null,'x-max-length':3},"
            + "{'name':'b','type':'string'}";
    Try it = Try.fields(JsonForm.PLAIN, List.of(), List.of("a", "b"), fields);
    assertThat(it.read("{}", Envelopes.of(Map.of("a", "1", "b", "2"))).toString())
        .isEqualTo("{\"a\": \"1\", \"b\": \"2\"}");
    assertThat(it.read("{'b':'2'}", Envelopes.empty()).toString())
        .isEqualTo("{\"a\": null, \"b\": \"2\"}");
    assertThat(it.fault("{}", Envelopes.empty())).isEqualTo("/b b is missing");
    assertThat(it.fault("{'b':'2','a':'1'}", Envelopes.of(Map.of("a", "1", "b", "2")))).isNull();
    assertThat(it.fault("{'b':'3'}", Envelopes.of(Map.of("b", "2"))))
        .isEqualTo("/b b differs from the one in the path");
    assertThat(it.fault("{'a':null,'b':'2'}", Envelopes.of(Map.of("a", "1"))))
        .isEqualTo("/a a differs from the one in the path");
    assertThat(it.fault("{'b':'2'}", Envelopes.of(Map.of("a", "1234"))))
        .isEqualTo("/a a must have at most 3 characters");
  }

  @Test
  void theKeyIsTheFirstFieldThatIsThereAndNotEmpty() throws Exception {
    String fields =
        "{'name':'last','type':'string','default':''},"
            + "{'name':'o','type':['null',{'type':'record','name':'O','fields':["
            + "{'name':'id','type':['null','long'],'default':null},"
            + "{'name':'o','type':['null','O'],'default':null}]}],'default':null},"
            + "{'name':'k','type':{'type':'enum','name':'K','symbols':['P','Q']},'default':'Q'}";
    Try it = Try.fields(JsonForm.PLAIN, List.of("o.id", "last", "k"), List.of(), fields);
    assertThat(keyOf(it, "{'o':{'id':-12345678901},'last':'x'}")).isEqualTo("-12345678901");
    assertThat(keyOf(it, "{'last':'\u00e4','o':{'id':null}}")).isEqualTo("\u00e4");
    assertThat(keyOf(it, "{'last':'','o':{'o':{'id':5}}}")).isEqualTo("Q");
    assertThat(keyOf(it, "{'k':'P'}")).isEqualTo("P");
    Try none = Try.fields(JsonForm.PLAIN, List.of("last"), List.of(), fields);
    assertThat(keyOf(none, "{'last':'x'}")).isEqualTo("x");
    assertThat(keyOf(none, "{}")).isNull();
    assertThat(none.fault("{'last':1}")).isNotNull();
    assertThat(none.key()).as("after a fault").isNull();
  }

  private static String keyOf(Try it, String json) throws InvalidEventException {
    it.read(json);
    return it.key();
  }
}
