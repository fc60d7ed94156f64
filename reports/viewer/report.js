'use strict';

/**
 * The page: `#NAME` shows a brochure, an empty hash all of them. A page opened from a file may run scripts that lie
 * beside it, but must not read files. So the tool writes the data as scripts: brochures/overview.js calls
 * reactiveOverview(...), brochures/NAME/results.js calls reactiveResults(NAME, PACKED), which is results.json packed
 * by gzip and base64. A results.json by itself can be opened, too.
 */
(() => {
  const {el, section, list, table, tableOf, chartSection, drawCharts, forgetCharts} = parts;

  function overviewPage() {
    document.title = 'Benchmark reports';
    const {brochures, regressions, unreadable, trends} = overview;
    const isFailed = ([name]) => overview.failed.includes(name);
    const cell = (row, column) => {
      const text = row[column];
      const name = brochures.columns[column];
      const met = /^(\d+) of (\d+)$/.exec(text);
      if (name === 'brochure') return {text, href: '#' + encodeURIComponent(text)};
      if (name === 'verified') return {text, class: isFailed(row) ? 'badge fail' : 'badge pass'};
      if (name !== 'goals' || !met) return text;
      return {text, class: isFailed(row) ? 'badge fail' : met[1] === met[2] ? 'badge pass' : 'badge part'};
    };
    const columns = brochures.columns.map((name, column) => [name, (row) => cell(row, column)]);
    const looks = (index) => (isFailed(brochures.rows[index]) ? 'bad' : '');
    return [
      el('header', {}, el('h1', {}, 'Benchmark reports'), el('p', {class: 'lead'}, overview.summary),
        unreadable.length ? el('div', {class: 'verdict fail'}, list(unreadable)) : ''),
      el('main', {},
        brochures.rows.length ? section('brochures', brochures.title,
          tableOf(brochures.title, brochures.rows, columns, {texts: 3, rowClass: looks, note: brochures.note})) : '',
        regressions.rows.length
          ? section('regressions', regressions.title, table({...regressions, texts: 3, rowClass: () => 'weak'})) : '',
        chartSection('trends', 'History', trends.map(charts.trend))),
    ];
  }

  // ---- data

  let overview = null;
  const results = new Map();

  globalThis.reactiveOverview = (data) => { overview = data; };
  globalThis.reactiveResults = (name, packed) => { results.set(name, packed); };

  function load(path) {
    const script = el('script', {src: path});
    document.head.append(script);
    return new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => reject(new Error(`There is no ${path}.`)));
    });
  }

  function unpacked(packed) {
    const bytes = Uint8Array.from(atob(packed), (char) => char.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
  }

  async function dataOf(name) {
    if (!overview) await load('brochures/overview.js');
    if (!name) return null;
    // Only what the overview names is loaded: the name comes from an address.
    if (!overview.brochures.rows.some(([one]) => one === name)) throw new Error(`There is no report of ${name}.`);
    if (!results.has(name)) await load(`brochures/${encodeURIComponent(name)}/results.js`);
    return unpacked(results.get(name));
  }

  // ---- which page

  function current() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return location.hash;
    }
  }

  function show(name, makePage) {
    const page = document.getElementById('page');
    forgetCharts();
    page.replaceChildren(...makePage());
    page.dataset.shown = name;
    drawCharts();
    scrollTo(0, 0);
  }

  function sayWhy(name, error) {
    document.title = 'No report';
    const more = ' ./reactive bench brochure report writes what this page shows, from the results that are there.';
    show(name, () => [
      el('header', {}, el('p', {class: 'crumb'}, el('a', {href: '#'}, 'All benchmarks')), el('h1', {}, 'No report')),
      el('main', {}, el('p', {}, error.message + more)),
    ]);
  }

  async function route() {
    const name = current();
    try {
      const data = await dataOf(name);
      if (name !== current()) return; // another page was asked for meanwhile
      const trend = overview.trends.find((of) => of.brochure === name);
      show(name, () => (data ? brochure.page(data, trend) : overviewPage()));
    } catch (error) {
      sayWhy(name, error);
    }
  }

  async function open(file) {
    try {
      const result = JSON.parse(await file.text());
      show(file.name, () => brochure.page({result}));
    } catch (error) {
      sayWhy(file.name, new Error(`${file.name} is no result of a brochure (${error.message}).`));
    }
  }

  addEventListener('hashchange', route);
  for (const query of ['(prefers-color-scheme: dark)', 'print']) {
    matchMedia(query).addEventListener('change', () => drawCharts());
  }
  document.getElementById('file').addEventListener('change', ({target}) => {
    if (target.files.length) open(target.files[0]);
  });
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) open(event.dataTransfer.files[0]);
  });
  route();
})();
