package com.reactive.platform.gateway.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.limit.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiKeysTest {
  private static final ApiKey OLD = ApiKey.generate();
  private static final ApiKey NEW = ApiKey.generate();

  @TempDir private Path folder;
  private final AtomicLong nowMillis = new AtomicLong(1_800_000_000_000L);
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = folder.resolve("keys.yaml");
  }

  @Test
  void aKeyIsLongRandomAndFitForHeaders() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      ApiKey key = ApiKey.generate();
      assertThat(key.text()).matches("rk_[A-Za-z0-9_-]{43}");
      assertThat(key.sha256Hex()).matches("[0-9a-f]{64}");
      assertThat(key.toString()).doesNotContain(key.text());
      assertThat(seen.add(key.text())).isTrue();
    }
  }

  @Test
  void theDigestIsThatOfEveryOtherTool() {
    assertThat(Sha256.of("abc").hex())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(Sha256.ofHex(Sha256.of("abc").hex())).isEqualTo(Sha256.of("abc"));
  }

  @Test
  void bothLiveKeysOfOneNameAreKnownAndNoOther() throws IOException {
    ApiKeys keys =
        keys(
            "keys: [{name: mobile, sha256: ["
                + OLD.sha256Hex()
                + ", "
                + NEW.sha256Hex()
                + "], streams: [counter, orders], rate-per-second: 2.5, burst: 7,"
                + " bytes-per-second: 1000, burst-bytes: 5000}]");
    Caller mobile =
        new Caller("mobile", Set.of("counter", "orders"), new Rate(2.5, 7), new Rate(1_000, 5_000));
    assertThat(keys.verdict(OLD.text()).caller()).isEqualTo(mobile);
    assertThat(keys.verdict(NEW.text()).caller()).isEqualTo(mobile);
    for (String wrong :
        List.of("", "rk_", OLD.text() + "x", OLD.sha256Hex(), ApiKey.generate().text())) {
      assertThat(keys.verdict(wrong)).isEqualTo(ApiKeys.UNKNOWN);
    }
  }

  @Test
  void whatIsLeftOutHasItsDefault() throws IOException {
    ApiKeys keys =
        keys(
            "keys: [{name: a, sha256: "
                + OLD.sha256Hex()
                + ", streams: ['*']}, {name: b, sha256: "
                + NEW.sha256Hex()
                + ", streams: s, rate-per-second: 0.5, bytes-per-second: 10}]");
    assertThat(keys.verdict(OLD.text()).caller()).isEqualTo(new Caller("a", Set.of("*")));
    assertThat(keys.verdict(NEW.text()).caller())
        .isEqualTo(new Caller("b", Set.of("s"), new Rate(0.5, 1), new Rate(10, 10)));
  }

  @Test
  void aKeyEndsWhenItsTimeIsUp() throws IOException {
    ApiKeys keys =
        keys(
            "keys: [{name: a, streams: ['*'], not-after: 2027-01-15T08:00:01Z, sha256: "
                + OLD.sha256Hex()
                + "}]");
    nowMillis.set(1_800_000_000_999L);
    assertThat(keys.verdict(OLD.text()).caller()).isNotNull();
    nowMillis.incrementAndGet();
    assertThat(keys.verdict(OLD.text())).isEqualTo(ApiKeys.EXPIRED);
  }

  @Test
  void everyErrorOfTheFileIsToldAndNoDigest() throws IOException {
    String digest = OLD.sha256Hex();
    assertThat(
            errors(
                """
                keys:
                  - name: a
                    sha256: [%1$s, %1$s]
                    streams: ['*']
                  - name: a
                    sha256: [zz]
                    streams: []
                    rate-per-second: fast
                  - name: "with space"
                    sha256: [%2$s, %3$s, %4$s]
                    streams: ['*']
                    burst: 3
                    not-after: tomorrow
                    role: admin
                  - just text
                """
                    .formatted(
                        digest,
                        NEW.sha256Hex(),
                        ApiKey.generate().sha256Hex(),
                        ApiKey.generate().sha256Hex())))
        .noneMatch(error -> error.contains(digest))
        .extracting(error -> error.replaceFirst("; known.*", ""))
        .containsExactly(
            "keys[0].sha256: this digest occurs twice",
            "keys[1].name: 'a' is used twice",
            "keys[1].streams: must be a list with at least one value",
            "keys[1].rate-per-second: must be a number above 0",
            "keys[1].sha256: must be 64 hexadecimal digits",
            "keys[2]: has an unknown field",
            "keys[2].name: must be 1 to 128 letters, digits or any of ._@:/-",
            "keys[2].burst: has no effect without rate-per-second",
            "keys[2].not-after: must be a time such as 2027-01-01T00:00:00Z",
            "keys[2].sha256: at most two keys may be active at the same time",
            "keys[3]: must be a mapping");
  }

  @Test
  void whatIsNoSuchFileIsRefusedInOneSentence() throws IOException {
    for (String text : List.of("", "[]", "keys: 3", "keys: []\nmore: 1", "text")) {
      assertThat(errors(text))
          .containsExactly("must be a mapping with the single key 'keys', a list");
    }
    assertThat(errors("keys: [rk_secret")).containsExactly("is not YAML");
    assertThat(errors("[".repeat(20_000))).containsExactly("is not YAML");
    assertThat(errors("keys: &a [*a]")).containsExactly("is not YAML");
    Files.delete(file);
    assertThat(catchThrowableOfType(ConfigException.class, () -> ApiKeysFile.read(file)).errors())
        .singleElement()
        .asString()
        .startsWith("cannot be read: ");
  }

  @Test
  void aReloadTakesNewKeysAndABadFileLeavesTheOldOnes() throws IOException {
    ApiKeys keys = keys("keys: [{name: a, streams: ['*'], sha256: " + OLD.sha256Hex() + "}]");
    Files.writeString(file, "keys: [{name: a, streams: ['*'], sha256: zz}]");
    assertThat(catchThrowableOfType(ConfigException.class, keys::reload).errors()).hasSize(1);
    assertThat(keys.verdict(OLD.text()).caller()).isNotNull();

    Files.writeString(file, "keys: [{name: a, streams: ['*'], sha256: " + NEW.sha256Hex() + "}]");
    keys.reload();
    assertThat(keys.verdict(OLD.text())).isEqualTo(ApiKeys.UNKNOWN);
    assertThat(keys.verdict(NEW.text()).caller()).isNotNull();
  }

  private ApiKeys keys(String yaml) throws IOException {
    Files.writeString(file, yaml);
    return new ApiKeys(file, nowMillis::get);
  }

  private List<String> errors(String yaml) throws IOException {
    Files.writeString(file, yaml);
    return catchThrowableOfType(ConfigException.class, () -> ApiKeysFile.read(file)).errors();
  }
}
