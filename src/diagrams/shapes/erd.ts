/** Symbols of entity-relationship diagrams in Chen's and crow's foot notation. */
import { inset, shape } from './define.ts'
import { stripAbove } from './grips.ts'
import { arc, body, ellipse, line, oval, polygon, rect, roundRect, strokes } from './paths.ts'

const diamond = (w: number, h: number, gap = 0): string => {
  const [x, y] = [(gap * Math.hypot(w, h)) / (h || 1), (gap * Math.hypot(w, h)) / (w || 1)]
  return polygon(
    w / 2,
    Math.min(y, h / 2),
    w - Math.min(x, w / 2),
    h / 2,
    w / 2,
    h - Math.min(y, h / 2),
    Math.min(x, w / 2),
    h / 2,
  )
}
/** Distance of double lines. */
const GAP = 4
const gapOf = (w: number, h: number): number => Math.min(GAP, w / 2, h / 2)
const header = { header: ['Header', 10, 400, 28, stripAbove] } as const
const top = (w: number, h: number, p: Readonly<{ header: number }>) => ({
  x: 0,
  y: 0,
  width: w,
  height: Math.min(p.header, h),
})

export const erdShapes = [
  shape('erd.entity', 'Entity', [120, 60], (w, h) => [body(rect(0, 0, w, h))], { keywords: 'table box' }),
  shape(
    'erd.weak-entity',
    'Weak entity',
    [120, 60],
    (w, h) => {
      const g = gapOf(w, h)
      return [body(rect(0, 0, w, h)), strokes(rect(g, g, w - 2 * g, h - 2 * g))]
    },
    { keywords: 'double box' },
  ),
  shape(
    'erd.associative-entity',
    'Associative entity',
    [120, 80],
    (w, h) => [body(rect(0, 0, w, h)), strokes(diamond(w, h))],
    { keywords: 'relationship box diamond' },
  ),
  shape('erd.attribute', 'Attribute', [100, 60], (w, h) => [body(oval(0, 0, w, h))], {
    inside: true,
    keywords: 'ellipse field column',
  }),
  shape(
    'erd.key-attribute',
    'Key attribute',
    [100, 60],
    (w, h) => [body(oval(0, 0, w, h)), strokes(line(w * 0.25, h * 0.68, w * 0.75, h * 0.68))],
    { inside: true, keywords: 'ellipse underlined primary' },
  ),
  shape(
    'erd.weak-key-attribute',
    'Weak key attribute',
    [100, 60],
    (w, h) => [
      body(oval(0, 0, w, h)),
      strokes(
        ...Array.from({ length: 5 }, (_, at) =>
          line(w * (0.25 + at * 0.11), h * 0.68, w * (0.31 + at * 0.11), h * 0.68),
        ),
      ),
    ],
    { inside: true, keywords: 'ellipse partial dashed' },
  ),
  shape(
    'erd.derived-attribute',
    'Derived attribute',
    [100, 60],
    (w, h) => [{ d: oval(0, 0, w, h), fill: 'fill', stroke: false }, strokes(dashed(w, h))],
    { inside: true, keywords: 'ellipse dashed computed' },
  ),
  shape(
    'erd.multivalued-attribute',
    'Multi-valued attribute',
    [100, 60],
    (w, h) => {
      const g = gapOf(w, h)
      return [body(oval(0, 0, w, h)), strokes(ellipse(w / 2, h / 2, w / 2 - g, h / 2 - g))]
    },
    { inside: true, keywords: 'ellipse double' },
  ),
  shape('erd.relationship', 'Relationship', [120, 80], (w, h) => [body(diamond(w, h))], {
    inside: true,
    keywords: 'diamond relation',
  }),
  shape(
    'erd.identifying-relationship',
    'Identifying relationship',
    [120, 80],
    (w, h) => [body(diamond(w, h)), strokes(diamond(w, h, GAP))],
    { inside: true, keywords: 'diamond double weak relation' },
  ),
  shape(
    'erd.entity-with-attributes',
    'Entity with attributes',
    [140, 120],
    (w, h, p) => {
      const y = Math.min(p.header, h)
      return [body(rect(0, 0, w, h)), strokes(line(0, y, w, y))]
    },
    { parameters: header, keywords: 'table columns fields', container: true, text: top },
  ),
  shape(
    'erd.entity-with-keys',
    'Entity with keys',
    [160, 120],
    (w, h, p) => {
      const y = Math.min(p.header, h)
      const x = Math.min(p.keys, w)
      return [body(rect(0, 0, w, h)), strokes(line(0, y, w, y), line(x, y, x, h))]
    },
    {
      parameters: { ...header, keys: ['Key column', 10, 200, 36, (w, h, keys) => [Math.min(keys, w), h * 0.75]] },
      keywords: 'table columns primary foreign',
      container: true,
      text: top,
    },
  ),
  shape(
    'erd.view',
    'View',
    [140, 120],
    (w, h, p) => {
      const y = Math.min(p.header, h)
      return [body(roundRect(0, 0, w, h, 10)), strokes(line(0, y, w, y))]
    },
    { parameters: header, keywords: 'table query rounded', container: true, text: top },
  ),
  shape('erd.inheritance', 'Inheritance', [60, 60], (w, h) => [body(polygon(0, 0, w, 0, w / 2, h))], {
    keywords: 'isa generalisation triangle',
    text: (w, h) => inset(w, h, 0, w * 0.2, h * 0.4, w * 0.2),
  }),
]

/** A dashed ellipse, whatever the style. */
function dashed(w: number, h: number): string {
  const count = Math.min(100, Math.max(8, Math.round((Math.PI * (w + h)) / 2 / 10)))
  const step = 360 / count
  return Array.from({ length: count }, (_, at) => arc(w / 2, h / 2, w / 2, h / 2, at * step, (at + 0.6) * step)).join(
    '',
  )
}
