package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import com.reactive.platform.gateway.ingest.Problem;
import com.reactive.platform.gateway.ingest.Rejection;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyDecoderTest {
  private static final int MAX = 300_000;
  private static final int RATIO = 100;

  private final BodyDecoder decoder = new BodyDecoder(RATIO);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      textBlock =
          """
          gzip       | GZIP
          X-GZip     | GZIP
          ZSTD       | ZSTD
          identity   | IDENTITY
          br         | null
          deflate    | null
          gzip, zstd | null
          gzip,gzip  | null
          """)
  void theEncodingIsOneThatIsKnown(String value, ContentEncoding encoding) {
    DefaultHttpHeaders headers = new DefaultHttpHeaders();
    assertThat(ContentEncoding.of(headers)).isEqualTo(ContentEncoding.IDENTITY);
    headers.add("content-encoding", value);
    assertThat(ContentEncoding.of(headers)).isEqualTo(encoding);
    headers.add("content-encoding", "gzip");
    assertThat(ContentEncoding.of(headers)).as("stacked").isNull();
  }

  /** Of all sizes around those at which buffers grow, and one after the other in one decoder. */
  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void whatWasCompressedComesOut(ContentEncoding encoding) throws IOException {
    for (int size : new int[] {1, 200, 8_191, 8_192, 8_193, 65_536, 100_000, MAX, 5}) {
      byte[] body = noise(size);
      byte[] compressed = compress(encoding, body);
      assertThat(decode(encoding, compressed)).as("%s of %d", encoding, size).isNull();
      assertDecoded(body);
    }
  }

  @Test
  void partOfAnArrayIsEnough() throws IOException {
    byte[] compressed = compress(ContentEncoding.GZIP, noise(100));
    byte[] within = new byte[compressed.length + 20];
    Arrays.fill(within, (byte) 0x1F);
    System.arraycopy(compressed, 0, within, 9, compressed.length);
    assertThat(decoder.decode(ContentEncoding.GZIP, within, 9, compressed.length, MAX)).isNull();
    assertDecoded(noise(100));
  }

  /** Cut at every byte, and with any byte changed: 400, or what was meant, and nothing else. */
  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void whatIsNotWholeIsRefused(ContentEncoding encoding) throws IOException {
    byte[] body = noise(500);
    byte[] whole = compress(encoding, body);
    for (int cut = 1; cut < whole.length; cut++) {
      assertThat(decode(encoding, Arrays.copyOf(whole, cut)).type())
          .as("cut at %d", cut)
          .isEqualTo(Rejection.MALFORMED_ENCODING);
    }
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      byte[] changed = whole.clone();
      changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
      if (decode(encoding, changed) == null) {
        assertDecoded(body);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void severalAreOneAndGarbageIsNone(ContentEncoding encoding) throws IOException {
    byte[] one = compress(encoding, noise(300));
    byte[] two = Arrays.copyOf(one, 2 * one.length);
    System.arraycopy(one, 0, two, one.length, one.length);
    assertThat(decode(encoding, two)).isNull();
    assertThat(decoder.length()).isEqualTo(600);

    byte[] garbage = Arrays.copyOf(one, one.length + 9);
    assertThat(decode(encoding, garbage).type()).isEqualTo(Rejection.MALFORMED_ENCODING);
    assertThat(decode(encoding, noise(300)).type()).isEqualTo(Rejection.MALFORMED_ENCODING);
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void aSecondOneIsWholeOrAllIsRefused(ContentEncoding encoding) throws IOException {
    byte[] one = compress(encoding, noise(300));
    for (int cut = 1; cut < one.length; cut++) {
      byte[] body = Arrays.copyOf(one, one.length + cut);
      System.arraycopy(one, 0, body, one.length, cut);
      assertThat(decode(encoding, body))
          .as("the second cut at %d", cut)
          .extracting(Problem::type)
          .isEqualTo(Rejection.MALFORMED_ENCODING);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void anEmptyBodyIsNeither(ContentEncoding encoding) {
    assertThat(decode(encoding, new byte[0]).type()).isEqualTo(Rejection.MALFORMED_ENCODING);
  }

  @Test
  void gzipHeadersMayHaveAllTheirParts() throws IOException {
    byte[] body = noise(50);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(new byte[] {0x1F, (byte) 0x8B, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 5, 6});
    out.write(new byte[] {3, 0, 'a', 0, 'b'});
    out.write("name\0comment\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    out.write(new byte[] {7, 7});
    byte[] plain = compress(ContentEncoding.GZIP, body);
    out.write(plain, 10, plain.length - 10);
    assertThat(decode(ContentEncoding.GZIP, out.toByteArray())).isNull();
    assertDecoded(body);

    byte[] reserved = plain.clone();
    reserved[3] = 0x20;
    assertThat(decode(ContentEncoding.GZIP, reserved).type())
        .isEqualTo(Rejection.MALFORMED_ENCODING);
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void whatGrowsBeyondTheLimitIsTooLarge(ContentEncoding encoding) throws IOException {
    Problem problem = decode(encoding, compress(encoding, noise(MAX + 1)));
    assertThat(problem.type()).isEqualTo(Rejection.BODY_TOO_LARGE);
    assertThat(problem.detail()).contains("300000");
    assertThat(decoder.buffer().length).isLessThanOrEqualTo(MAX);
  }

  /** 100 MB of blanks in less than that would be in kilobytes. */
  @ParameterizedTest
  @EnumSource(
      value = ContentEncoding.class,
      names = {"GZIP", "ZSTD"})
  void aBombIsRefusedAtTheRatio(ContentEncoding encoding) throws IOException {
    byte[] bomb = compress(encoding, new byte[100_000_000]);
    assertThat(decoder.decode(encoding, bomb, 0, bomb.length, MAX).type())
        .isEqualTo(Rejection.BODY_TOO_LARGE);
    assertThat(decoder.buffer().length).isLessThanOrEqualTo(MAX);

    byte[] small = compress(encoding, new byte[200_000]);
    assertThat(small.length * RATIO).as("a bomb by its ratio").isLessThan(200_000);
    assertThat(decode(encoding, small).type()).isEqualTo(Rejection.COMPRESSION_BOMB);
  }

  @ParameterizedTest
  @ValueSource(ints = {BodyDecoder.RATIO_FREE_BYTES - 1, BodyDecoder.RATIO_FREE_BYTES})
  void smallOnesMayGrowByAnyFactor(int size) throws IOException {
    assertThat(decode(ContentEncoding.ZSTD, compress(ContentEncoding.ZSTD, new byte[size])))
        .isNull();
    assertDecoded(new byte[size]);
    byte[] more = compress(ContentEncoding.ZSTD, new byte[BodyDecoder.RATIO_FREE_BYTES + 1]);
    assertThat(decode(ContentEncoding.ZSTD, more).type()).isEqualTo(Rejection.COMPRESSION_BOMB);
  }

  /** Such a frame makes the library take that much memory before a byte comes out. */
  @Test
  void zstdWindowsBeyondEightMebibytesAreRefused() throws IOException {
    assertThat(decode(ContentEncoding.ZSTD, zstdWithWindow(23))).isNull();
    assertThat(decode(ContentEncoding.ZSTD, zstdWithWindow(24)).type())
        .isEqualTo(Rejection.MALFORMED_ENCODING);
  }

  @Test
  void aSizeThatTheFrameClaimsIsNotBelieved() {
    byte[] frame = Zstd.compress(new byte[1_000]);
    // Its header: magic, descriptor, then the size in two bytes (less 256), as it is of 256 or
    // more.
    frame[5] = (byte) 0xFF;
    frame[6] = (byte) 0xFF;
    assertThat(decode(ContentEncoding.ZSTD, frame).type()).isEqualTo(Rejection.MALFORMED_ENCODING);
    assertThat(decoder.buffer().length).isLessThanOrEqualTo(MAX);
  }

  private Problem decode(ContentEncoding encoding, byte[] compressed) {
    return decoder.decode(encoding, compressed, 0, compressed.length, MAX);
  }

  private void assertDecoded(byte[] body) {
    assertThat(Arrays.copyOf(decoder.buffer(), decoder.length())).isEqualTo(body);
  }

  private static byte[] zstdWithWindow(int log) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZstdOutputStream zstd = new ZstdOutputStream(out)) {
      zstd.setLong(log);
      zstd.write(noise(100));
      zstd.flush(); // So that the frame does not know how long it will be.
      zstd.write(noise(100));
    }
    return out.toByteArray();
  }

  private static byte[] compress(ContentEncoding encoding, byte[] body) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream compressing =
        encoding == ContentEncoding.GZIP
            ? new GZIPOutputStream(out)
            : new ZstdOutputStream(out).setChecksum(true)) {
      compressing.write(body);
    }
    return out.toByteArray();
  }

  private static byte[] noise(int size) {
    byte[] noise = new byte[size];
    new Random(size).nextBytes(noise);
    return noise;
  }
}
