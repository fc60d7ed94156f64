package com.reactive.platform.reliability.mutate;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The body of a call, read a second time: its messages up to the first fault, and the status that
 * this fault gets. Of a unary method the only message, or a fault.
 *
 * @param end empty if there is no fault; several if the pieces in which it came decide
 * @param early messages before the fault may be lost with it
 * @param unsure what follows can be judged by nobody, for it is near a limit
 */
record CallBody(List<byte[]> messages, Set<CallCode> end, boolean early, boolean unsure) {
  /** Beside the event a request of a stream has so many bytes. */
  private static final int REQUEST_BYTES = 256;

  private static final int ENVELOPE_HEAD = 5;
  private static final int COMPRESSED = 1;
  private static final int GROUP = 4;

  static CallBody of(SentCall call) {
    CallDeadline waits = call.waits();
    if (waits == CallDeadline.OVER || waits == CallDeadline.MALFORMED) {
      // By its head alone.
      CallCode code =
          waits == CallDeadline.OVER ? CallCode.DEADLINE_EXCEEDED : CallCode.INVALID_ARGUMENT;
      return new CallBody(List.of(), EnumSet.of(code), false, false);
    }
    if (!call.form().base64) {
      Reader reader = new Reader(call);
      reader.read(call.body());
      return reader.result(false);
    }
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    boolean valid = decode(call.body(), plain);
    Reader reader = new Reader(call);
    if (valid) {
      reader.read(plain.toByteArray());
      return reader.result(false);
    }
    reader.readEnvelopes(plain.toByteArray());
    reader.end.add(CallCode.INVALID_ARGUMENT);
    return reader.result(true);
  }

  /** Group by group, up to the first that is none; false if there is one. */
  private static boolean decode(byte[] base64, ByteArrayOutputStream plain) {
    try {
      for (int at = 0; at < base64.length; at += GROUP) {
        byte[] group = Arrays.copyOfRange(base64, at, Math.min(at + GROUP, base64.length));
        if (group.length < GROUP) {
          return false;
        }
        plain.writeBytes(Base64.getDecoder().decode(group));
      }
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static final class Reader {
    private final SentCall call;
    private final int maxBytes;
    private final List<byte[]> messages = new ArrayList<>();
    private final Set<CallCode> end = EnumSet.noneOf(CallCode.class);
    private boolean unsure;

    Reader(SentCall call) {
      this.call = call;
      this.maxBytes = Subject.MAX_BODY_BYTES + (call.streams() ? REQUEST_BYTES : 0);
    }

    CallBody result(boolean early) {
      return new CallBody(messages, end, early, unsure);
    }

    void read(byte[] body) {
      if (!call.form().envelopes) {
        if (body.length > maxBytes) {
          end.add(CallCode.RESOURCE_EXHAUSTED);
        } else {
          add(call.gzip(), body);
        }
        return;
      }
      int rest = readEnvelopes(body);
      if (goesOn() && rest > 0) {
        end.add(CallCode.INVALID_ARGUMENT); // The last message is not whole.
      } else if (goesOn() && !call.streams() && messages.isEmpty()) {
        end.add(CallCode.UNIMPLEMENTED); // As gRPC says of a wrong number of messages.
      }
    }

    private boolean goesOn() {
      return end.isEmpty() && !unsure;
    }

    /** Returns how many bytes are left that are no whole envelope. */
    int readEnvelopes(byte[] body) {
      int at = 0;
      while (goesOn() && body.length - at >= ENVELOPE_HEAD) {
        int flags = body[at];
        int length = ByteBuffer.wrap(body, at + 1, Integer.BYTES).getInt();
        if (length < 0 || length > maxBytes) {
          end.add(CallCode.RESOURCE_EXHAUSTED);
          break;
        }
        if (length > body.length - at - ENVELOPE_HEAD) {
          break;
        }
        at += ENVELOPE_HEAD + length;
        byte[] message = Arrays.copyOfRange(body, at - length, at);
        // By the specifications of gRPC and of Connect both are INTERNAL, whoever is at fault.
        if ((flags & ~COMPRESSED) != 0 || (flags != 0 && !call.gzip())) {
          end.add(CallCode.INTERNAL);
        } else {
          add(flags != 0, message);
        }
      }
      return body.length - at;
    }

    private void add(boolean compressed, byte[] message) {
      byte[] plain = message;
      if (compressed && message.length > 0) {
        GzipReading read = GzipReading.of(message, Subject.MAX_BODY_BYTES, maxBytes);
        switch (read.verdict()) {
          case BROKEN -> end.add(CallCode.INVALID_ARGUMENT);
          case TOO_LARGE -> end.add(CallCode.RESOURCE_EXHAUSTED);
          case UNSURE -> unsure = true;
          case WHOLE -> plain = read.bytes();
        }
      }
      if (goesOn() && !call.streams() && !messages.isEmpty()) {
        end.add(CallCode.UNIMPLEMENTED); // As gRPC says of a wrong number of messages.
      } else if (goesOn()) {
        messages.add(plain);
      }
    }
  }
}
