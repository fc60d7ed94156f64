(() => {
  'use strict';
  const charts = JSON.parse(document.getElementById('data').textContent).charts;
  if (!charts.length) return;

  const LIGHT = {
    text: '#1a1f26', muted: '#55606d', line: '#e1e6eb', card: '#ffffff', quiet: '#aab3bd',
    subject: '#0b63b5', baseline: '#c25700', ceiling: '#8a3d78', rival: '#7b8794', failed: '#a8231a',
    parts: ['#0b63b5', '#c25700', '#00805f', '#8a3d78'],
    palette: ['#00805f', '#4a90c4', '#8a6d00', '#b5476e', '#6a55b8', '#5d6772'],
    from: '#a9cdf0', to: '#08305a',
  };
  const DARK = {
    text: '#e6eaef', muted: '#9ba7b4', line: '#2a323b', card: '#161b22', quiet: '#55606d',
    subject: '#62b0ff', baseline: '#ff9e4a', ceiling: '#d98cc8', rival: '#8b97a4', failed: '#ff9189',
    parts: ['#62b0ff', '#ff9e4a', '#2fc79b', '#d98cc8'],
    palette: ['#2fc79b', '#9fd3ff', '#dcc04a', '#ff8fb1', '#b3a4f5', '#b5bfca'],
    from: '#2f567d', to: '#d3e8ff',
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  let colours = LIGHT;

  // ---- numbers as people read them

  const digits = (v) => v.toLocaleString('en-US', {maximumSignificantDigits: 3});
  const scaled = (v, step, units) => {
    let unit = 0;
    while (Math.abs(v) >= step * 0.9995 && unit < units.length - 1) { v /= step; unit++; }
    return digits(v) + units[unit];
  };
  const short = {
    rate: (v) => scaled(v, 1000, ['', 'k', 'M', 'G']) + '/s',
    micros: (v) => scaled(v, 1000, [' µs', ' ms', ' s']),
    cpu: (v) => scaled(v, 1000, [' µs', ' ms', ' s']),
    bytes: (v) => scaled(v, 1024, [' B', ' KiB', ' MiB', ' GiB']),
    count: (v) => scaled(v, 1000, ['', 'k', 'M', 'G']),
    percent: (v) => digits(v) + ' %',
    level: (v) => 'L' + v,
  };
  const long = Object.assign({}, short, {
    rate: (v) => (v >= 100 ? Math.round(v).toLocaleString('en-US') : digits(v)) + ' msg/s',
    count: (v) => (v >= 100 ? Math.round(v).toLocaleString('en-US') : digits(v)),
  });
  const nines = (x) => {
    const percent = 100 * (1 - 1 / x);
    return +percent.toFixed(Math.max(0, Math.ceil(Math.log10(x)) - 1)) + '%';
  };
  const across = {
    seconds: (v) => digits(v) + ' s',
    percentile: nines,
  };

  // ---- how lines and bars look

  const mix = (a, b, part) => '#' + [1, 3, 5].map((at) => {
    const [x, y] = [a, b].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(x + (y - x) * part).toString(16).padStart(2, '0');
  }).join('');
  const CEILINGS = [[2, 3], [8, 3], [9, 3, 2, 3], [2, 8]];
  const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];

  function looks(series) {
    let rivals = 0;
    let ceilings = 0;
    const ramps = Math.max(1, series.filter((s) => s.style === 'ramp').length - 1);
    let ramp = 0;
    return series.map((s) => {
      const style = s.style.replace('step ', '');
      switch (style) {
        case 'subject': return {colour: colours.subject, width: 2.75, dash: [], order: 1};
        case 'baseline': return {colour: colours.baseline, width: 2.25, dash: [], order: 2};
        case 'ceiling': return {colour: colours.ceiling, width: 1.75, dash: CEILINGS[ceilings++ % CEILINGS.length], order: 3};
        case 'best': return {colour: colours.text, width: 2, dash: [6, 4], order: 2};
        case 'offered': return {colour: colours.muted, width: 1.75, dash: [6, 4], order: 3};
        case 'failed': return {colour: colours.failed, width: 0, dash: [], order: 0};
        case 'quiet': return {colour: colours.quiet, width: 1, dash: [], order: 5, quiet: true};
        case 'ramp': return {colour: mix(colours.from, colours.to, ramp++ / ramps), width: 1.75, dash: [], order: 2};
        default: {
          const index = rivals++;
          return {
            colour: colours.palette[index % colours.palette.length], width: 1.75,
            dash: DASHES[Math.floor(index / 2) % DASHES.length], order: 3,
          };
        }
      }
    });
  }

  const bands = {
    id: 'bands',
    beforeDatasetsDraw(chart, _, options) {
      const {ctx, chartArea: area, scales: {x}} = chart;
      ctx.save();
      ctx.font = '11px ' + Chart.defaults.font.family;
      ctx.textAlign = 'center';
      let free = area.left;
      for (const band of options.bands || []) {
        const left = Math.max(area.left, x.getPixelForValue(band.from));
        const right = Math.min(area.right, x.getPixelForValue(band.to));
        ctx.globalAlpha = 0.03 + 0.17 * band.strength;
        ctx.fillStyle = colours.subject;
        ctx.fillRect(left, area.top, right - left, area.bottom - area.top);
        ctx.globalAlpha = 1;
        ctx.fillStyle = colours.muted;
        const wide = ctx.measureText(band.name).width + 2;
        const middle = (left + right) / 2;
        if (right - left >= wide && middle - wide / 2 >= free) {
          ctx.fillText(band.name, middle, area.top - 5);
          free = middle + wide / 2;
        }
      }
      ctx.restore();
    },
  };

  /** The value at the end of each bar, and a thin line from the least to the greatest of its turns. */
  const ends = {
    id: 'ends',
    afterDatasetsDraw(chart, _, options) {
      const {ctx, scales: {x, y}} = chart;
      const sums = new Map();
      ctx.save();
      ctx.font = '12px ' + Chart.defaults.font.family;
      ctx.textBaseline = 'middle';
      for (const series of options.series || []) {
        for (const [index, value, least, most] of series.points) {
          const sum = sums.get(index) || {value: 0, end: 0};
          sum.value += value;
          sum.end = Math.max(sum.value, most || 0);
          sums.set(index, sum);
          if (most > least) {
            const at = y.getPixelForValue(index);
            ctx.strokeStyle = colours.text;
            ctx.lineWidth = 1.25;
            ctx.beginPath();
            ctx.moveTo(x.getPixelForValue(least), at);
            ctx.lineTo(x.getPixelForValue(most), at);
            ctx.stroke();
          }
        }
      }
      ctx.fillStyle = colours.text;
      for (const [index, sum] of sums) {
        ctx.fillText(short[options.unit](sum.value), x.getPixelForValue(sum.end) + 6, y.getPixelForValue(index));
      }
      ctx.restore();
    },
  };

  // ---- from a description to a chart

  const powers = (base, min, max) => {
    const ticks = [];
    for (let power = Math.floor(Math.log(min) / Math.log(base)); base ** power <= max * 1.0001; power++) {
      if (base ** power >= min * 0.9999) ticks.push({value: base ** power});
    }
    return ticks;
  };

  const oneTwoFive = (min, max) => powers(10, min / 10, max)
    .flatMap(({value}) => [1, 2, 5].map((by) => ({value: value * by})))
    .filter(({value}) => value >= min * 0.9999 && value <= max * 1.0001);

  /** Ends of a logarithmic axis: powers of two, or one, two and five times powers of ten. */
  function bounds(base, least, greatest) {
    const ticks = base === 10 ? oneTwoFive(least / 10, greatest * 10) : powers(base, least / 2, greatest * 2);
    const min = ticks.filter(({value}) => value <= least * 1.0001).pop().value;
    const max = ticks.find(({value}) => value >= greatest * 0.9999).value;
    return [min, max > min ? max : min * base];
  }

  function valueAxis(chart, group) {
    const values = group.series.flatMap((s) => s.points.map((p) => p[1])).filter((v) => v > 0);
    const log = chart.log && values.length > 0; // nothing but zeros has no place on the other
    const axis = {
      type: log ? 'logarithmic' : 'linear',
      grid: {color: colours.line}, border: {display: false},
      ticks: {color: colours.muted, maxTicksLimit: 6, callback: (v) => short[chart.unit](v)},
    };
    if (!log) axis.beginAtZero = true;
    if (chart.kind === 'bar') axis.suggestedMax = Math.max(0, ...group.series.flatMap((s) => s.points.map((p) => p[3] || 0)));
    if (!log && chart.unit === 'bytes' && values.length) {
      axis.ticks.stepSize = 2 ** Math.ceil(Math.log2(Math.max(...values) / 5));
    }
    if (log) {
      const base = chart.unit === 'bytes' ? 2 : 10;
      [axis.min, axis.max] = bounds(base, Math.min(...values), Math.max(...values));
      axis.afterBuildTicks = (of) => {
        const few = base === 10 && of.max / of.min < 200;
        const ticks = few ? oneTwoFive(of.min, of.max) : powers(base, of.min, of.max);
        const stride = Math.ceil(ticks.length / 7);
        of.ticks = ticks.filter((_, index) => index % stride === 0);
      };
    }
    if (chart.unit === 'level') {
      Object.assign(axis, {min: 0.5, max: 10.5, beginAtZero: false});
      axis.afterBuildTicks = (of) => { of.ticks = Array.from({length: 10}, (_, index) => ({value: index + 1})); };
      axis.ticks.maxTicksLimit = 10;
      axis.ticks.autoSkip = false;
    }
    return axis;
  }

  function acrossAxis(chart, group) {
    const axis = {
      grid: {color: colours.line, display: chart.x !== 'category'}, border: {color: colours.line},
      ticks: {color: colours.muted, maxRotation: 40, autoSkipPadding: 12},
    };
    if (chart.x === 'category') {
      axis.ticks.callback = (index) => chart.labels[index].replace(/\n.*/, '').replace(/^(L\d+)_.*/, '$1');
      return Object.assign(axis, {type: 'category', labels: chart.labels});
    }
    axis.ticks.callback = (v) => across[chart.x](v);
    const furthest = Math.max(...group.series.flatMap((s) => s.points.map((p) => p[0])));
    if (chart.x === 'percentile') {
      Object.assign(axis, {type: 'logarithmic', min: 1, max: furthest});
      axis.afterBuildTicks = (of) => { of.ticks = powers(10, 1, of.max); };
      Object.assign(axis.ticks, {maxRotation: 0, font: {size: 11}});
    } else {
      Object.assign(axis, {type: 'linear', min: 0, max: furthest});
      axis.ticks.includeBounds = false;
    }
    return axis;
  }

  /** A long name on two lines, parted at a comma if there is one. */
  const wrapped = (name) => {
    if (name.length <= 22) return name;
    const at = (part) => [...name.matchAll(part)].map((match) => match.index + match[0].length - 1);
    const places = at(/, /g).length ? at(/, /g) : at(/ /g);
    if (!places.length) return name;
    const off = (place) => Math.abs(place - name.length / 2);
    const blank = places.reduce((best, place) => (off(place) < off(best) ? place : best));
    return [name.slice(0, blank), name.slice(blank + 1)];
  };

  function datasets(chart, group) {
    const look = looks(group.series);
    return group.series.map((s, index) => {
      const {colour, width, dash, order, quiet} = look[index];
      if (chart.kind === 'bar') {
        const back = s.style === 'part' ? colours.parts[index % colours.parts.length] : colours[s.style];
        return {label: s.name, data: s.points.map(([at, v]) => ({x: v, y: chart.labels[at]})), backgroundColor: back, maxBarThickness: 22, categoryPercentage: 0.85};
      }
      const dots = chart.x === 'category' && !quiet;
      return {
        label: s.name, quiet,
        data: s.points.map(([x, y]) => ({x: chart.x === 'category' ? chart.labels[x] : x, y})),
        borderColor: colour, backgroundColor: colour, borderWidth: width, borderDash: dash, order,
        showLine: s.style !== 'failed', pointStyle: s.style === 'failed' ? 'crossRot' : 'circle',
        pointBorderWidth: s.style === 'failed' ? 2.5 : 1,
        pointRadius: s.style === 'failed' ? 6 : s.points.length === 1 || (dots && s.points.length < 25) ? 3 : 0,
        pointHoverRadius: 5, stepped: s.style.startsWith('step') ? 'after' : false, tension: 0,
      };
    });
  }

  const crowded = (chart) => chart.labels.some((label) => label.endsWith('\n'));

  function settings(chart, group) {
    const bar = chart.kind === 'bar';
    const scales = bar
      ? {x: Object.assign(valueAxis(chart, group), {stacked: true}), y: Object.assign(acrossAxis(chart, group), {stacked: true})}
      : {x: acrossAxis(chart, group), y: valueAxis(chart, group)};
    if (bar) {
      const heading = (at) => (chart.labels[at] || '').endsWith('\n');
      scales.y.ticks = {
        color: (at) => (heading(at.index) ? colours.muted : colours.text), autoSkip: false, crossAlign: 'far',
        font: (at) => ({weight: heading(at.index) ? 600 : 400}),
        callback: (index) => (crowded(chart) ? chart.labels[index].replace(/\n.*/, '') : wrapped(chart.labels[index])),
      };
    }
    return {
      type: chart.kind,
      data: {labels: chart.x === 'category' ? chart.labels : undefined, datasets: datasets(chart, group)},
      plugins: bar ? [ends] : [bands],
      options: {
        indexAxis: bar ? 'y' : 'x', animation: false, maintainAspectRatio: false, parsing: bar ? {xAxisKey: 'x', yAxisKey: 'y'} : undefined,
        layout: {padding: {right: bar ? 72 : 12, top: group.bands.length ? 18 : 4}},
        interaction: {mode: bar ? 'y' : 'nearest', axis: bar ? 'y' : 'xy', intersect: false},
        scales,
        plugins: {
          bands: {bands: group.bands}, ends: {series: group.series, unit: chart.unit},
          legend: {
            display: group.series.length > 1, position: 'bottom', align: 'start',
            labels: {
              color: colours.text, usePointStyle: true, pointStyleWidth: bar ? 12 : 28, boxHeight: 7, padding: 12,
              pointStyle: bar ? 'rectRounded' : 'line',
              generateLabels: (of) => Chart.defaults.plugins.legend.labels.generateLabels(of).map((item) => {
                const {borderWidth, borderDash} = of.data.datasets[item.datasetIndex];
                if (of.data.datasets[item.datasetIndex].label === 'failed' && !bar) return Object.assign(item, {pointStyle: 'crossRot', lineWidth: 2.5});
                return bar ? item : Object.assign(item, {lineWidth: borderWidth, lineDash: borderDash});
              }),
              filter: (item, data) => !data.datasets[item.datasetIndex].quiet,
            },
          },
          tooltip: {
            callbacks: {
              title: (items) => items.length && chart.x !== 'category' ? across[chart.x](items[0].parsed.x) : items.length ? items[0].label.replace('\n', ' ') : '',
              label: (item) => item.dataset.label + ': ' + long[chart.unit](bar ? item.parsed.x : item.parsed.y),
            },
          },
        },
      },
    };
  }

  /** The numbers of a chart as a table, made when it is first asked for. */
  function table(chart, group) {
    const rows = new Map();
    group.series.forEach((s, column) => s.points.forEach(([x, y]) => {
      if (!rows.has(x)) rows.set(x, []);
      rows.get(x)[column] = long[chart.unit](y);
    }));
    const name = (x) => chart.x === 'category' ? chart.labels[x].replace('\n', ' ') : across[chart.x](x);
    const of = document.createElement('table');
    const line = (part, cells, tag) => {
      const row = part.insertRow();
      cells.forEach((text, index) => {
        const cell = document.createElement(index && !tag ? 'td' : 'th');
        cell.textContent = text === undefined ? '' : text;
        if (index) cell.className = 'n';
        row.append(cell);
      });
    };
    line(of.createTHead(), ['', ...group.series.map((s) => s.name)], 'th');
    const body = of.createTBody();
    [...rows.keys()].sort((a, b) => a - b).forEach((x) => line(body, [name(x), ...Array.from(group.series, (_, i) => rows.get(x)[i])]));
    return of;
  }

  // ---- the page

  const choices = [...document.querySelectorAll('select[data-chosen]')];
  const names = [...new Set(charts.filter((c) => c.groups.length > 1).flatMap((c) => c.groups.map((g) => g.name)))];
  choices.forEach((select) => {
    names.forEach((name) => select.add(new Option(name, name)));
    select.value = select.dataset.chosen;
  });
  const chosen = (chart) => chart.groups.find((g) => choices.length && g.name === choices[0].value) || chart.groups[0];
  let drawn = [];

  function draw() {
    drawn.forEach((chart) => chart.destroy());
    drawn = [];
    colours = scheme.matches && document.documentElement.dataset.theme !== 'light' ? DARK : LIGHT;
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.font.size = 12;
    for (const chart of charts) {
      const figure = document.querySelector(`[data-chart="${CSS.escape(chart.id)}"]`);
      const group = chosen(chart);
      const empty = !group.series.some((s) => s.points.length);
      figure.hidden = empty;
      if (empty) continue;
      if (chart.kind === 'bar') figure.querySelector('.plot').style.height = 80 + (crowded(chart) ? 24 : 32) * chart.labels.length + 'px';
      drawn.push(new Chart(figure.querySelector('canvas'), settings(chart, group)));
      const numbers = figure.querySelector('.numbers');
      const fill = () => {
        numbers.querySelectorAll('.scroll').forEach((old) => old.remove());
        if (!numbers.open) return;
        const box = document.createElement('div');
        box.className = 'scroll';
        box.tabIndex = 0;
        box.append(table(chart, group));
        numbers.append(box);
      };
      numbers.ontoggle = fill;
      fill();
    }
  }

  draw();
  choices.forEach((select) => select.addEventListener('change', () => {
    choices.forEach((other) => { other.value = select.value; });
    draw();
  }));
  scheme.addEventListener('change', draw);
  addEventListener('beforeprint', () => { document.documentElement.dataset.theme = 'light'; draw(); });
  addEventListener('afterprint', () => { delete document.documentElement.dataset.theme; draw(); });
})();
