import { bare, code, layout, link, macro, status, table, tasks } from '#features/demo-space/server/markup.ts'

export interface SeedPage {
  readonly title: string
  readonly storage: string
  readonly labels?: readonly string[]
  readonly children?: readonly SeedPage[]
}

const LOREM =
  'The river level is read every ten minutes and kept for a year. When two readings in a row are above the mark, ' +
  'the gate closes by itself and the watch is called; nobody has to be at the lock for that.'

/** A page with everything that a page can hold. */
export const RICH_TITLE = 'Runbook: what to do when the river gauge at the northern lock reports impossible values'

const rich = `${bare('toc', { maxLevel: '3' })}
<p>${LOREM} See ${link('Architecture')} and <a href="https://example.org/gauges">the maker's handbook</a>, or a page that is
still missing: ${link('Calibration log')}.</p>
<h2>First five minutes</h2>
${tasks(
  [true, 'Look at the second gauge <time datetime="2026-11-03" />'],
  [false, 'Call the watch: <ac:link><ri:user ri:username="grace" /></ac:link> until 18:00'],
  [false, `Write down what you saw in ${link('Incident reports')}`],
)}
${macro('warning', '<p>Never open the gate by hand while the pump is running.</p>', { title: 'Danger' })}
<p>The pump is ${status('RUNNING', 'Green')}, the gate ${status('BLOCKED', 'Red')}, the second gauge ${status('TO CHECK', 'Yellow')},
the mail ${status('PLANNED', 'Grey')} and the siren ${status('IN TEST', 'Blue')}. <ac:emoticon ac:name="warning" /> Press
<code>Ctrl</code> + <code>Enter</code> to send; H<sub>2</sub>O and 10<sup>6</sup>, <u>underlined</u>, <s>struck</s>.</p>
<h2>Readings</h2>
${table(
  ['Station', 'Level', 'Flow (m³/s)', 'Last service', 'Note'],
  [
    'Northern lock',
    '4.12 m',
    '1,204.50',
    '<time datetime="2026-03-02" />',
    'Sensor replaced after the flood; the old one is in the store',
  ],
  ['Southern lock', '3.98 m', '988.25', '<time datetime="2026-06-15" />', status('OK', 'Green')],
  [
    'Weir',
    '—',
    '—',
    'Never',
    'https://example.org/a/very/long/address/that/does/not/break/anywhere/at/all/and/goes/on',
  ],
)}
${macro(
  'expand',
  table(
    Array.from({ length: 14 }, (_, index) => `Column ${index + 1}`),
    ...Array.from({ length: 3 }, (_, row) => Array.from({ length: 14 }, (__, column) => `${row + 1}.${column + 1}`)),
  ),
  { title: 'A table with fourteen columns' },
)}
<h3>By script</h3>
${code(
  'python',
  `def plausible(level: float, last: float) -> bool:
    """A river does not rise by more than 20 cm in ten minutes, whatever the sensor says on a cold morning in March."""
    return 0 < level < 12 and abs(level - last) < 0.2`,
  { title: 'plausible.py', linenumbers: 'true' },
)}
<h2>What it looks like</h2>
<p><ac:image ac:width="640"><ri:attachment ri:filename="river.jpg" /></ac:image></p>
${layout([
  'two_equal',
  `<h3>Upstream</h3><p>${LOREM}</p><ul><li>Gauge<ul><li>Sensor</li><li>Cable</li></ul></li><li>Gate</li></ul>`,
  `<h3>Downstream</h3><p>${LOREM}</p><ol><li>Pump</li><li>Siren</li></ol>`,
])}
<blockquote><p>The best way to have a good idea is to have a lot of ideas.</p></blockquote>
${macro('info', '<p>Good to know.</p>')}${macro('tip', '<p>A way that saves time.</p>', { title: 'Tip' })}${macro('note', '<p>Keep in mind.</p>', { title: 'Note' })}
${macro('panel', '<p>A panel of our own.</p>', { title: 'Opening hours', borderStyle: 'solid' })}
${macro('excerpt', '<p>What to do when the gauge is wrong.</p>')}
${macro('details', table(['Owner', 'Grace Hopper'], ['Review', 'every spring']))}
<ac:structured-macro ac:name="noformat"><ac:plain-text-body><![CDATA[$ gauge --read north
4.12 m   2026-11-03T08:10:00+01:00]]></ac:plain-text-body></ac:structured-macro>
<p>日本語の段落：水位は十分ごとに記録され、一年間保存されます。</p>
<p dir="rtl">يُقرأ منسوب النهر كل عشر دقائق ويُحفظ لمدة سنة.</p>
${bare('nobody-knows', { depth: '3' })}
<hr/><p>${LOREM}</p>`

const notes = (title: string): string =>
  `<p>${LOREM}</p><h2>Decided</h2><ul><li>Read the gauge twice.</li><li>Keep a year of readings.</li></ul>${tasks([false, `Tell everybody: ${title}`])}`

/** The pages of the seeded space, below its home page. */
export const pages: readonly SeedPage[] = [
  {
    title: 'Architecture',
    labels: ['architecture', 'overview'],
    storage: `<p>${LOREM}</p>${bare('children', { all: 'true' })}`,
    children: [
      {
        title: 'Decisions',
        storage: notes('Decisions'),
        children: [
          { title: 'ADR 1: Keep readings for a year', labels: ['adr'], storage: notes('ADR 1') },
          {
            title: 'ADR 2: Two gauges at every lock, however small the lock and however far away',
            labels: ['adr'],
            storage: notes('ADR 2'),
          },
          {
            title: 'ADR 3: 水位計の二重化',
            labels: ['adr'],
            storage: notes('ADR 3'),
            children: [
              {
                title: 'Objections',
                storage: notes('Objections'),
                children: [{ title: 'An answer to the objections', storage: notes('An answer') }],
              },
            ],
          },
        ],
      },
      { title: 'Data flow', storage: `<p>${LOREM}</p>${macro('info', `<p>${LOREM}</p>`)}` },
      { title: 'Siren', storage: notes('Siren') },
    ],
  },
  {
    title: 'Runbooks',
    labels: ['on-call'],
    storage: bare('children'),
    children: [
      {
        title: RICH_TITLE,
        labels: ['on-call', 'runbook', 'gauge', 'a-rather-long-label-of-the-northern-lock'],
        storage: rich,
      },
      { title: 'Pump does not start', storage: notes('Pump') },
      { title: 'Gate stuck', storage: notes('Gate') },
    ],
  },
  {
    title: 'Incident reports',
    storage: `<p>${LOREM}</p>`,
    children: [{ title: 'Only for the board', storage: notes('Board') }],
  },
  {
    title: 'Meeting notes',
    storage: bare('children'),
    children: Array.from({ length: 12 }, (_, index) => ({
      title: `2026-${String(index + 1).padStart(2, '0')}-05 Team meeting`,
      labels: ['meeting'],
      storage: notes('Team meeting'),
    })),
  },
]
