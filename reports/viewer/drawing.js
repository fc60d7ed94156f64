'use strict';

/** Draws what charts.js describes, by Chart.js. The colours are those of the style sheet. */
const drawing = (() => {
  const {known} = figures;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const PALETTE = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6'];
  const PARTS = ['subject', 'baseline', 'series-1', 'ceiling'];
  const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3]];
  const STYLES = {
    subject: {name: 'subject', width: 2.75, order: 1},
    baseline: {name: 'baseline', width: 2.25, order: 2},
    best: {name: 'text', width: 2, dash: [6, 4], order: 2},
    offered: {name: 'muted', width: 1.75, dash: [6, 4], order: 3},
    failed: {name: 'fail', width: 2, order: 0},
    quiet: {name: 'quiet', width: 1, order: 5},
  };

  function looks(all) {
    const seen = {rival: 0, ceiling: 0, ramp: 0};
    const ramps = all.filter((of) => of.style === 'ramp').length;
    return all.map(({style}) => {
      const nth = seen[style]++;
      const rival = {width: 1.75, dash: DASHES[(nth >> 1) % 4], order: 3};
      switch (style) {
        case 'rival': return {...rival, colour: colour(PALETTE[nth % PALETTE.length])};
        case 'ceiling': return {...rival, colour: colour('ceiling'), dash: DASHES[(nth + 2) % 4]};
        case 'ramp': return {...rival, colour: faded(colour('subject'), (nth + 1) / ramps), dash: []};
        default: return {dash: [], ...STYLES[style], colour: colour(STYLES[style].name)};
      }
    });
  }

  const faded = (hex, part) => hex + Math.round(48 + 207 * part).toString(16).padStart(2, '0');

  const brief = (value) => Number(value).toLocaleString('en-US', {maximumSignificantDigits: 3});
  const onAxis = {
    rate: (value) => figures.scaled(value, 1000, ['', 'k', 'M', 'G'], brief),
    count: (value) => figures.scaled(value, 1000, ['', 'k', 'M', 'G'], brief),
    micros: (value) => figures.micros(value, brief),
    bytes: (value) => figures.bytes(value, brief),
    level: (value) => 'L' + value,
  };
  const inFull = {...onAxis, rate: figures.rate, count: figures.digits, micros: figures.micros, bytes: figures.bytes};

  function nines(x) {
    const percent = 100 * (1 - 1 / x);
    return +percent.toFixed(Math.max(0, Math.ceil(Math.log10(x)) - 1)) + '%';
  }

  const across = {
    label: (value, chart) => (chart.labels[value] ?? '').replace(/^(L\d+)_.*/, '$1'),
    seconds: (value) => brief(value) + ' s',
    percentile: nines,
  };

  /** Of a logarithmic axis: powers of two for bytes; else powers of ten, and two and five times those if few. */
  function logTicks(unit, least, greatest) {
    const base = unit === 'bytes' ? 2 : 10;
    const steps = base === 2 || greatest / least > 200 ? [1] : [1, 2, 5];
    const first = Math.floor(Math.log(least) / Math.log(base) + 1e-9);
    const last = Math.ceil(Math.log(greatest) / Math.log(base) - 1e-9);
    const all = [];
    for (let power = first; power <= last; power++) all.push(...steps.map((step) => step * base ** power));
    const from = all.filter((tick) => tick <= least * 1.0001).length - 1;
    const to = all.findIndex((tick) => tick >= greatest * 0.9999);
    return all.slice(Math.max(0, from), Math.max(to, from + 1) + 1);
  }

  function valueAxis(chart, group) {
    const spans = group.series.flatMap((of) => (of.spans ?? []).filter(Boolean).flat());
    const drawn = group.series.flatMap((of) => of.values ?? of.points.map(([, y]) => y));
    const values = [...drawn, ...spans].filter((value) => value > 0);
    const axis = {
      type: 'linear', beginAtZero: true, grid: {color: colour('line')}, border: {display: false},
      ticks: {color: colour('muted'), maxTicksLimit: 6, callback: (value) => onAxis[chart.unit](value)},
    };
    if (chart.kind === 'bar') axis.suggestedMax = Math.max(0, ...spans);
    if (chart.unit === 'bytes' && values.length) {
      axis.ticks.stepSize = 2 ** Math.ceil(Math.log2(Math.max(...values) / 5));
    }
    if (chart.unit === 'level') {
      Object.assign(axis, {min: 0.5, max: 10.5, beginAtZero: false});
      Object.assign(axis.ticks, {maxTicksLimit: 10, autoSkip: false});
      axis.afterBuildTicks = (of) => { of.ticks = Array.from({length: 10}, (_, index) => ({value: index + 1})); };
    } else if (chart.log && values.length) {
      const ticks = logTicks(chart.unit, Math.min(...values), Math.max(...values));
      const stride = Math.ceil(ticks.length / 7);
      const few = ticks.filter((_, at) => at % stride === 0).map((value) => ({value}));
      Object.assign(axis, {type: 'logarithmic', beginAtZero: false, min: ticks[0], max: ticks[ticks.length - 1]});
      axis.afterBuildTicks = (of) => { of.ticks = few; };
    }
    return axis;
  }

  function acrossAxis(chart, group) {
    const furthest = Math.max(...group.series.flatMap((of) => of.points.map(([x]) => x)));
    const axis = {
      type: 'linear', min: 0, max: furthest, grid: {color: colour('line')}, border: {color: colour('line')},
      ticks: {color: colour('muted'), maxRotation: 40, autoSkipPadding: 12, includeBounds: false},
    };
    axis.ticks.callback = (value) => across[chart.x](value, chart).split('\n')[0];
    if (chart.x === 'label') {
      Object.assign(axis, {min: -0.2, max: chart.labels.length - 0.8, grid: {display: false}});
      axis.afterBuildTicks = (of) => { of.ticks = chart.labels.map((_, value) => ({value})); };
    }
    if (chart.x === 'percentile') {
      Object.assign(axis, {type: 'logarithmic', min: 1, max: Math.max(10, furthest)});
      const powers = Math.floor(Math.log10(axis.max)) + 1;
      axis.afterBuildTicks = (of) => { of.ticks = Array.from({length: powers}, (_, power) => ({value: 10 ** power})); };
      axis.ticks.maxRotation = 0;
    }
    return axis;
  }

  function lineDatasets(chart, group) {
    const look = looks(group.series);
    return group.series.map((of, index) => {
      const {colour: paint, width, dash, order} = look[index];
      const isCross = of.style === 'failed';
      const dots = of.points.length === 1 || (chart.x === 'label' && of.style !== 'quiet' && of.points.length < 25);
      return {
        label: of.name, quiet: of.style === 'quiet', data: of.points.map(([x, y]) => ({x, y})),
        borderColor: paint, backgroundColor: paint, borderWidth: width, borderDash: dash, order,
        showLine: !isCross, stepped: of.stepped ? 'after' : false, pointHoverRadius: 5,
        pointStyle: isCross ? 'crossRot' : 'circle', pointBorderWidth: isCross ? 2.5 : 1,
        pointRadius: isCross ? 6 : dots ? 3 : 0,
      };
    });
  }

  function barDatasets(group) {
    return group.series.map((of, index) => ({
      label: of.name, data: of.values, maxBarThickness: 22, categoryPercentage: 0.85,
      backgroundColor: colour({part: PARTS[index % 4], failed: 'fail'}[of.style] ?? of.style),
    }));
  }

  /** Stretches of time behind the lines, with their names above. */
  const bandsBehind = (bands = []) => ({
    id: 'bands',
    beforeDatasetsDraw({ctx, chartArea: area, scales: {x}}) {
      ctx.save();
      ctx.font = '11px ' + Chart.defaults.font.family;
      ctx.textAlign = 'center';
      let free = area.left;
      for (const band of bands) {
        const left = Math.max(area.left, x.getPixelForValue(band.from));
        const right = Math.min(area.right, x.getPixelForValue(band.to));
        ctx.globalAlpha = 0.03 + 0.17 * band.strength;
        ctx.fillStyle = colour('subject');
        ctx.fillRect(left, area.top, right - left, area.bottom - area.top);
        ctx.globalAlpha = 1;
        ctx.fillStyle = colour('muted');
        const width = ctx.measureText(band.name).width + 2;
        const middle = (left + right) / 2;
        if (right - left >= width && middle - width / 2 >= free) {
          ctx.fillText(band.name, middle, area.top - 5);
          free = middle + width / 2;
        }
      }
      ctx.restore();
    },
  });

  /** The value at the end of each bar, and a thin line from the least to the greatest of its iterations. */
  const valuesAtEnds = (group, unit) => ({
    id: 'ends',
    afterDatasetsDraw({ctx, scales: {x, y}}) {
      ctx.save();
      ctx.font = '12px ' + Chart.defaults.font.family;
      ctx.textBaseline = 'middle';
      ctx.fillStyle = ctx.strokeStyle = colour('text');
      ctx.lineWidth = 1.25;
      group.rows.forEach((_row, index) => {
        const values = group.series.map((of) => of.values[index]).filter(known);
        if (!values.length) return;
        const total = values.reduce((sum, value) => sum + value, 0);
        const middle = y.getPixelForValue(index);
        const span = group.series.map((of) => of.spans?.[index]).find(Boolean);
        if (span && span[1] > span[0]) {
          ctx.beginPath();
          ctx.moveTo(x.getPixelForValue(span[0]), middle);
          ctx.lineTo(x.getPixelForValue(span[1]), middle);
          ctx.stroke();
        }
        ctx.fillText(onAxis[unit](total), x.getPixelForValue(Math.max(total, span?.[1] ?? 0)) + 6, middle);
      });
      ctx.restore();
    },
  });

  /** A long name on two lines, parted at the comma or blank nearest to its middle. */
  function wrapped(name) {
    if (name.length <= 22) return name;
    const places = [...name.matchAll(name.includes(', ') ? /, /g : / /g)].map((at) => at.index + at[0].length - 1);
    if (!places.length) return name;
    const off = (place) => Math.abs(place - name.length / 2);
    const middle = places.reduce((best, place) => (off(place) < off(best) ? place : best));
    return [name.slice(0, middle), name.slice(middle + 1)];
  }

  function barSettings(chart, group) {
    const rowAxis = {
      stacked: true, border: {color: colour('line')}, grid: {display: false},
      ticks: {
        color: ({index}) => colour(group.rows[index]?.heading ? 'muted' : 'text'),
        font: ({index}) => ({weight: group.rows[index]?.heading ? 600 : 400}),
        autoSkip: false, crossAlign: 'far', callback: (index) => wrapped(group.rows[index].text),
      },
    };
    const label = ({dataset, raw}) => `${dataset.label}: ${inFull[chart.unit](raw)}`;
    return {
      type: 'bar', plugins: [valuesAtEnds(group, chart.unit)],
      data: {labels: group.rows.map((row) => row.text), datasets: barDatasets(group)},
      options: {
        indexAxis: 'y', layout: {padding: {right: 72}}, interaction: {mode: 'y', axis: 'y', intersect: false},
        scales: {x: {...valueAxis(chart, group), stacked: true}, y: rowAxis},
        plugins: {
          legend: legend(group, {pointStyle: 'rectRounded', pointStyleWidth: 12}),
          tooltip: {filter: ({raw}) => known(raw), callbacks: {label}},
        },
      },
    };
  }

  function lineSettings(chart, group) {
    const title = ([item]) => (item ? across[chart.x](item.parsed.x, chart) : '');
    const label = ({dataset, parsed}) => `${dataset.label}: ${inFull[chart.unit](parsed.y)}`;
    return {
      type: 'line', plugins: [bandsBehind(group.bands)], data: {datasets: lineDatasets(chart, group)},
      options: {
        layout: {padding: {right: 12, top: group.bands?.length ? 18 : 4}},
        interaction: {mode: 'nearest', axis: 'xy', intersect: false},
        scales: {x: acrossAxis(chart, group), y: valueAxis(chart, group)},
        plugins: {
          legend: legend(group, {pointStyle: 'line', pointStyleWidth: 28}),
          tooltip: {callbacks: {title, label}},
        },
      },
    };
  }

  function legend(group, marks) {
    const asDrawn = (chart) => Chart.defaults.plugins.legend.labels.generateLabels(chart).map((item) => {
      const {borderWidth, borderDash} = chart.data.datasets[item.datasetIndex];
      return {...item, lineWidth: borderWidth ?? item.lineWidth, lineDash: borderDash ?? []};
    });
    const named = (item, {datasets}) => !datasets[item.datasetIndex].quiet;
    const labels = {
      color: colour('text'), usePointStyle: true, boxHeight: 7, padding: 12, filter: named, generateLabels: asDrawn,
      ...marks,
    };
    return {display: group.series.length > 1, position: 'bottom', align: 'start', labels};
  }

  const groupOf = (chart, load) => chart.groups.find((of) => of.name === load) ?? chart.groups[0];

  /** Of the plot, in pixels: room for every bar, and for the legend of many lines. */
  function heightOf(chart, group) {
    if (chart.kind === 'bar') return 80 + 31 * group.rows.length;
    const named = group.series.filter((of) => of.style !== 'quiet');
    return 300 + 16 * Math.max(0, named.length - 4);
  }

  /** Draws the group of that load; null if it has nothing to show. The caller destroys what is returned. */
  function draw(canvas, chart, load) {
    const group = groupOf(chart, load);
    if (!charts.hasData(group)) return null;
    canvas.parentElement.style.height = `${heightOf(chart, group)}px`;
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    const settings = chart.kind === 'bar' ? barSettings(chart, group) : lineSettings(chart, group);
    Object.assign(settings.options, {animation: false, maintainAspectRatio: false});
    return new Chart(canvas, settings);
  }

  return {draw};
})();
