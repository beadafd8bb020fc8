/** Boxes of organisation charts. */
import type { Rect } from './contract.ts'
import { inset, shape } from './define.ts'
import { body, dark, ellipse, fit, ink, polygon, rect, roundRect, strokes, whole } from './paths.ts'

/** Head and shoulders, in a box. */
const portrait = (x: number, y: number, w: number, h: number): string =>
  ellipse(x + w / 2, y + h * 0.32, w * 0.22, h * 0.22) +
  fit('M0 100C0 72 18 60 50 60C82 60 100 72 100 100Z', x + w * 0.12, y, w * 0.76, h * 0.94)

const withPortrait = (w: number, h: number) => {
  const side = Math.min(h * 0.72, w * 0.36)
  const gap = (h - side) / 2
  return { side, x: Math.min(gap, w * 0.08), gap }
}
const besides = (w: number, h: number): Rect => {
  const { side, x } = withPortrait(w, h)
  return inset(w, h, 0, 0, 0, side + x * 1.5)
}

export const orgShapes = [
  shape('org.position', 'Position', [140, 60], (w, h) => [body(roundRect(0, 0, w, h, 6))], {
    keywords: 'role job employee manager box',
  }),
  shape('org.executive', 'Executive', [160, 80], (w, h) => [body(whole(w, h)), dark(rect(0, 0, w, Math.min(8, h)))], {
    keywords: 'director head ceo leader',
    text: (w, h) => inset(w, h, 8, 0, 0, 0),
  }),
  shape(
    'org.manager',
    'Manager',
    [140, 60],
    (w, h) => [body(roundRect(0, 0, w, h, 6)), dark(roundRect(0, 0, Math.min(8, w), h, [6, 0, 0, 6]))],
    { keywords: 'lead position', text: (w, h) => inset(w, h, 0, 0, 0, 8) },
  ),
  shape('org.assistant', 'Assistant', [140, 60], (w, h) => [body(roundRect(0, 0, w, h, Math.min(w, h) / 2))], {
    keywords: 'staff secretary position',
  }),
  shape(
    'org.consultant',
    'Consultant',
    [140, 60],
    (w, h) => {
      const gap = Math.min(4, w / 2, h / 2)
      return [body(whole(w, h)), strokes(rect(gap, gap, w - 2 * gap, h - 2 * gap))]
    },
    { keywords: 'contractor external' },
  ),
  shape(
    'org.vacancy',
    'Vacancy',
    [140, 60],
    (w, h) => {
      const c = Math.min(12, w / 2, h / 2)
      return [body(polygon(c, 0, w - c, 0, w, c, w, h - c, w - c, h, c, h, 0, h - c, 0, c))]
    },
    { keywords: 'open position hire' },
  ),
  shape(
    'org.person',
    'Person with a picture',
    [180, 80],
    (w, h) => {
      const { side, x, gap } = withPortrait(w, h)
      return [body(roundRect(0, 0, w, h, 6)), dark(rect(x, gap, side, side)), ink(portrait(x, gap, side, side))]
    },
    { keywords: 'employee photo card', text: besides },
  ),
  shape(
    'org.team',
    'Team',
    [160, 80],
    (w, h) => {
      const s = Math.min(5, w / 6, h / 6)
      return [
        body(roundRect(2 * s, 0, w - 2 * s, h - 2 * s, 6)),
        body(roundRect(s, s, w - 2 * s, h - 2 * s, 6)),
        body(roundRect(0, 2 * s, w - 2 * s, h - 2 * s, 6)),
      ]
    },
    {
      keywords: 'group department staff several',
      outline: whole,
      text: (w, h) => inset(w, h, Math.min(10, h / 3), Math.min(10, w / 3), 0, 0),
    },
  ),
  shape(
    'org.department',
    'Department',
    [240, 160],
    (w, h) => [body(roundRect(0, 0, w, h, 10)), dark(roundRect(0, 0, w, Math.min(28, h), [10, 10, 0, 0]))],
    {
      keywords: 'division unit group',
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
    },
  ),
]
