/** Windows, fields and menus of user interfaces, for wireframes. */
import type { Rect } from './contract.ts'
import { beneath, inset, shape } from './define.ts'
import { radiusGrip } from './grips.ts'
import { body, circle, dark, ink, line, oval, polygon, polyline, rect, roundRect, strokes, whole } from './paths.ts'
import { lines, rows } from './wireframe-text.ts'

const tick = (x: number, y: number, s: number): string =>
  polyline(x + s * 0.2, y + s * 0.52, x + s * 0.42, y + s * 0.75, x + s * 0.82, y + s * 0.25)
const chevronDown = (x: number, y: number, s: number): string => polygon(x, y, x + s, y, x + s / 2, y + s * 0.6)
/** Text right of a square of the box's height. */
const besides = (w: number, h: number): Rect => inset(w, h, 0, 0, 0, Math.min(w, h) + 6)
const round = (radius: number) => ({ radius: ['Corner radius', 0, 100, radius, radiusGrip] as const })

export const wireframeShapes = [
  shape(
    'wireframe.window',
    'Window',
    [320, 220],
    (w, h) => {
      const bar = Math.min(22, h)
      const r = Math.min(4, bar / 4, w / 20)
      return [
        body(roundRect(0, 0, w, h, 5)),
        dark(roundRect(0, 0, w, bar, [5, 5, 0, 0])),
        ink(...[1, 2, 3].map(at => circle(Math.min(w, w - at * r * 3.2), bar / 2, r))),
      ]
    },
    {
      keywords: 'dialog application form',
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(22, h) }),
    },
  ),
  shape(
    'wireframe.dialog',
    'Dialog',
    [240, 140],
    (w, h) => {
      const bar = Math.min(28, h)
      const [bw, bh, gap] = [Math.min(60, w * 0.28), Math.min(22, h * 0.2), Math.min(10, w * 0.1, h * 0.1)]
      return [
        body(roundRect(0, 0, w, h, 6)),
        strokes(line(0, bar, w, bar)),
        body(roundRect(w - bw * 2 - gap * 2, h - bh - gap, bw, bh, 4)),
        dark(roundRect(w - bw - gap, h - bh - gap, bw, bh, 4)),
      ]
    },
    {
      keywords: 'modal popup alert',
      outline: whole,
      text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
    },
  ),
  shape('wireframe.panel', 'Panel', [200, 140], (w, h) => [body(whole(w, h))], {
    keywords: 'box area plain',
    container: true,
  }),
  shape('wireframe.button', 'Button', [90, 30], (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))], {
    parameters: round(5),
    keywords: 'press action submit',
  }),
  shape('wireframe.text-field', 'Text field', [140, 28], (w, h) => [body(roundRect(0, 0, w, h, 3))], {
    keywords: 'input textbox form',
  }),
  shape(
    'wireframe.text-area',
    'Text area',
    [180, 90],
    (w, h) => [
      body(roundRect(0, 0, w, h, 3)),
      strokes(
        line(w - Math.min(10, w), h - 2, w - 2, h - Math.min(10, h)),
        line(w - Math.min(5, w), h - 2, w - 2, h - Math.min(5, h)),
      ),
    ],
    { keywords: 'input multiline form', outline: whole },
  ),
  shape(
    'wireframe.search-field',
    'Search field',
    [160, 30],
    (w, h) => {
      const r = Math.min(w, h) * 0.18
      const x = h * 0.5
      return [
        body(roundRect(0, 0, w, h, h / 2)),
        strokes(circle(x, h * 0.46, r), line(x + r * 0.7, h * 0.46 + r * 0.7, x + r * 1.6, h * 0.46 + r * 1.6)),
      ]
    },
    { keywords: 'input find', text: (w, h) => inset(w, h, 0, 8, 0, Math.min(h, w / 2)) },
  ),
  shape(
    'wireframe.dropdown',
    'Dropdown',
    [140, 28],
    (w, h) => {
      const s = Math.min(h, w / 3)
      return [
        body(roundRect(0, 0, w, h, 3)),
        strokes(line(w - s, 0, w - s, h)),
        ink(chevronDown(w - s * 0.68, h / 2 - s * 0.12, s * 0.36)),
      ]
    },
    { keywords: 'select combobox picker', text: (w, h) => inset(w, h, 0, Math.min(h, w / 3), 0, 0) },
  ),
  shape(
    'wireframe.date-picker',
    'Date picker',
    [28, 26],
    (w, h) => [
      body(roundRect(0, h * 0.1, w, h * 0.9, 2)),
      dark(rect(0, h * 0.1, w, h * 0.24)),
      strokes(line(w * 0.28, 0, w * 0.28, h * 0.22), line(w * 0.72, 0, w * 0.72, h * 0.22)),
      ink(...[0.48, 0.72].flatMap(y => [0.16, 0.42, 0.68].map(x => rect(w * x, h * y, w * 0.16, h * 0.13)))),
    ],
    { keywords: 'calendar', text: beneath, outline: whole },
  ),
  shape(
    'wireframe.checkbox',
    'Checkbox',
    [120, 20],
    (w, h) => [body(roundRect(0, 0, Math.min(w, h), Math.min(w, h), 3))],
    { keywords: 'tick option form', outline: whole, text: besides },
  ),
  shape(
    'wireframe.checkbox-checked',
    'Checked checkbox',
    [120, 20],
    (w, h) => {
      const s = Math.min(w, h)
      return [body(roundRect(0, 0, s, s, 3)), strokes(tick(0, 0, s))]
    },
    { keywords: 'tick option form', outline: whole, text: besides },
  ),
  shape('wireframe.radio', 'Radio button', [120, 20], (w, h) => [body(oval(0, 0, Math.min(w, h), Math.min(w, h)))], {
    keywords: 'option form',
    outline: whole,
    text: besides,
  }),
  shape(
    'wireframe.radio-selected',
    'Selected radio button',
    [120, 20],
    (w, h) => {
      const s = Math.min(w, h)
      return [body(oval(0, 0, s, s)), ink(circle(s / 2, s / 2, s * 0.26))]
    },
    { keywords: 'option form', outline: whole, text: besides },
  ),
  shape(
    'wireframe.toggle',
    'Toggle',
    [46, 24],
    (w, h) => {
      const r = Math.min(w, h) / 2
      return [dark(roundRect(0, 0, w, h, r)), body(circle(w - r, h / 2, r * 0.8))]
    },
    { keywords: 'switch on off', outline: whole, text: beneath },
  ),
  shape(
    'wireframe.list',
    'List',
    [160, 110],
    (w, h) => {
      const bar = Math.min(14, w / 4)
      const tip = Math.min(bar * 0.5, h / 8)
      return [
        body(whole(w, h)),
        dark(rect(w - bar, 0, bar, h)),
        ink(
          polygon(w - bar / 2, tip * 0.6, w - bar / 2 + tip / 2, tip * 1.4, w - bar / 2 - tip / 2, tip * 1.4),
          polygon(
            w - bar / 2,
            h - tip * 0.6,
            w - bar / 2 + tip / 2,
            h - tip * 1.4,
            w - bar / 2 - tip / 2,
            h - tip * 1.4,
          ),
        ),
      ]
    },
    { keywords: 'listbox select rows', outline: whole, text: (w, h) => inset(w, h, 0, Math.min(14, w / 4), 0, 0) },
  ),
  shape(
    'wireframe.table',
    'Table',
    [220, 120],
    (w, h) => {
      const count = rows(w, h, 24)
      return [
        body(whole(w, h)),
        dark(rect(0, 0, w, h / count)),
        strokes(
          ...Array.from({ length: count - 1 }, (_, at) => line(0, (h * (at + 1)) / count, w, (h * (at + 1)) / count)),
          ...[1, 2].map(at => line((w * at) / 3, 0, (w * at) / 3, h)),
        ),
      ]
    },
    { keywords: 'grid data rows columns' },
  ),
  shape(
    'wireframe.tree',
    'Tree',
    [150, 110],
    (w, h) => {
      const count = rows(w, h, 22)
      return [
        body(whole(w, h)),
        strokes(
          ...Array.from({ length: count }, (_, at) => {
            const [x, y, s] = [
              w * (at % 3 === 0 ? 0.06 : 0.16),
              (h * (at + 0.5)) / count,
              Math.min(8, w * 0.06, (h / count) * 0.4),
            ]
            return rect(x, y - s / 2, s, s) + line(x + s * 2, y, Math.max(x + s * 2, w * 0.8), y)
          }),
        ),
      ]
    },
    { keywords: 'hierarchy navigation', outline: whole },
  ),
  shape(
    'wireframe.menu',
    'Menu',
    [130, 120],
    (w, h) => [body(roundRect(0, 0, w, h, 4)), lines(w * 0.12, 0, w * 0.7, h, rows(w, h, 24))],
    { keywords: 'context popup items' },
  ),
  shape(
    'wireframe.menu-bar',
    'Menu bar',
    [260, 28],
    (w, h) => [
      dark(whole(w, h)),
      strokes(...[0.05, 0.25, 0.45, 0.65].map(x => line(w * x, h / 2, w * (x + 0.12), h / 2))),
    ],
    { keywords: 'navigation toolbar' },
  ),
  shape(
    'wireframe.tabs',
    'Tabs',
    [240, 140],
    (w, h) => {
      const t = Math.min(26, h / 2)
      const tab = Math.min(80, w / 3)
      return [
        body(rect(0, t, w, h - t)),
        body(roundRect(0, 0, tab, t, [5, 5, 0, 0])),
        dark(roundRect(tab, 0, tab, t, [5, 5, 0, 0])),
        dark(roundRect(tab * 2, 0, tab, t, [5, 5, 0, 0])),
      ]
    },
    {
      keywords: 'navigation panel',
      outline: whole,
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: Math.min(80, w / 3), height: Math.min(26, h / 2) }),
    },
  ),
  shape(
    'wireframe.breadcrumbs',
    'Breadcrumbs',
    [200, 24],
    (w, h) => [
      body(whole(w, h)),
      strokes(
        ...[0.3, 0.63].map(x => polyline(w * x, h * 0.3, w * (x + 0.03), h / 2, w * x, h * 0.7)),
        ...[0.04, 0.38, 0.71].map(x => line(w * x, h / 2, w * (x + 0.2), h / 2)),
      ),
    ],
    { keywords: 'navigation path' },
  ),
  shape(
    'wireframe.pagination',
    'Pagination',
    [160, 28],
    (w, h) => [
      body(roundRect(0, 0, w, h, 4)),
      dark(rect(w * 0.4, 0, w * 0.2, h)),
      strokes(...[0.2, 0.4, 0.6, 0.8].map(x => line(w * x, 0, w * x, h))),
    ],
    { keywords: 'pages next previous' },
  ),
]
