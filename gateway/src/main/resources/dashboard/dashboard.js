"use strict";
(() => {
  const STALE_MILLIS = 3000;
  const MERGED_SECONDS = 10;
  const RANGES = {
    minutes: { seconds: [60, 120, 300], gapMillis: 5000 },
    hour: { seconds: [600, 1800, 3600], gapMillis: 2500 * MERGED_SECONDS } };
  const $ = (id) => document.getElementById(id);

  // ---- words for numbers

  const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
  const fine = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
  const count = (value) => plain.format(value);
  const rate = (value) => (Math.abs(value) < 100 ? fine : plain).format(value);
  const short = (value) => (value >= 1000 ? `${fine.format(value / 1000)}k` : rate(value));
  const digits = (value) => (value >= 100 ? plain : value >= 10 ? fine
    : new Intl.NumberFormat("en", { maximumFractionDigits: 2 })).format(value);

  function time(micros) {
    if (micros < 1000) return [digits(micros), "µs"];
    if (micros < 1e6) return [digits(micros / 1e3), "ms"];
    return [digits(micros / 1e6), "s"];
  }

  function size(bytes) {
    if (bytes < 1024) return [count(bytes), "B"];
    if (bytes < 1048576) return [digits(bytes / 1024), "KiB"];
    return [digits(bytes / 1048576), "MiB"];
  }

  const words = (pair) => pair.join("\u00a0");

  const secondOfDay = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const minuteOfDay = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const clock = (millis) => secondOfDay.format(millis);

  /** The time of day, with the day unless it is today. */
  const when = (millis) => (new Date(millis).toDateString() === new Date().toDateString() ? clock(millis)
    : `${new Date(millis).toLocaleDateString()} ${clock(millis)}`);

  function span(seconds) {
    if (seconds < 60) return `${seconds} s`;
    if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
    if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
    return `${Math.floor(seconds / 86400)} d ${Math.floor((seconds % 86400) / 3600)} h`;
  }

  function set(id, text) {
    const node = $(id);
    if (node.textContent !== text) node.textContent = text;
  }

  function setWithUnit(id, [value, unit]) {
    const small = document.createElement("small");
    small.textContent = unit;
    $(id).replaceChildren(`${value} `, small);
  }

  // ---- the names of metrics

  /** Beside a heading: what its figures are called at /metrics; shown on hover, on focus, by a click. */
  function named(heading, names) {
    const whole = document.createElement("div");
    whole.className = "named";
    heading.replaceWith(whole);
    const button = document.createElement("button");
    button.type = "button";
    button.className = "names";
    button.textContent = "i";
    button.setAttribute("aria-label", `${names.length > 1 ? "Metrics" : "Metric"}: ${names.join(", ")}`);
    const list = document.createElement("ul");
    list.append(...names.map((name) => {
      const link = document.createElement("a");
      link.href = `metrics#:~:text=${name}`;
      link.target = "_blank";
      link.rel = "noopener";
      link.textContent = name;
      link.onclick = openMetrics;
      const item = document.createElement("li");
      item.append(link);
      return item;
    }));
    // Only what was opened takes the Tab key: headings are many.
    const open = (on) => {
      button.setAttribute("aria-expanded", String(on));
      list.querySelectorAll("a").forEach((link) => { link.tabIndex = on ? 0 : -1; });
    };
    open(false);
    button.onclick = () => {
      whole.classList.remove("closed");
      button.focus(); // not every browser does so by itself
      open(button.getAttribute("aria-expanded") === "false");
    };
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !whole.matches(":hover, :focus-within")) return;
      if (whole.contains(document.activeElement)) button.focus();
      open(false);
      whole.classList.add("closed");
    });
    whole.onmouseleave = () => { if (!whole.matches(":focus-within")) whole.classList.remove("closed"); };
    whole.onfocusout = (event) => {
      if (whole.contains(event.relatedTarget)) return;
      open(false);
      whole.classList.remove("closed");
    };
    whole.append(heading, button, list);
  }

  /** A link cannot bring the token. */
  async function openMetrics(event) {
    if (!sessionStorage.getItem(TOKEN)) return;
    event.preventDefault();
    // Opened within the click, or a browser takes it for a popup.
    const page = window.open("");
    try {
      const text = await (await request("metrics")).text();
      const url = URL.createObjectURL(new Blob([text], { type: "text/plain; charset=utf-8" }));
      page.location = url + new URL(event.target.href).hash;
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      page?.close();
    }
  }

  // ---- curves

  const CURVES = {
    events: { title: "Events", unit: "per second", series: [
      { label: "in", color: 1, fill: true, of: (p) => p.received, say: short },
      { label: "in Kafka", color: 2, dash: [3, 4], of: (p) => p.acked, say: short }] },
    answers: { title: "Responses", unit: "per second", stacked: true, series: [
      { label: "2xx", color: 2, of: (p) => p.answers[0], say: short },
      { label: "4xx", color: 3, of: (p) => p.answers[1], say: short },
      { label: "503", color: 4, of: (p) => p.answers[2], say: short },
      { label: "504", color: 5, of: (p) => p.answers[3], say: short },
      { label: "5xx", color: 6, of: (p) => p.answers[4], say: short }] },
    times: { title: "Response time", unit: "durable; log", log: true, series: [
      { label: "p99.9", color: 4, dash: [3, 4], of: (p) => p.micros?.[2], say: (v) => words(time(v)) },
      { label: "p99", color: 3, of: (p) => p.micros?.[1], say: (v) => words(time(v)) },
      { label: "p50", color: 1, of: (p) => p.micros?.[0], say: (v) => words(time(v)) }],
      tick: (v) => words(time(v)) },
    where: { title: "Where the time goes", unit: "p99; log", log: true, series: [
      { label: "Kafka", color: 4, dash: [3, 4], of: (p) => p.kafkaMicros?.[1], say: (v) => words(time(v)) },
      { label: "its p50", color: 2, of: (p) => p.kafkaMicros?.[0], say: (v) => words(time(v)) },
      { label: "batch", color: 3, dash: [3, 4], of: (p) => p.queueMicros?.[1], say: (v) => words(time(v)) }],
      tick: (v) => words(time(v)) },
    machine: { title: "CPU", unit: "cores; event-loop lag", series: [
      { label: "cores", color: 1, fill: true, of: (p) => p.cpuCores, say: digits },
      { label: "lag", color: 3, dash: [3, 4], right: true, of: (p) => p.lagMicros, say: (v) => words(time(v)) }],
      tick: digits, rightTick: (v) => words(time(v)) },
    memory: { title: "Heap", unit: "and collectors, per second", binary: true, series: [
      { label: "used", color: 1, fill: true, of: (p) => p.heapBytes, say: (v) => words(size(v)) },
      { label: "collecting", color: 4, dash: [3, 4], right: true, of: (p) => 1000 * p.gcMillis, say: (v) => words(time(v)) }],
      tick: (v) => words(size(v)), rightTick: (v) => words(time(v)) },
    bytes: { title: "Bytes in", unit: "of bodies, per second", binary: true, series: [
      { label: "in", color: 1, fill: true, of: (p) => p.bodyBytes, say: (v) => words(size(v)) }],
      tick: (v) => words(size(v)) },
    level: { title: "Pressure level", unit: "1 to 10", max: 10, step: 2, series: [
      { label: "level", color: 5, stepped: true, of: (p) => p.level || null, say: (v) => `L${v}` }],
      tick: (v) => (v > 0 ? `L${v}` : "") },
    limits: { title: "Flush limits", unit: "N and T", binary: true, series: [
      { label: "N", color: 1, stepped: true, of: (p) => p.flushBytes, say: (v) => words(size(v)) },
      { label: "T", color: 3, stepped: true, dash: [3, 4], right: true, of: (p) => p.flushMicros, say: (v) => words(time(v)) }],
      tick: (v) => words(size(v)), rightTick: (v) => words(time(v)) },
    batches: { title: "Batch size", unit: "messages", series: [
      { label: "p99", color: 3, dash: [3, 4], of: (p) => p.messages?.[1], say: short },
      { label: "mean", color: 1, of: (p) => p.messages?.[0], say: short }] },
    reasons: { title: "Flushes", unit: "per second, by reason", stacked: true, series: [
      { label: "size", color: 1, of: (p) => p.reasons[0], say: short },
      { label: "time", color: 3, of: (p) => p.reasons[1], say: short },
      { label: "idle", color: 2, of: (p) => p.reasons[2], say: short },
      { label: "close", color: 6, of: (p) => p.reasons[3], say: short }] },
  };

  const colorOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  function build(name) {
    const curve = CURVES[name];
    const figure = document.querySelector(`[data-chart=${name}]`);
    const caption = document.createElement("figcaption");
    const title = document.createElement("h2");
    const unit = document.createElement("small");
    unit.textContent = curve.unit;
    title.append(`${curve.title} `, unit);
    title.dataset.metrics = figure.dataset.metrics;
    const legend = document.createElement("ul");
    for (const series of curve.series) {
      const item = document.createElement("li");
      item.className = curve.stacked ? "area" : series.dash ? "dash" : "";
      item.style.setProperty("--swatch", `var(--c${series.color})`);
      series.now = document.createElement("b");
      series.now.textContent = "–";
      item.append(`${series.label} `, series.now);
      legend.append(item);
    }
    caption.append(title, legend);
    const plot = document.createElement("div");
    plot.className = "plot";
    curve.canvas = document.createElement("canvas");
    curve.canvas.setAttribute("role", "img");
    plot.append(curve.canvas);
    figure.append(caption, plot);
    curve.chart = new Chart(curve.canvas, { type: "line", data: { datasets: curve.series.map((series) => dataset(curve, series)) }, options: options(curve) });
  }

  function dataset(curve, series) {
    return { label: series.label, data: [], parsing: false, pointRadius: 0, pointHitRadius: 8,
      borderWidth: curve.stacked ? 1 : 2, borderDash: series.dash, stepped: series.stepped || false,
      fill: curve.stacked ? "stack" : series.fill ? "origin" : false, yAxisID: series.right ? "right" : "y" };
  }

  function axis(curve, tick) {
    return { type: curve.log ? "logarithmic" : "linear", beginAtZero: !curve.log, stacked: !!curve.stacked,
      max: curve.max, suggestedMax: curve.log ? undefined : 1,
      afterFit: (scale) => { scale.width = window.innerWidth >= 1500 ? 76 : 62; },
      ticks: { maxTicksLimit: 6, stepSize: curve.step, callback: (value) =>
        curve.log && Math.abs(Math.log10(value) - Math.round(Math.log10(value))) > 1e-6 ? null
          : (tick || short)(value) } };
  }

  function options(curve) {
    const scales = {
      x: { type: "linear", min: -60, max: 0, ticks: { stepSize: 20, maxRotation: 0,
        callback: (value) => (value === 0 ? "now" : hourly ? minuteOfDay.format(lastMillis + value * 1000)
          : value % 60 ? `${value} s` : `${value / 60} min`) } },
      y: axis(curve, curve.tick) };
    if (curve.rightTick) {
      scales.right = { ...axis(curve, curve.rightTick), position: "right", grid: { drawOnChartArea: false } };
    }
    return { animation: false, responsive: true, maintainAspectRatio: false, normalized: true, scales,
      interaction: { mode: "index", intersect: false },
      plugins: { legend: { display: false }, tooltip: { callbacks: {
        title: ([{ parsed: { x } }]) => `${clock(lastMillis + x * 1000)}, ${span(Math.round(-x))} ago`,
        label: (item) => ` ${item.dataset.label} ${curve.series[item.datasetIndex].say(item.parsed.y)}` } } } };
  }

  function paint() {
    const ink = colorOf("--dim");
    const grid = colorOf("--grid");
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    for (const curve of Object.values(CURVES)) {
      curve.series.forEach((series, i) => {
        const color = colorOf(`--c${series.color}`);
        const data = curve.chart.data.datasets[i];
        data.borderColor = color;
        data.backgroundColor = color + (curve.stacked ? "b0" : series.fill ? "30" : "");
      });
      for (const scale of Object.values(curve.chart.options.scales)) {
        scale.ticks.color = ink;
        scale.ticks.font = { size: window.innerWidth >= 1500 ? 14 : 12 };
        scale.grid = { ...scale.grid, color: grid };
      }
      curve.chart.update("none");
    }
  }

  let points = [];
  let hour = [];
  let hourly = false;
  let lastMillis = 0;

  function draw() {
    const shown = hourly ? hour : points;
    const range = hourly ? RANGES.hour : RANGES.minutes;
    const last = points.at(-1);
    const now = lastMillis = last ? last.t : 0;
    const age = shown.length > 0 ? (now - shown[0].t) / 1000 : 0;
    const spanned = range.seconds.find((each) => age <= each) || range.seconds.at(-1);
    for (const curve of Object.values(CURVES)) {
      if (curve.canvas.closest("details:not([open])")) continue;
      let low = Infinity;
      let high = 0;
      curve.series.forEach((series, i) => {
        const data = [];
        shown.forEach((point, at) => {
          const x = (point.t - now) / 1000;
          if (at > 0 && point.t - shown[at - 1].t > range.gapMillis) data.push({ x, y: null });
          const value = series.of(point);
          const y = value === undefined || value === null ? null : curve.log ? Math.max(value, 1) : value;
          if (y !== null && !series.right) { low = Math.min(low, y); high = Math.max(high, y); }
          data.push({ x, y });
        });
        curve.chart.data.datasets[i].data = data;
        const value = last ? series.of(last) : undefined;
        const said = value === undefined || value === null ? "–" : series.say(value);
        if (series.now.textContent !== said) series.now.textContent = said;
      });
      if (curve.log) {
        const y = curve.chart.options.scales.y;
        y.min = 10 ** Math.floor(Math.log10(high ? low : 1000));
        y.max = Math.max(10 ** Math.ceil(Math.log10(high || 10000)), y.min * 100);
      }
      if (curve.binary) {
        const step = 2 ** Math.max(0, Math.ceil(Math.log2((high || 1) / 4)));
        curve.chart.options.scales.y.ticks.stepSize = step;
        curve.chart.options.scales.y.max = Math.ceil((high || 1) / step) * step;
      }
      curve.chart.options.scales.x.min = -spanned;
      curve.chart.options.scales.x.ticks.stepSize = spanned / (spanned === RANGES.minutes.seconds.at(-1) ? 5 : 4);
      curve.canvas.setAttribute("aria-label", `${curve.title}, ${curve.unit}, over the last ${hourly ? "hour" : "minutes"}. Now: `
        + curve.series.map((series) => `${series.label} ${series.now.textContent}`).join(", "));
      curve.chart.update("none");
    }
  }

  const since = (all, spanSeconds) => {
    const last = all.at(-1);
    return all.filter((point) => point.t > last.t - spanSeconds * 1000 && point.t <= last.t);
  };

  /** What was missed comes again, and may be there already. */
  const joined = (all, more) => [...all, ...more.filter((point) => all.every((known) => known.t !== point.t))];

  function take(more) {
    points = since(joined(points, more), RANGES.minutes.seconds.at(-1));
  }

  function takeMerged(more) {
    hour = since(joined(hour, more), RANGES.hour.seconds.at(-1));
  }

  for (const [id, on] of [["range-minutes", false], ["range-hour", true]]) {
    $(id).onclick = () => {
      hourly = on;
      $("range-minutes").setAttribute("aria-pressed", String(!on));
      $("range-hour").setAttribute("aria-pressed", String(on));
      draw();
    };
  }

  $("batching-details").addEventListener("toggle", draw);

  // ---- the last hour, as a strip and in words

  const MAX_INCIDENTS = 8;

  function drawHour() {
    const canvas = $("hour");
    const scale = window.devicePixelRatio || 1;
    canvas.width = canvas.clientWidth * scale;
    canvas.height = canvas.clientHeight * scale;
    const pen = canvas.getContext("2d");
    const slots = RANGES.hour.seconds.at(-1) / MERGED_SECONDS;
    const width = canvas.width / slots;
    const end = hour.at(-1)?.t || 0;
    for (const { t, mood: how } of hour) {
      const at = slots - 1 - Math.round((end - t) / 1000 / MERGED_SECONDS);
      pen.fillStyle = colorOf(`--${how}`);
      pen.fillRect(Math.floor(at * width), 0, Math.ceil(width), canvas.height);
    }
    const all = incidents();
    canvas.setAttribute("aria-label", all.length ? `Times of trouble in the last hour: ${all.length}` : "No trouble in the last hour");
    const begin = hour.length ? clock(hour[0].t - 1000 * MERGED_SECONDS) : "";
    set("hour-about", hour.length === 0 ? "begins ten seconds after the start"
      : all.length > MAX_INCIDENTS ? `since ${begin}; the latest ${MAX_INCIDENTS} of ${all.length} times of trouble`
        : all.length ? `since ${begin}` : `no trouble since ${begin}`);
    $("incidents").replaceChildren(...all.slice(0, MAX_INCIDENTS).map(({ from, to, how, headline }) => {
      const item = document.createElement("li");
      item.dataset.how = how;
      item.textContent = `${clock(from)} to ${clock(to)}: ${headline}`;
      return item;
    }));
  }

  /** Stretches that were not well, the latest first; each with its worst headline. */
  function incidents() {
    const all = [];
    let open = null;
    for (const { t, mood: how, headline } of hour) {
      const said = headline.replace(/ for [\d,]+ s\b/, "");
      if (how === "good") {
        open = null;
      } else if (open && open.how === how && open.headline === said && t - open.to < RANGES.hour.gapMillis) {
        open.to = t;
      } else {
        open = { from: t - 1000 * MERGED_SECONDS, to: t, how, headline: said };
        all.push(open);
      }
    }
    return all.reverse();
  }

  new ResizeObserver(drawHour).observe($("hour"));

  // ---- how it is

  const SIGNS = { good: "M4 13l5 5L20 6", warn: "M12 4v10M12 19v.5", bad: "M6 6l12 12M18 6L6 18", gone: "M4 12h3M10.5 12h3M17 12h3", wait: "M4 12h3M10.5 12h3M17 12h3" };
  const ICON_COLORS = { good: "%230b7a4b", warn: "%23f2a900", bad: "%23b3261e", gone: "%233a4149", wait: "%233a4149" };
  let mood = "";

  function show(nextMood, headline, detail) {
    if (nextMood !== mood) {
      mood = nextMood;
      document.body.dataset.mood = mood;
      $("sign").setAttribute("d", SIGNS[mood]);
      $("icon").href = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='8' cy='8' r='7' fill='${ICON_COLORS[mood]}'/></svg>`;
    }
    set("headline", headline.replace(/(\d) s\b/, "$1\u00a0s"));
    set("detail", detail || "\u00a0");
    document.title = `${headline} – Reactive gateway`;
    // Seconds that count up are not read aloud.
    set("announce", headline.replace(/ for [\d,]+ s\b/, ""));
  }

  const STATES = { ready: "ready: every partition has a leader", degraded: "some partition has no leader",
    unreachable: "unreachable", connecting: "connecting", topic_missing: "topic missing" };

  let latest = null;
  let known = "";

  function snapshot(now) {
    latest = now;
    show(now.mood, now.headline, now.detail);
    known = now.headline;
    set("about", `${location.host} · version ${now.version} · up ${span(now.uptimeSeconds)}`);
    const sum = (from, to) => Object.entries(now.answers)
      .filter(([status]) => status >= from && status <= to).reduce((all, [, n]) => all + n, 0);
    set("received", rate(now.rates.received));
    set("acked", rate(now.rates.acked));
    set("connections", count(now.connections));
    set("http2", count(now.http2Connections));
    protocols(now);
    set("inflight", count(now.inFlight));
    set("fill", `${now.batcher.fillPercent} %`);
    for (const [id, status] of [["refused", 503], ["unknown", 504]]) {
      set(id, rate(sum(status, status)));
      document.querySelector(`[data-alarm=${id}]`).classList.toggle("on", sum(status, status) > 0);
    }
    if (now.micros.count > 0) {
      setWithUnit("p50", time(now.micros.p50));
      setWithUnit("p99", time(now.micros.p99));
    } else {
      for (const id of ["p50", "p99"]) set(id, "–");
    }
    speed(now);
    ledger(now.ledger);
    batching(now.batcher);
    set("k-state", STATES[now.kafka.state] || now.kafka.state);
    set("k-detail", now.kafka.detail || "–");
    set("k-brokers", now.kafka.bootstrapServers);
    sources(now.sources, now.time);
    streams(now.streams);
    topics(now.kafka);
    limits(now.limits);
    hotKeys(now.hotKeys);
    problems(now.problems);
  }

  let sourcesBefore = null;

  /** Where events come from beside the data port, such as an outbox. */
  function sources(all, millis) {
    const each = Object.entries(all).map(([name, { state, detail, events, lagMillis, lagBytes }]) => {
      const perSecond = sourcesBefore && millis > sourcesBefore.millis
        ? Math.max(0, 1000 * (events - (sourcesBefore.all[name]?.events ?? events)) / (millis - sourcesBefore.millis)) : 0;
      return `${name}: ${state}${detail ? ` (${detail})` : ""} · ${rate(perSecond)} rows per second · ${words(time(1000 * lagMillis))} behind`
        + (lagBytes < 0 ? "" : ` · the database keeps ${words(size(lagBytes))} for it`);
    });
    $("source-row").hidden = each.length === 0;
    set("source", each.join("; "));
    sourcesBefore = { all, millis };
  }

  function speed({ latency, eventLoopLagMillis, cpuCores, availableCores, slow, lagging, cpuSaturated }) {
    const budgets = [latency.shortestBudgetMillis, latency.longestBudgetMillis].map((millis) => words(time(millis * 1000)));
    set("budget", latency.longestBudgetMillis === null ? "–" : [...new Set(budgets)].join(" to "));
    setWithUnit("lag", time(eventLoopLagMillis * 1000));
    set("cpu", rate(cpuCores));
    set("cores", count(availableCores));
    for (const [id, on] of Object.entries({ slow, lag: lagging, cpu: cpuSaturated })) {
      document.querySelectorAll(`[data-alarm=${id}]`).forEach((tile) => tile.classList.toggle("on", on));
    }
  }

  function ledger(sums) {
    for (const term of ["received", "acked", "spooled", "failed", "shed", "rejected", "inFlight"]) {
      set(`l-${term.toLowerCase()}`, count(sums[term]));
    }
    const off = sums.received - sums.acked - sums.spooled - sums.failed - sums.shed - sums.rejected - sums.inFlight;
    const state = sums.balanced ? "yes" : Math.abs(off) <= sums.inFlight + 64 ? "moving" : "no";
    $("balance").className = state;
    set("balance", { yes: "✓ adds up", moving: `${count(Math.abs(off))} changing`, no: `✗ off by ${count(off)}` }[state]);
  }

  function batching(batcher) {
    const { messages, bytes } = batcher;
    set("b-level", `${batcher.level} · N ${words(size(batcher.flushBytes))} · T ${words(time(batcher.flushMicros))}`);
    set("b-batches", `${rate(batcher.batchesPerSecond)} per second, ${count(batcher.inFlightBatches)} in flight`);
    set("b-messages", messages.count ? `mean ${rate(messages.mean)} · p50 ${count(messages.p50)} · p99 ${count(messages.p99)}` : "none in the last 5 s");
    set("b-bytes", bytes.count ? `mean ${words(size(bytes.mean))} · p50 ${words(size(bytes.p50))} · p99 ${words(size(bytes.p99))}` : "none in the last 5 s");
    set("b-pending", `${count(batcher.pendingMessages)} events, ${words(size(batcher.pendingBytes))} of ${words(size(batcher.budgetBytes))}; fullest stripe ${batcher.fillPercent} %`);
  }

  function cell(text, className) {
    const node = document.createElement("td");
    node.textContent = text;
    if (className) node.className = className;
    return node;
  }

  function rowHead(text) {
    const node = document.createElement("th");
    node.scope = "row";
    node.textContent = text;
    return node;
  }

  function row(...cells) {
    const node = document.createElement("tr");
    node.append(...cells);
    return node;
  }

  function topic(stream) {
    const unready = stream.state && stream.state !== "ready" ? STATES[stream.state] || stream.state : "";
    const note = stream.detail || unready;
    return note ? `${stream.topic}: ${note}` : stream.topic;
  }

  const replicas = ({ replicas: all, minInsyncReplicas: least }) => (all === undefined ? "" : least === undefined ? `${all}` : `${all} (${least})`);

  function streams(all) {
    $("streams").replaceChildren(...all.map((stream) =>
      row(rowHead(stream.name || "no such stream"),
        cell(topic(stream), "text long"),
        ...stream.answers.map((value) => cell(rate(value))), cell(replicas(stream)), cell(stream.quarantined === undefined ? "" : count(stream.quarantined)))));
  }

  // ---- protocols, topics, brokers, limits

  const PROTOCOLS = { http1: "HTTP/1.1", http2: "HTTP/2", grpc: "gRPC", "grpc-web": "gRPC-Web", connect: "Connect" };
  const spoken = new Set();

  function protocols({ protocols: rates, protocolMicros: times }) {
    const all = Object.values(rates).reduce((sum, each) => sum + each, 0);
    for (const protocol in PROTOCOLS) if (rates[protocol] > 0 || times[protocol]) spoken.add(protocol);
    $("protocols-none").hidden = spoken.size > 0;
    $("protocols").closest(".scroll").hidden = spoken.size === 0;
    $("protocols").replaceChildren(...Object.keys(PROTOCOLS).filter((each) => spoken.has(each)).map((each) => {
      const its = rates[each] || 0;
      return row(rowHead(PROTOCOLS[each]), cell(rate(its)), cell(all ? `${count(100 * its / all)} %` : "–"), ...quantiles(times[each], ["p50", "p99"]));
    }));
  }

  const quantiles = (micros, which) => which.map((each) => cell(micros?.count ? words(time(micros[each])) : "–"));

  function topics({ topics: all, brokers }) {
    const faults = [
      [all.filter((its) => its.state === "connecting").length, "not described yet"],
      [all.filter((its) => its.state === "unreachable" && its.leaderless !== its.partitions).length, "unreachable, as last seen"],
      [all.filter((its) => its.state === "topic_missing").length, "missing"],
      [all.filter((its) => its.leaderless > 0).length, "with partitions that have no leader"],
      [all.filter((its) => its.inSync < its.minInsyncReplicas).length, "with fewer in sync than min.insync.replicas"],
      [all.filter((its) => its.outOfSync > 0 && !(its.inSync < its.minInsyncReplicas)).length, "with replicas out of sync"]]
      .filter(([affected]) => affected > 0).map(([affected, what]) => `${affected} ${what}`);
    set("topics-about", faults.length ? faults.join("; ")
      : `${all.length === 1 ? "1 topic" : `${count(all.length)} topics`}: all partitions led, all replicas in sync`);
    $("topics").replaceChildren(...all.map((its) => {
      const known = (value, bad) => cell(value === undefined ? "–" : count(value), bad ? "regression" : "");
      return row(rowHead(its.topic), cell(its.state.replace("_", " "), ["ready", "connecting"].includes(its.state) ? "text" : "text regression"), known(its.partitions), known(its.leaderless, its.leaderless > 0),
        known(its.replicas), known(its.inSync, its.outOfSync > 0 || its.inSync < its.minInsyncReplicas), known(its.minInsyncReplicas));
    }));
    $("brokers-part").hidden = brokers.length === 0;
    $("brokers-none").hidden = brokers.length > 0;
    $("brokers").replaceChildren(...brokers.map(({ id, micros }) =>
      row(rowHead(`Broker ${id}`), cell(count(micros.count)), ...quantiles(micros, ["mean", "p50", "p99"]))));
  }

  const bytes = (value) => words(size(value));
  const LIMITS = {
    "in-flight": ["Events in flight", count], buffer: ["Batch buffer", bytes], bodies: ["Arriving bodies", bytes],
    connections: ["Connections", count], "address-connections": ["Connections per address", count],
    address: ["Requests per address", count], "address-bytes": ["Bytes per address", bytes],
    caller: ["Requests per caller", count], "caller-bytes": ["Bytes per caller", bytes] };

  function limits(all) {
    const refused = all.reduce((sum, each) => sum + each.refused, 0);
    set("limits-about", refused ? `${count(refused)} refused in the last minute` : "none reached in the last minute");
    $("limits").replaceChildren(...all.map((its) => {
      const [name, say] = LIMITS[its.limit];
      const use = its.used === undefined ? "–" : `${say(its.used)}${its.most ? ` (${count(100 * its.used / its.most)} %)` : ""}`;
      return row(rowHead(its.lane ? `${name}, ${its.lane}` : name), cell(use),
        cell(count(its.refused), its.refused > 0 ? "regression" : ""), cell(inForce(its, say), "text long"));
    }));
  }

  function inForce(its, say) {
    if (its.limit.startsWith("caller")) return "each caller's own";
    if (its.most !== undefined) return its.most ? say(its.most) : "none";
    if (!its.perSecond) return "none";
    const rateOf = (perSecond, burst) => `${say === count ? rate(perSecond) : say(perSecond)} per second, burst ${say(burst)}`;
    return its.instances ? `${rateOf(its.sharePerSecond, its.shareBurst)}: the share of one in ${its.instances} instances`
      : rateOf(its.perSecond, its.burst);
  }

  function hotKeys(all) {
    $("hot-keys-card").hidden = all.length === 0;
    $("hot-keys").replaceChildren(...all.map((hot) =>
      row(rowHead(hot.stream), cell(hot.key, "text"), cell(rate(hot.perSecond)), cell(`${hot.percent} %`))));
  }

  let shownProblems = "";

  function problems(all) {
    const content = JSON.stringify(all);
    if (content === shownProblems) return;
    shownProblems = content;
    $("problems-card").hidden = all.length === 0;
    $("problems").replaceChildren(...all.map((one) =>
      row(rowHead(one.stream || "no such stream"), cell(one.problem, "text"), cell(rate(one.perSecond)), cell(count(one.count)),
        cell(one.time ? when(one.time) : "–"), cell([one.pointer, one.detail].filter(Boolean).join(": ") || "–", "text long"))));
  }

  // ---- the token, asked for once

  const TOKEN = "reactive-admin-token";
  let asking = null;

  function askToken() {
    asking ||= new Promise((done) => {
      sessionStorage.removeItem(TOKEN);
      show("wait", "Admin token required", "");
      $("token").value = "";
      $("ask").showModal();
      $("ask").querySelector("form").onsubmit = (event) => {
        event.preventDefault();
        sessionStorage.setItem(TOKEN, $("token").value);
        $("ask").close();
        asking = null;
        done();
      };
    });
    return asking;
  }

  $("ask").addEventListener("cancel", (event) => event.preventDefault());

  async function request(path, init = {}) {
    for (;;) {
      const token = sessionStorage.getItem(TOKEN);
      const headers = { ...init.headers, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
      const response = await fetch(path, { cache: "no-store", ...init, headers });
      if (response.status !== 401) return response;
      if (token && token !== sessionStorage.getItem(TOKEN)) continue;
      set("ask-text", token ? "Invalid token" : "Admin token required");
      await askToken();
    }
  }

  // ---- what comes rarely: calibration, settings

  async function json(path) {
    const response = await request(path, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  }

  let shownCalibration = "";

  async function calibration() {
    let learned;
    try {
      learned = await json("calibration");
    } catch {
      return; // the stream tells that nobody answers
    }
    $("reset-all").disabled = !learned.adaptive;
    set("calibration-about", !learned.adaptive ? "off: N and T are fixed"
      : learned.mode === "observe" ? `only observed: N, T and H of the start stay in force · ${learned.store}`
        : `per pressure level · ${learned.store}`);
    set("codec", codecs(learned.codec));
    const current = latest?.batcher.level;
    const content = JSON.stringify([learned, current]);
    if (content === shownCalibration) return; // a button may have the focus
    shownCalibration = content;
    $("calibration").replaceChildren(...together(learned.levels || []).map((levels) => calibrationRow(levels, current)));
  }

  /** In which codecs batches went, and what became of their bytes; empty before the first. */
  function codecs(codec) {
    const used = Object.entries(codec?.batches || {}).sort((a, b) => b[1] - a[1]);
    const all = used.reduce((sum, [, batches]) => sum + batches, 0);
    if (!all) return "";
    const share = (part, whole) => `${(100 * part / whole).toFixed(part < whole / 100 ? 1 : 0)} %`;
    return `Codec ${codec.learned ? "(learned)" : "(fixed)"}: ${used.map(([name, batches]) => `${name} ${share(batches, all)}`).join(", ")}`
      + ` of batches; compressed to ${share(codec.bytesSent, codec.bytesUncompressed)}`;
  }

  /** Neighbours that cannot differ are one row. */
  function together(levels) {
    return levels.filter((level) => level.sameAs === level.level)
      .map((first) => levels.filter((level) => level.sameAs === first.level));
  }

  function calibrationRow(levels, current) {
    const level = levels[0];
    const limits = (all) => [words(size(all.flushBytes)), words(time(all.flushIntervalNanos / 1000)), pause(all)];
    const trial = level.trial && limits(level.trial);
    const state = level.observations === 0 ? "no observations yet" : trial ? `trying N ${trial[0]}, T ${trial[1]}, H ${trial[2]}`
      : level.regression ? "worse than expected" : "as expected";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Reset";
    button.setAttribute("aria-label", `Reset ${level.level}`);
    button.disabled = level.observations === 0;
    button.onclick = () => reset(level.level);
    const last = cell("");
    last.append(button);
    const name = levels.length === 1 ? level.level : `${level.level} to ${levels[levels.length - 1].level}`;
    const node = row(rowHead(name), ...limits(level.best).map((text) => cell(text)), cell(count(level.observations)),
      ...trade(level), cell(state, level.regression && !level.trial ? "text regression" : "text"), last);
    if (levels.some((one) => one.level === current)) node.setAttribute("aria-current", "true");
    return node;
  }

  const pause = (all) => all.idlePauseNanos ? words(time(all.idlePauseNanos / 1000)) : "0";

  /** What the best limits save and cost, above what events cost without a pause. */
  function trade(level) {
    const figures = (cost) => [
      cost.eventsPerRequest ? cost.eventsPerRequest.toFixed(1) : "–",
      cost.eventsPerRequest ? count(cost.requestsPerThousandEvents) : "–",
      words(time(cost.cpuMicrosPerEvent)), `${count(cost.bytesPerEvent)} B`, words(time(cost.p99Nanos / 1000))];
    const best = level.cost ? figures(level.cost) : Array(5).fill("–");
    const before = level.best.idlePauseNanos && level.costWithoutPause ? figures(level.costWithoutPause) : null;
    return best.map((text, i) => {
      const node = cell(text);
      if (before) {
        const small = document.createElement("small");
        small.textContent = before[i];
        small.title = "with H = 0";
        node.append(document.createElement("br"), small);
      }
      return node;
    });
  }

  function confirmed(question) {
    return new Promise((done) => {
      const dialog = $("confirm");
      let answer = false;
      set("confirm-text", question);
      $("confirm-yes").onclick = () => { answer = true; dialog.close(); };
      $("confirm-no").onclick = () => dialog.close();
      dialog.onclose = () => done(answer);
      dialog.showModal();
    });
  }

  async function reset(level) {
    const what = level || "all levels";
    if (!await confirmed(`Reset calibration of ${what}? N, T and H start again from their initial values; events are not affected.`)) return;
    try {
      const response = await request("calibration/reset", { method: "POST",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify(level ? { level } : {}) });
      set("reset-said", response.ok ? `Reset: ${what}.` : `Reset failed: ${(await response.text()).trim()}`);
    } catch {
      set("reset-said", "Reset failed: the gateway does not respond.");
    }
    await calibration();
  }

  $("reset-all").onclick = () => reset(null);

  async function settings() {
    try {
      const all = Object.entries((await json("status")).settings);
      $("settings").replaceChildren(...all.map(([key, value]) => row(rowHead(key), cell(value))));
    } catch {
      // asked for again with the next connection
    }
  }

  // ---- the stream

  let heardAt = performance.now();
  let hearing = false;
  let abort = null;
  let triedAt = 0;
  let readAt = 0; // of the first message, which is large, a part may be there

  function hear(event, data) {
    if (event === "history") {
      points = [];
      if (data.length > 0) take(data);
      draw();
    } else if (event === "hour") {
      hour = [];
      if (data.length > 0) takeMerged(data);
      drawHour();
      if (hourly) draw();
    } else if (event === "merged") {
      takeMerged([data]);
      drawHour();
      if (hourly) draw();
    } else if (event === "point") {
      take([data]);
      if (!hourly) draw();
    } else if (event === "snapshot" && data.time !== latest?.time) { // the last one again is no news
      heardAt = performance.now();
      hearing = true;
      snapshot(data);
    }
  }

  function parse(message) {
    let event = "message";
    let data = "";
    for (const line of message.split("\n")) {
      if (line.startsWith("event: ")) event = line.slice(7);
      if (line.startsWith("data: ")) data += line.slice(6);
    }
    if (data) hear(event, JSON.parse(data));
  }

  async function listen() {
    abort = new AbortController();
    triedAt = performance.now();
    const response = await request("dashboard/events", { signal: abort.signal });
    if (!response.ok) throw new Error(String(response.status));
    calibration();
    settings();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      readAt = performance.now();
      if (done) return;
      const messages = (rest + value).split("\n\n");
      rest = messages.pop();
      messages.forEach(parse);
    }
  }

  function gone() {
    if (asking) return;
    const seconds = Math.max(1, Math.round((performance.now() - heardAt) / 1000));
    show("gone", `No data for ${seconds} s: the gateway does not respond`, known && `Last known values below. Last state: ${known}`);
  }

  async function listenForEver() {
    for (;;) {
      try {
        await listen();
      } catch {
        // shown by gone()
      }
      hearing = false;
      gone();
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  Object.keys(CURVES).forEach(build);
  document.querySelectorAll("h2[data-metrics], h3[data-metrics]").forEach((heading) => named(heading, heading.dataset.metrics.split(" ")));
  paint();
  for (const query of ["(prefers-color-scheme: dark)", "(min-width: 1500px)"]) {
    matchMedia(query).addEventListener("change", () => { paint(); drawHour(); });
  }
  setInterval(() => {
    if (asking) return;
    if (!hearing || performance.now() - heardAt > STALE_MILLIS) {
      if (abort && performance.now() - Math.max(heardAt, triedAt, readAt) > STALE_MILLIS) abort.abort();
      if (performance.now() - heardAt > 1000) gone();
    }
  }, 500);
  setInterval(() => { if (hearing) calibration(); }, 5000);
  show("wait", "Waiting for data", "");
  listenForEver();
})();
