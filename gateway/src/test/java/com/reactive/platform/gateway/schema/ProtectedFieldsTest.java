package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.util.JsonFormat;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.privacy.HashKeyFile;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoDescriptors;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Values that are not in the record as they were sent. */
class ProtectedFieldsTest {
  private static final String HASH = "'x-hash':'hmac-sha256'";
  private static final byte[] SECRET = "0123456789abcdef0123456789abcdef".getBytes(UTF_8);

  @TempDir Path dir;

  private TranscoderPlan plan(Schema schema, String... keys) throws Exception {
    Path file =
        Files.writeString(dir.resolve("key"), "k1 " + HexFormat.of().formatHex(SECRET) + "\n");
    return TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(keys), List.of())
        .withHashKey(new HashKeyFile(file));
  }

  private static String pseudonym(String value) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
    return "k1:" + HexFormat.of().formatHex(mac.doFinal(value.getBytes(UTF_8)));
  }

  private static GenericRecord read(Schema schema, Transcoder transcoder, byte[] body)
      throws Exception {
    transcoder.transcode(body, 0, body.length, Envelopes.empty());
    var decoder =
        DecoderFactory.get().binaryDecoder(transcoder.buffer(), 0, transcoder.length(), null);
    GenericRecord record = new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    assertThat(decoder.isEnd()).isTrue();
    return record;
  }

  private GenericRecord read(String fields, String json) throws Exception {
    Schema schema = Try.schema(fields);
    return read(schema, plan(schema).newTranscoder(), json.replace('\'', '"').getBytes(UTF_8));
  }

  @Test
  void aHashedStringIsItsPseudonymWhereverItLies() throws Exception {
    String fields =
        "{'name':'before','type':'int','default':0},"
            + "{'name':'mail','type':'string',"
            + HASH
            + "},"
            + "{'name':'phone','type':['null','string'],'default':null,"
            + HASH
            + "},"
            + "{'name':'list','default':[],'type':{'type':'array','items':{"
            + "'type':'record','name':'P','fields':["
            + "{'name':'n','type':'int'},{'name':'ip','type':['string','null'],"
            + HASH
            + "}]}}},"
            + "{'name':'after','type':'string','default':''}";
    String long300 = "\u00fc".repeat(300);
    for (String json :
        List.of(
            "{'before':7,'mail':'a@b','phone':'"
                + long300
                + "',"
                + "'list':[{'n':1,'ip':'::1'},{'n':2,'ip':null}],'after':'z'}",
            "{'after':'z','list':[{'ip':'::1','n':1},{'ip':null,'n':2}],"
                + "'phone':'"
                + long300
                + "','mail':'a@b','before':7}")) {
      assertThat(read(fields, json).toString())
          .isEqualTo(
              "{\"before\": 7, \"mail\": \"%s\", \"phone\": \"%s\", \"list\": [{\"n\": 1, \"ip\": \"%s\"}, {\"n\": 2, \"ip\": null}], \"after\": \"z\"}"
                  .formatted(pseudonym("a@b"), pseudonym(long300), pseudonym("::1")));
    }
    assertThat(read(fields, "{'mail':''}").toString())
        .as("nothing and the empty string are no secrets")
        .startsWith("{\"before\": 0, \"mail\": \"\", \"phone\": null, ");
  }

  @Test
  void aDroppedFieldIsCheckedAndLeftToItsDefault() throws Exception {
    String fields =
        "{'name':'name','type':'string','default':'?','x-drop':true,'x-max-length':5},"
            + "{'name':'n','type':'int'},"
            + "{'name':'home','type':['null',{'type':'record','name':'H','fields':["
            + "{'name':'street','type':'string'}]}],'default':null,'x-drop':true}";
    String kept = "{\"name\": \"?\", \"n\": 1, \"home\": null}";
    assertThat(read(fields, "{'name':'Ada','n':1,'home':{'street':'S'}}")).hasToString(kept);
    assertThat(read(fields, "{'home':{'street':'S'},'n':1,'name':'Ada'}")).hasToString(kept);
    assertThat(read(fields, "{'n':1}")).hasToString(kept);
    assertThatThrownBy(() -> read(fields, "{'n':1,'name':'too long'}"))
        .hasMessage("name must have at most 5 characters");
    assertThatThrownBy(() -> read(fields, "{'n':1,'home':{}}")).hasMessage("street is missing");
  }

  @Test
  void aFaultWithinAProtectedValueDoesNotQuoteIt() {
    String fields =
        "{'name':'m','type':{'type':'map','values':'int'},'default':{},'x-drop':true},"
            + "{'name':'r','type':['null',{'type':'record','name':'H','fields':["
            + "{'name':'m','type':{'type':'map','values':'int'},'default':{},'x-drop':true}]}],"
            + "'default':null}";
    for (String body : List.of("{'m':{'secret':'x'}}", "{'r':{'m':{'secret':'x'}}}")) {
      InvalidEventException fault =
          catchThrowableOfType(InvalidEventException.class, () -> read(fields, body));
      assertThat(fault.pointer()).isEqualTo(body.contains("'r'") ? "/r/m" : "/m");
      assertThat(fault).hasMessage("m does not match its type");
    }
    assertThatThrownBy(() -> read(fields, "{'m':7}")).hasMessage("m must be a JSON object");
  }

  @Test
  void theRecordKeyIsThePseudonym() throws Exception {
    Schema schema =
        Try.schema(
            "{'name':'mail','type':['null','string'],'default':null,"
                + HASH
                + "},"
                + "{'name':'n','type':'int'}");
    Transcoder transcoder = plan(schema, "mail", "n").newTranscoder();
    read(schema, transcoder, "{\"n\":1,\"mail\":\"a@b\"}".getBytes(UTF_8));
    assertThat(transcoder.key()).asString(UTF_8).isEqualTo(pseudonym("a@b"));
    read(schema, transcoder, "{\"n\":1,\"mail\":\"\"}".getBytes(UTF_8));
    assertThat(transcoder.key()).asString(UTF_8).isEqualTo("1");
  }

  @Test
  void protobufIsProtectedAsJsonIs() throws Exception {
    Schema schema =
        Try.schema(
            "{'name':'mail','type':['null','string'],'default':null,"
                + HASH
                + "},"
                + "{'name':'name','type':'string','default':'?','x-drop':true},"
                + "{'name':'n','type':'int'}");
    ProtoFile file = ProtoFileBuilder.of("s", schema, FieldNumbers.NONE);
    Transcoder transcoder =
        plan(schema).withProtobuf(file, false).newTranscoder(BodyFormat.PROTOBUF);
    DynamicMessage.Builder message =
        DynamicMessage.newBuilder(
            ProtoDescriptors.of(file).findMessageTypeByName(file.root().name()));
    JsonFormat.parser().merge("{\"n\":1,\"name\":\"Ada\",\"mail\":\"a@b\"}", message);
    assertThat(read(schema, transcoder, message.build().toByteArray()))
        .hasToString("{\"mail\": \"%s\", \"name\": \"?\", \"n\": 1}".formatted(pseudonym("a@b")));
  }

  @Test
  void withoutAKeyNothingIsWritten() throws Exception {
    TranscoderPlan plan =
        TranscoderPlan.compile(
            Try.schema("{'name':'v','type':'string'," + HASH + "}"),
            JsonForm.PLAIN,
            List.of(),
            List.of());
    assertThatThrownBy(plan::newTranscoder).isInstanceOf(IllegalStateException.class);
  }
}
