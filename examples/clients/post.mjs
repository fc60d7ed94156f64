// Posts events by fetch, in browsers and in Node 18 or newer. See browser.html and node.mjs.

const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/**
 * Posts an event and tries again as the response says. Resolves to the body of the response if the event is stored;
 * rejects if trying again would not help, or when it gives up.
 */
export async function post(url, event, attempts = 6) {
  // One key for all attempts becomes the event id: it is written once, if they take less than ten minutes.
  const key = crypto.randomUUID();
  let last;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    let wait = attempt;
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": key },
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(30_000),
        keepalive: true, // A browser finishes it though the page is left.
      });
      const body = await response.json().catch(() => ({}));
      if (response.status === 201 || response.status === 202) {
        return body;
      }
      last = new Error(`${response.status} ${body.title ?? ""} ${body.detail ?? ""}`);
      // A problem says whether the same request may be sent again: not written, or unknown. A proxy's 5xx does not.
      if (response.status < 500 && !body.retryable) {
        last.final = true;
        throw last;
      }
      wait = Number(response.headers.get("Retry-After") ?? attempt);
    } catch (error) {
      if (error.final) {
        throw error;
      }
      last = error; // No response: the outcome is unknown.
    }
    await sleep(wait);
  }
  throw new Error(`no success after ${attempts} attempts; the key is ${key}: ${last.message}`);
}
