package com.reactive.platform.gateway.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class EventIdsTest {
  private static final int RANDOM_BITS = 80;

  private final AtomicLong clock = new AtomicLong(1_765_432_109_876L);
  private final EventIds ids = new EventIds(new SecureRandom(), clock::get);

  @Test
  void anIdIs32LowerCaseHexDigits() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(text(ids.next())).matches("[0-9a-f]{32}");
    }
    assertThat(new EventIds().next()).hasSize(EventIds.LENGTH);
  }

  @Test
  void itBeginsWithTheMillisecondsOfTheClock() {
    for (long millis : new long[] {0, 1, 15, 16, 1_765_432_109_876L, (1L << 48) - 1}) {
      clock.set(millis);
      assertThat(Long.parseLong(text(ids.next()).substring(0, 12), 16)).isEqualTo(millis);
    }
  }

  @Test
  void idsSortByTheClockAlsoWhereItStepsBack() {
    long start = clock.get();
    long[] steps = {0, 1, 255, 256, -1, -60_000, 3_600_000, -3_600_001, 4_096, -4_096};
    List<String> byTime = new ArrayList<>();
    for (long step : steps) {
      clock.set(start + step);
      byTime.add(text(ids.next()));
    }
    List<Long> times =
        byTime.stream().sorted().map(id -> Long.parseLong(id.substring(0, 12), 16)).toList();
    assertThat(times).isSorted().hasSize(steps.length).doesNotHaveDuplicates();
  }

  /** The clock stands still, so that only the random part tells them apart. */
  @Test
  void twoInstancesNeverMakeTheSameId() {
    EventIds other = new EventIds(new SecureRandom(), clock::get);
    Set<String> all = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      all.add(text(ids.next()));
      all.add(text(other.next()));
    }
    assertThat(all).hasSize(200_000);
  }

  @Test
  void anIdThatWasHandedOutIsNotTouchedAgain() {
    byte[] first = ids.next();
    byte[] copy = first.clone();
    for (int i = 0; i < 1_000; i++) {
      ids.next();
    }
    assertThat(first).isEqualTo(copy);
  }

  /** Each bit is set in about half of the ids, and changes in about half of the steps. */
  @Test
  void noBitOfTheRandomPartCanBeForetold() {
    int count = 20_000;
    int[] set = new int[RANDOM_BITS];
    int[] changed = new int[RANDOM_BITS];
    BigInteger before = random(ids.next());
    for (int i = 0; i < count; i++) {
      BigInteger now = random(ids.next());
      for (int bit = 0; bit < RANDOM_BITS; bit++) {
        set[bit] += now.testBit(bit) ? 1 : 0;
        changed[bit] += now.testBit(bit) != before.testBit(bit) ? 1 : 0;
      }
      before = now;
    }
    // Ten standard deviations: not met by chance.
    int tolerance = (int) (10 * Math.sqrt(count) / 2);
    for (int bit = 0; bit < RANDOM_BITS; bit++) {
      assertThat(set[bit])
          .as("bit %d set", bit)
          .isBetween(count / 2 - tolerance, count / 2 + tolerance);
      assertThat(changed[bit])
          .as("bit %d changed", bit)
          .isBetween(count / 2 - tolerance, count / 2 + tolerance);
    }
  }

  /** Every byte of the keystream is used once and in order, also where a block or a key ends. */
  @Test
  void theRandomPartIsTheKeystream() throws GeneralSecurityException {
    int idsOfKey = 1 << 20;
    EventIds counted = new EventIds(new CountingRandom(), () -> 0);
    for (int key = 0; key < 2; key++) {
      byte[] keystream = keystream(key * 16, idsOfKey * 10);
      for (int i = 0; i < idsOfKey; i++) {
        byte[] id = counted.next();
        if (i < 1_000 || i > idsOfKey - 1_000) {
          byte[] expected = Arrays.copyOfRange(keystream, i * 10, i * 10 + 10);
          assertThat(text(id).substring(12)).isEqualTo(HexFormat.of().formatHex(expected));
        }
      }
    }
  }

  private static byte[] keystream(int firstKeyByte, int length) throws GeneralSecurityException {
    byte[] key = new byte[16];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (firstKeyByte + i);
    }
    Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
    return cipher.doFinal(new byte[length]);
  }

  private static BigInteger random(byte[] id) {
    return new BigInteger(text(id).substring(12), 16);
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.US_ASCII);
  }

  private static final class CountingRandom extends SecureRandom {
    private static final long serialVersionUID = 1L;
    private int next;

    @Override
    public void nextBytes(byte[] bytes) {
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) next++;
      }
    }
  }
}
