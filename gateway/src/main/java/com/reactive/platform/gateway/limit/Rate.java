package com.reactive.platform.gateway.limit;

/**
 * What someone may send, in requests or in bytes.
 *
 * @param perSecond on average; 0: no limit
 * @param burst how much at once after a pause; at least 1 if there is a limit
 */
public record Rate(double perSecond, long burst) {
  public static final Rate UNLIMITED = new Rate(0, 0);

  public Rate {
    if (perSecond < 0 || (perSecond > 0 && burst < 1)) {
      throw new IllegalArgumentException(perSecond + " per second with a burst of " + burst);
    }
  }

  public boolean isLimited() {
    return perSecond > 0;
  }

  /** The part of one of so many that share it; nobody is left without a burst. */
  public Rate share(int instances) {
    return isLimited() && instances > 1
        ? new Rate(perSecond / instances, (burst - 1) / instances + 1)
        : this;
  }
}
