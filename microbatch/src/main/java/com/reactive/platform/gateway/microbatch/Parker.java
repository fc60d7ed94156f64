package com.reactive.platform.gateway.microbatch;

import java.util.concurrent.locks.LockSupport;

/** How the dispatcher's thread stands still, and is woken up; tests have one of their own. */
interface Parker {
  /** That of the JVM. */
  Parker OF_THREADS =
      new Parker() {
        @Override
        public void park(Object blocker) {
          LockSupport.park(blocker);
        }

        @Override
        public void parkNanos(Object blocker, long nanos) {
          LockSupport.parkNanos(blocker, nanos);
        }

        @Override
        public void unpark(Thread thread) {
          LockSupport.unpark(thread);
        }
      };

  /** As {@link LockSupport#park(Object)}. */
  void park(Object blocker);

  /** As {@link LockSupport#parkNanos(Object, long)}. */
  void parkNanos(Object blocker, long nanos);

  /** As {@link LockSupport#unpark(Thread)}. */
  void unpark(Thread thread);
}
