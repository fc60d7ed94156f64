package com.reactive.platform.gateway.jsonschema;

import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import java.io.Serial;
import java.util.Locale;

/**
 * One validation, of so many keywords at most. A schema that branches and contains itself would
 * otherwise take twice as long for each level of nesting of a body.
 */
final class BoundedContext extends ExecutionContext {
  private static final ExecutionConfig CONFIG =
      ExecutionConfig.builder().failFast(true).locale(Locale.ROOT).build();

  /** Has no stack trace: it may come in floods. */
  static final class TooManySteps extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    TooManySteps() {
      super("the schema needs too many steps for it", null, false, false);
    }
  }

  private long left;

  BoundedContext(long steps) {
    super(CONFIG);
    this.left = steps;
  }

  /** Comes before each keyword. */
  @Override
  public void evaluationPathAddLast(String keyword) {
    if (left-- <= 0) {
      throw new TooManySteps();
    }
    super.evaluationPathAddLast(keyword);
  }
}
