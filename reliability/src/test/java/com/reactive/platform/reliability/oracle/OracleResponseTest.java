package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OracleResponseTest {
  private static final String ID = "o1";

  private static OracleResponse read(int status, String body) {
    byte[] bytes = ("head" + body + "rest").getBytes(StandardCharsets.UTF_8);
    OracleFields fields = OracleFields.json(bytes, 4, bytes.length - 8);
    return OracleResponse.of(status, fields, ID, "events");
  }

  @Test
  void aCreatedNamesThePlace() {
    assertThat(
            read(
                201,
                "{\"requestId\":\"r\",\"eventId\":\"o1\",\"topic\":\"events\",\"partition\":3,\"offset\":4000000000}"))
        .isEqualTo(new OracleResponse(201, ResponseNote.PLAIN, 3, 4_000_000_000L, 0));
  }

  @Test
  void aCreatedWithoutItsPlaceOrElsewhereIsGarbled() {
    assertThat(read(201, "{\"eventId\":\"o1\"}").note()).isEqualTo(ResponseNote.GARBLED);
    assertThat(read(201, "").note()).isEqualTo(ResponseNote.GARBLED);
    assertThat(read(201, "{\"eventId\":").note()).isEqualTo(ResponseNote.GARBLED);
    assertThat(
            read(201, "{\"eventId\":\"o1\",\"topic\":\"x\",\"partition\":3,\"offset\":4}").note())
        .isEqualTo(ResponseNote.GARBLED);
  }

  @Test
  void aResponseForAnotherEventIsSwappedWhateverItsStatus() {
    for (int status : new int[] {201, 202, 503, 504}) {
      assertThat(read(status, "{\"eventId\":\"o2\"}").note()).isEqualTo(ResponseNote.SWAPPED);
    }
  }

  @Test
  void aSpooledIsToldFromAnAccepted() {
    assertThat(read(202, "{\"eventId\":\"o1\",\"spooled\":true}").note())
        .isEqualTo(ResponseNote.SPOOLED);
    assertThat(read(202, "{\"eventId\":\"o1\"}").note()).isEqualTo(ResponseNote.PLAIN);
  }

  @Test
  void aReplayIsOfASuccessThatIsComplete() {
    String placed = "{\"eventId\":\"o1\",\"topic\":\"events\",\"partition\":3,\"offset\":4}";
    assertThat(read(201, placed).with(true, 0).note()).isEqualTo(ResponseNote.REPLAYED);
    assertThat(read(201, placed).with(false, 0).note()).isEqualTo(ResponseNote.PLAIN);
    assertThat(read(201, "").with(true, 0).note()).isEqualTo(ResponseNote.GARBLED);
    assertThat(read(503, "").with(false, 1_000).retryAfterMillis()).isEqualTo(1_000);
  }

  @Test
  void whatAClientSendsAgainHasNoFinalOutcome() {
    for (int status : new int[] {0, 408, 409, 429, 500, 502, 503, 504}) {
      assertThat(OracleResponse.isFinal(status, ResponseNote.PLAIN)).as("%d", status).isFalse();
    }
    for (int status : new int[] {200, 201, 202, 400, 404, 410, 413, 422}) {
      assertThat(OracleResponse.isFinal(status, ResponseNote.PLAIN)).as("%d", status).isTrue();
    }
    assertThat(OracleResponse.isFinal(0, ResponseNote.GARBLED)).isTrue();
  }

  @Test
  void aRefusalNeedsNoBody() {
    assertThat(read(503, "").note()).isEqualTo(ResponseNote.PLAIN);
    assertThat(read(400, "<html>").note()).isEqualTo(ResponseNote.PLAIN);
  }
}
