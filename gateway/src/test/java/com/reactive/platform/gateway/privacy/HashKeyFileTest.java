package com.reactive.platform.gateway.privacy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of pseudonyms, and the pseudonyms that they make. */
class HashKeyFileTest {
  private static final String KEY = "0b".repeat(32);
  private static final String OPENSSL =
      "4cfee6c7cf7cfbba99b5ad81011a00e51c855ac4b86e997815ef124441546033";
  private static final String OTHER = "0c".repeat(32);

  @TempDir Path dir;

  private Path file(String text) throws IOException {
    return Files.writeString(dir.resolve("hash.key"), text);
  }

  /** By {@code printf %s mail@example.com | openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY}. */
  @Test
  void aPseudonymIsWhatOpensslMakes() throws IOException {
    HashKeyFile keys = new HashKeyFile(file("# of November\n\n 2026-11\t" + KEY + " \n"));
    byte[] pseudonym = new FieldHasher(keys).hash("mail@example.com".getBytes(UTF_8));
    assertThat(new String(pseudonym, US_ASCII)).isEqualTo("2026-11:" + OPENSSL);
  }

  @Test
  void anotherKeyIsInForceAtOnceAndABadFileChangesNothing() throws IOException {
    HashKeyFile keys = new HashKeyFile(file("a " + KEY));
    FieldHasher hasher = new FieldHasher(keys);
    byte[] first = hasher.hash(new byte[] {1});
    assertThat(hasher.hash(new byte[] {1})).isEqualTo(first);
    assertThat(hasher.hash(new byte[] {2})).isNotEqualTo(first);

    file("b " + OTHER);
    assertThat(hasher.hash(new byte[] {1})).as("before the reload").isEqualTo(first);
    assertThat(keys.reload()).isEmpty();
    byte[] second = hasher.hash(new byte[] {1});
    assertThat(new String(second, US_ASCII)).startsWith("b:");
    assertThat(second).isNotEqualTo(first);

    file("b");
    assertThat(keys.reload()).singleElement().asString().contains("must have one line");
    Files.delete(dir.resolve("hash.key"));
    assertThat(keys.reload()).singleElement().asString().endsWith("cannot be read: no such file");
    assertThat(hasher.hash(new byte[] {1})).isEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "# only this",
        "KEY",
        "a KEY\nb KEY",
        "a b KEY",
        "a 0b",
        "a KEY0",
        "a: KEY",
        "a \u00fcKEY"
      })
  void aFileWithoutOneKeyIsRefusedAndNotQuoted(String text) throws IOException {
    Path path = file(text.replace("KEY", KEY));
    assertThatThrownBy(() -> new HashKeyFile(path))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("must have one line")
        .hasMessageNotContaining("0b0b");
  }

  @Test
  void aKeyDoesNotShowItself() throws IOException {
    assertThat(HashKeyFile.read(file("a " + KEY))).hasToString("HashKey a");
  }
}
