package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.protobuf.ProtoMessage;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules by which a schema becomes a .proto, and that its numbers stay. */
class ProtoFileTest {
  private static final long SEED = Long.getLong("seed", 20_261_123L);
  private static final int RANDOM_SCHEMAS = 200;
  private static final Path EXAMPLES = Path.of("../examples");

  private final Random random = new Random(SEED);

  private static ProtoFile of(String fields) {
    return ProtoFileBuilder.of("s", Try.schema(fields), FieldNumbers.NONE);
  }

  private static String body(String fields) {
    String text = ProtoText.of(of(fields));
    return text.substring(text.indexOf("message R"));
  }

  @Test
  void scalarsHavePresence() {
    assertThat(body("{'name':'a','type':'int'},{'name':'b','type':['null','string']}"))
        .isEqualTo(
            """
            message R {
              // Required.
              optional int32 a = 1;
              optional string b = 2;
            }
            """);
  }

  @Test
  void ofDefaultsTheReaderIsTold() {
    assertThat(body("{'name':'a','type':'long','default':7},{'name':'b','doc':'B.','type':'int'}"))
        .contains("  // Default: 7\n  optional int64 a = 1;\n  // B.\n  // Required.\n  optional");
  }

  @Test
  void whatTheGatewayFillsAndWhatIsNullHasNoField() {
    String fields =
        "{'name':'e','type':'string','x-reactive':'event-id'},{'name':'n','type':'null'},"
            + "{'name':'a','type':'string'}";
    assertThat(body(fields))
        .isEqualTo("message R {\n  // Required.\n  optional string a = 1;\n}\n");
  }

  @Test
  void nullHasAFieldWhereLeavingOutMeansSomethingElse() {
    assertThat(body("{'name':'a','type':['string','null'],'default':'x'}"))
        .contains(
            "  oneof a {\n    string a_string = 1;\n    google.protobuf.NullValue a_null = 2;\n");
  }

  @Test
  void unionsAreOneofsAndListsInThemAreWrapped() {
    assertThat(body("{'name':'u','type':['null','long',{'type':'array','items':'int'}]}"))
        .isEqualTo(
            """
            message R {
              oneof u {
                int64 u_long = 1;
                RUArray u_array = 2;
              }
            }

            message RUArray {
              repeated int32 value = 1;
            }
            """);
  }

  @Test
  void whatProtobufCannotNestIsWrapped() {
    String matrix = "{'type':'array','items':{'type':'array','items':['null','string']}}";
    assertThat(body("{'name':'m','type':" + matrix + "}"))
        .isEqualTo(
            """
            message R {
              repeated RMItem m = 1;
            }

            message RMItem {
              repeated RMItemItem value = 1;
            }

            message RMItemItem {
              optional string value = 1;
            }
            """);
  }

  @Test
  void aListThatMayBeNullIsWrappedTwiceWhereItIsAnElement() {
    String list = "['null',{'type':'array','items':'int'}]";
    assertThat(body("{'name':'m','type':{'type':'array','items':" + list + "}}"))
        .isEqualTo(
            """
            message R {
              repeated RMItem m = 1;
            }

            message RMItem {
              optional RMItemArray value = 1;
            }

            message RMItemArray {
              repeated int32 value = 1;
            }
            """);
  }

  @Test
  void aListWithADefaultCanBeLeftOutOrEmpty() {
    String list = "{'type':'array','items':'int'}";
    assertThat(body("{'name':'a','type':" + list + ",'default':[1]}"))
        .contains("  // Has a default.\n  optional RA a = 1;\n");
    assertThat(body("{'name':'a','type':" + list + ",'default':[]}"))
        .contains("  repeated int32 a = 1;\n");
  }

  @Test
  void enumsBeginWithAValueForNone() {
    String type = "{'type':'enum','name':'PayState','symbols':['NEW','new','UNSPECIFIED','soFar']}";
    assertThat(body("{'name':'e','type':" + type + "}"))
        .contains(
            """
            enum PayState {
              PAY_STATE_UNSPECIFIED = 0;
              PAY_STATE_NEW = 1;
              PAY_STATE_NEW_2 = 2;
              PAY_STATE_UNSPECIFIED_3 = 3;
              PAY_STATE_SO_FAR = 4;
            }
            """);
  }

  @Test
  void namesThatWouldClashGetTheirNumber() {
    assertThat(body("{'name':'aB','type':'int'},{'name':'a_b','type':'int'}"))
        .contains(" aB = 1;")
        .contains(" a_b_2 = 2;");
    String other = "{'type':'record','name':'R','namespace':'other','fields':[]}";
    String string = "{'type':'record','name':'string','fields':[]}";
    assertThat(body("{'name':'a','type':" + other + "},{'name':'b','type':" + string + "}"))
        .contains("optional other_R a = 1;")
        .contains("optional n_string b = 2;");
  }

  @Test
  void aNewFieldTakesTheNextNumberWhereverItStands() {
    FieldNumbers before = of("{'name':'a','type':'int'},{'name':'b','type':'int'}").numbers();
    Schema schema =
        Try.schema("{'name':'x','type':'int'},{'name':'b','type':'int'},{'name':'a','type':'int'}");
    assertThat(ProtoText.of(ProtoFileBuilder.of("s", schema, before)))
        .contains("int32 x = 3;")
        .contains("int32 b = 2;")
        .contains("int32 a = 1;");
  }

  @Test
  void aNumberIsReservedWhenItsFieldIsGoneOrHasAnotherType() {
    FieldNumbers before = of("{'name':'a','type':'int'},{'name':'b','type':'int'}").numbers();
    ProtoFile after = ProtoFileBuilder.of("s", Try.schema("{'name':'b','type':'string'}"), before);
    assertThat(ProtoText.of(after))
        .contains("  reserved 1, 2;\n  reserved \"a\";\n")
        .contains("string b = 3;");
    ProtoFile back =
        ProtoFileBuilder.of("s", Try.schema("{'name':'a','type':'int'}"), after.numbers());
    assertThat(ProtoText.of(back)).contains("int32 a = 1;").contains("reserved 2, 3;");
  }

  @Test
  void anIntThatBecomesALongKeepsItsNumber() {
    FieldNumbers before = of("{'name':'a','type':'int'}").numbers();
    ProtoFile after = ProtoFileBuilder.of("s", Try.schema("{'name':'a','type':'long'}"), before);
    assertThat(ProtoText.of(after)).contains("int64 a = 1;").doesNotContain("reserved");
  }

  @Test
  void anIntAndALongOfOneUnionHaveANumberEach() {
    ProtoFile file = of("{'name':'a','type':['int','long']}");
    assertThat(ProtoText.of(file)).contains("int32 a_int = 1;").contains("int64 a_long = 2;");
    FieldNumbers before = of("{'name':'a','type':['null','int']}").numbers();
    for (String union : List.of("['null','int','long']", "['long','int','null']")) {
      Schema wider = Try.schema("{'name':'a','type':" + union + "}");
      ProtoFile after = ProtoFileBuilder.of("s", wider, before);
      assertThat(ProtoText.of(after)).contains("int32 a_int = 1;").contains("int64 a_long = 2;");
      assertThat(ProtoFileBuilder.of("s", wider, after.numbers()).provisional()).isFalse();
    }
  }

  @Test
  void aUnionThatGrowsKeepsTheNumberOfItsFirstBranch() {
    FieldNumbers before = of("{'name':'a','type':['null','string']}").numbers();
    Schema wider = Try.schema("{'name':'a','type':['null','int','string']}");
    assertThat(ProtoText.of(ProtoFileBuilder.of("s", wider, before)))
        .contains("string a_string = 1;")
        .contains("int32 a_int = 2;");
  }

  @Test
  void aRecordThatWasAnEnumForAWhileHasItsNumbersAgain() {
    String field = "{'name':'x','type':{'type':'record','name':'X','fields':[%s]}}";
    String a = "{'name':'a','type':'int'}";
    String b = "{'name':'b','type':'int'}";
    FieldNumbers first = of(field.formatted(a + "," + b)).numbers();
    String type = "{'name':'x','type':{'type':'enum','name':'X','symbols':['A']}}";
    FieldNumbers second = ProtoFileBuilder.of("s", Try.schema(type), first).numbers();
    FieldNumbers read = FieldNumbers.parse(second.text());
    Schema again = Try.schema(field.formatted(b + "," + a));
    assertThat(ProtoText.of(ProtoFileBuilder.of("s", again, read)))
        .contains("X x = 1;")
        .contains("int32 a = 1;")
        .contains("int32 b = 2;");
  }

  @Test
  void aRemovedSymbolIsReserved() {
    String enumeration = "{'name':'e','type':{'type':'enum','name':'E','symbols':[%s]}}";
    FieldNumbers before = of(enumeration.formatted("'A','B'")).numbers();
    Schema after = Try.schema(enumeration.formatted("'C','B'"));
    assertThat(ProtoText.of(ProtoFileBuilder.of("s", after, before)))
        .contains("  reserved 1;\n  reserved \"E_A\";\n  E_UNSPECIFIED = 0;\n  E_C = 3;\n");
  }

  /** Whatever is added, removed and moved: no number ever means two things. */
  @Test
  void noNumberIsGivenTwice() {
    RandomSchemas schemas = new RandomSchemas(random, true);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      Schema whole = schemas.next();
      FieldNumbers numbers = FieldNumbers.NONE;
      TreeMap<String, String> meanings = new TreeMap<>();
      for (int change = 0; change < 4; change++) {
        ProtoFile file = ProtoFileBuilder.of("s", someFieldsOf(whole), numbers);
        for (ProtoMessage message : file.messages()) {
          message.members().forEach(m -> m.fields().forEach(f -> meet(meanings, message, f)));
        }
        numbers = FieldNumbers.parse(file.numbers().text());
        assertThat(numbers).as("seed " + SEED).isEqualTo(file.numbers());
      }
    }
  }

  private static void meet(
      Map<String, String> meanings, ProtoMessage message, ProtoMessage.Field f) {
    String meaning = f.schema().getFullName() + " " + f.type().name();
    String known = meanings.putIfAbsent(message.name() + " " + f.number(), meaning);
    assertThat(known == null ? meaning : known).as("seed " + SEED).isEqualTo(meaning);
  }

  private Schema someFieldsOf(Schema record) {
    List<Schema.Field> fields = new ArrayList<>();
    for (Schema.Field field : record.getFields()) {
      if (random.nextInt(3) > 0) {
        fields.add(new Schema.Field(field, field.schema()));
      }
    }
    Collections.shuffle(fields, random);
    return Schema.createRecord(record.getName(), null, record.getNamespace(), false, fields);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1 a int int32",
        "message n.R R\n  0 a int int32",
        "message n.R R\n  19000 a int int32",
        "message n.R R\n  1 a int",
        "message n.R R\n  1 a int int32\n  1 b int int32",
        "message n.R R\nmessage n.R S",
        "message n.R R\nenum n.S R",
        "message n.R",
        "enum n.E E\n  x A"
      })
  void aBrokenFileIsRefusedByItsLine(String text) {
    int lines = (int) text.lines().count();
    assertThatThrownBy(() -> FieldNumbers.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line " + lines + ": ");
  }

  @Test
  void protocMakesTheSameDescriptorOfTheText() throws Exception {
    List<ProtoFile> files = new ArrayList<>();
    files.add(ProtoFileBuilder.of("counter", StreamsConfig.counterSchema(), FieldNumbers.NONE));
    files.add(
        ProtoFileBuilder.of("everything", RandomDocumentsTest.everything(), FieldNumbers.NONE));
    files.add(ProtoFileBuilder.of("orders", orders(), ordersNumbers()));
    files.add(ProtoFileBuilder.of("7-odd", Try.schema(ODD), FieldNumbers.NONE));
    RandomSchemas schemas = new RandomSchemas(random, true);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      Schema whole = schemas.next();
      FieldNumbers before = ProtoFileBuilder.of("random-" + i, whole, FieldNumbers.NONE).numbers();
      files.add(ProtoFileBuilder.of("random-" + i, someFieldsOf(whole), before));
    }
    Protoc.assertSame(files);
  }

  /** Names that hide one another. */
  private static final String ODD =
      "{'name':'tags','type':{'type':'map','values':{'type':'record','name':'TagsEntry','fields':["
          + "{'name':'_x','type':'int'},{'name':'x','type':'int'},{'name':'__','type':'int'}]}}},"
          + "{'name':'TagsEntry','type':'int'},{'name':'google','type':{'type':'long',"
          + "'logicalType':'timestamp-millis'}},{'name':'string','type':{'type':'record','name':"
          + "'google','fields':[]}},{'name':'message','type':['string','int']},"
          + "{'name':'message_string','type':'int'},{'name':'reactive','type':'TagsEntry'},"
          + "{'name':'e','type':{'type':'enum','name':'string','symbols':['A','a','_','string']}}";

  @Test
  void theNumbersThatComeWithTheGatewayAreWhole() throws IOException {
    String text;
    try (var in = StreamsConfig.class.getResourceAsStream("/avro/counter.proto.lock")) {
      text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
    ProtoFile file =
        ProtoFileBuilder.of("counter", StreamsConfig.counterSchema(), FieldNumbers.parse(text));
    assertThat(file.numbers().text()).isEqualTo(text);
  }

  @Test
  void theExampleIsAsTheDocumentHasIt() throws IOException {
    ProtoFile file = ProtoFileBuilder.of("orders", orders(), ordersNumbers());
    assertThat(file.provisional()).isFalse();
    assertThat(Files.readString(Path.of("../docs/protobuf.md"))).contains(ProtoText.of(file));
    assertThat(ProtoDescriptors.of(file).findMessageTypeByName("Order").getFields()).hasSize(10);
  }

  private static Schema orders() throws IOException {
    return new Schema.Parser().parse(Files.readString(EXAMPLES.resolve("orders.avsc")));
  }

  private static FieldNumbers ordersNumbers() throws IOException {
    return FieldNumbers.parse(Files.readString(EXAMPLES.resolve("orders.proto.lock")));
  }
}
