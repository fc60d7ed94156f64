package com.reactive.platform.kafka.benchmark.subject.http;

import static com.reactive.platform.kafka.benchmark.subject.http.ScriptedServer.response;
import static com.reactive.platform.kafka.benchmark.subject.http.ScriptedServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.subject.CounterMessages;
import com.reactive.platform.kafka.benchmark.subject.CountingOutcomes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HttpSessionTest {
  private static final MessageFormat FORMAT = new MessageFormat(0x1234, 200, Payload.RANDOM);
  private static final String BODY = "{\"requestId\":\"1\"}";

  private final CountingOutcomes outcomes = new CountingOutcomes();
  private final UnexpectedResponses unexpectedResponses = new UnexpectedResponses();

  @Test
  void everyMessageIsPostedOnceAndAcknowledged() throws IOException {
    drive(
        4,
        500,
        (number, body, out) -> {
          write(out, response(201, BODY));
          return true;
        },
        server -> {
          assertThat(outcomes.acked).hasSize(500);
          assertThat(server.bodies()).containsExactlyInAnyOrderElementsOf(bodies(500));
        });
  }

  @Test
  void aResponseMayComeByteByByte() throws IOException {
    drive(
        2,
        20,
        (number, body, out) -> {
          for (char c : response(201, BODY).toCharArray()) {
            out.write(c);
            out.flush();
          }
          return true;
        },
        server -> assertThat(outcomes.acked).hasSize(20));
  }

  @Test
  void theStatusSaysWhatBecameOfIt() throws IOException {
    int[] statuses = {201, 503, 429, 504, 422, 201, 502};
    drive(
        1,
        statuses.length,
        (number, body, out) -> {
          write(out, response(statuses[number], number == 5 ? "hello" : BODY + number));
          return true;
        },
        server -> {
          assertThat(outcomes.acked).containsExactly(0L);
          assertThat(outcomes.notWritten).containsExactlyInAnyOrder(1L, 2L, 4L);
          assertThat(outcomes.unknown).containsExactlyInAnyOrder(3L, 5L, 6L);
          assertThat(unexpectedResponses.sentences())
              .contains("1 x status 422, first: " + BODY + "4")
              .anyMatch(s -> s.matches("1 x status 201 with a body .* first: hello"));
        });
  }

  @Test
  void aLostConnectionIsMadeAgainAndItsRequestUnknown() throws IOException {
    drive(
        3,
        200,
        (number, body, out) -> {
          if (number % 50 == 20) {
            write(out, "HTTP/1.1 201 X\r\n");
            return false;
          }
          write(out, response(201, BODY));
          return true;
        },
        server -> {
          assertThat(outcomes.unknown).hasSize(4);
          assertThat(outcomes.acked).hasSize(196);
          assertThat(unexpectedResponses.sentences()).anyMatch(s -> s.contains("connection lost"));
        });
  }

  @Test
  void aServerMayCloseAfterEachAnswer() throws IOException {
    drive(
        2,
        100,
        (number, body, out) -> {
          write(out, response(201, BODY).replace("Server: s", "Connection: Close"));
          return false;
        },
        server -> {
          assertThat(outcomes.acked).hasSize(100);
          assertThat(unexpectedResponses.sentences()).isEmpty();
        });
  }

  @Test
  void whatCannotBeUnderstoodIsSaidInOneSentence() throws IOException {
    assertRefused(
        "HTTP/1.1 201 X\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "Transfer-Encoding");
    assertRefused("HTTP/1.1 201 X\r\nServer: s\r\n\r\n", "no Content-Length");
    assertRefused("HTTP/1.1 201 X\r\nContent-Length: 1x\r\n\r\n", "is no number");
    assertRefused("HTTP/1.1 201 X\nContent-Length: 0\n\n", "CRLF");
    assertRefused("HTTP/1.1 100 Continue\r\n\r\n", "interim");
    assertRefused("FTP/1.1 201 X\r\n\r\n", "status line");
    assertRefused(response(201, BODY) + response(201, BODY), "more than one");
    assertRefused("HTTP/1.1 201 X\r\nContent-Length: 70000\r\n\r\n", "longer than 65536");
  }

  @Test
  void aServerThatIsGoneIsGivenUp() throws IOException {
    ScriptedServer server =
        new ScriptedServer(
            (number, body, out) -> {
              write(out, response(201, BODY));
              return true;
            });
    try (HttpSession session = session(server, 2)) {
      SessionDriver.send(session, 10, outcomes);
      server.close();
      assertThatThrownBy(() -> SessionDriver.send(session, 1_000, outcomes))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("takes no connections any more");
    }
    assertThatThrownBy(() -> session(server, 2))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("connection 1 of 2 to ");
  }

  private interface Then {
    void check(ScriptedServer server);
  }

  private void drive(int connections, int count, ScriptedServer.Script script, Then then)
      throws IOException {
    try (ScriptedServer server = new ScriptedServer(script);
        HttpSession session = session(server, connections)) {
      SessionDriver.send(session, count, outcomes);
      then.check(server);
    }
  }

  private void assertRefused(String response, String why) throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(
                (number, body, out) -> {
                  write(out, response);
                  return true;
                });
        HttpSession session = session(server, 1)) {
      assertThatThrownBy(() -> SessionDriver.send(session, 1, new CountingOutcomes()))
          .as(why)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("cannot be understood")
          .hasMessageContaining(why);
    }
  }

  private HttpSession session(ScriptedServer server, int connections) throws IOException {
    HttpEndpoint endpoint = HttpEndpoint.counter(server.address(), 201);
    return new HttpSession(
        endpoint, new SessionContext(7, connections, FORMAT, outcomes), unexpectedResponses);
  }

  private static Set<String> bodies(int count) {
    CounterMessages messages = new CounterMessages(FORMAT, 7);
    byte[] body = new byte[messages.bytes()];
    Set<String> bodies = new HashSet<>();
    for (int i = 0; i < count; i++) {
      messages.write(body, 0, i);
      bodies.add(new String(body, StandardCharsets.US_ASCII));
    }
    return bodies;
  }
}
