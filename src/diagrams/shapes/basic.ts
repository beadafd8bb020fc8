/** Boxes, circles, polygons and solids. */
import type { ShapeDefinition } from './contract.ts'
import { inset, shape, within } from './define.ts'
import { cornerOf, lidGrip, radiusGrip, shareAbove, type Grip } from './grips.ts'
import { arc, area, body, dark, fit, line, oval, polygon, rect, regular, roundRect, strokes, whole } from './paths.ts'

/** A cloud that touches all sides of its unit box. */
export const CLOUD =
  'M26 86C11 88 0 78 0 66C0 56 6 49 14 46C10 33 18 20 31 20C35 8 45 0 57 0C70 0 79 9 80 21C92 22 97 33 94 43C98 47 100 53 100 60C100 73 91 82 79 81C74 94 61 100 50 95C41 100 30 96 26 86Z'

const fraction = (label: string, usual: number, grip: Grip, max = 0.5) => [label, 0, max, usual, grip] as const
const round = { radius: ['Corner radius', 0, 200, 10, radiusGrip] } as const
/** The first corner between the points of a star. */
const starGrip = (points: number): Grip => cornerOf(1, (w, h, inner) => regular(points, w, h, inner))
const corners = [
  [0, 0, 225],
  [1, 0, 315],
  [1, 1, 45],
  [0, 1, 135],
] as const
const sides = [
  [0.5, 0],
  [1, 0.5],
  [0.5, 1],
  [0, 0.5],
] as const

/** A standing cylinder. @param usual height of its lid, a share of the whole */
export const cylinder = (
  id: string,
  name: string,
  size: readonly [number, number],
  usual: number,
  keywords: string,
): ShapeDefinition =>
  shape(
    id,
    name,
    size,
    (w, h, { lid }) => {
      const ry = Math.min(h * lid, h / 2)
      return [
        body(`${arc(w / 2, ry, w / 2, ry, 180, 360)}${arc(w / 2, h - ry, w / 2, ry, 0, 180, true)}Z`),
        strokes(arc(w / 2, ry, w / 2, ry, 0, 180)),
      ]
    },
    {
      inside: (w, h, { lid }) => inset(w, h, Math.min(2 * h * lid, h), 0, 0, 0),
      parameters: { lid: ['Lid', 0.02, 0.45, usual, lidGrip] },
      keywords,
      text: (w, h, { lid }) => inset(w, h, h * lid, 0, 0, 0),
    },
  )

export const basicShapes = [
  shape('basic.rectangle', 'Rectangle', [120, 60], (w, h) => [body(whole(w, h))], {
    keywords: 'box process',
    points: [...sides, ...corners],
  }),
  shape(
    'basic.rounded-rectangle',
    'Rounded rectangle',
    [120, 60],
    (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))],
    {
      inside: true,
      keywords: 'box round',
      parameters: round,
    },
  ),
  shape('basic.square', 'Square', [80, 80], (w, h) => [body(whole(w, h))], {
    keepsAspect: true,
    points: [...sides, ...corners],
  }),
  shape('basic.ellipse', 'Ellipse', [120, 80], (w, h) => [body(oval(0, 0, w, h))], {
    inside: true,
    keywords: 'oval round',
  }),
  shape('basic.circle', 'Circle', [80, 80], (w, h) => [body(oval(0, 0, w, h))], {
    inside: true,
    keepsAspect: true,
    keywords: 'round dot',
  }),
  shape('basic.text', 'Text', [120, 24], (w, h) => [area(whole(w, h))], { keywords: 'label caption heading' }),
  shape('basic.triangle', 'Triangle', [100, 80], (w, h) => [body(polygon(w / 2, 0, w, h, 0, h))], {
    inside: within(0, 0.3, 1, 1),
    points: [
      [0.5, 0],
      [0.75, 0.5, 0],
      [0.5, 1],
      [0.25, 0.5, 180],
      [0, 1, 135],
      [1, 1, 45],
    ],
  }),
  shape('basic.triangle-right', 'Triangle to the right', [80, 100], (w, h) => [body(polygon(0, 0, w, h / 2, 0, h))], {
    inside: true,
    keywords: 'play',
    points: [
      [1, 0.5],
      [0.5, 0.75, 90],
      [0, 0.5],
      [0.5, 0.25, 270],
    ],
    text: within(0, 0.2, 0.75, 0.8),
  }),
  shape('basic.triangle-left', 'Triangle to the left', [80, 100], (w, h) => [body(polygon(w, 0, 0, h / 2, w, h))], {
    inside: true,
    points: [
      [0, 0.5],
      [0.5, 0.75, 90],
      [1, 0.5],
      [0.5, 0.25, 270],
    ],
    text: within(0.25, 0.2, 1, 0.8),
  }),
  shape('basic.triangle-down', 'Triangle downwards', [100, 80], (w, h) => [body(polygon(0, 0, w, 0, w / 2, h))], {
    inside: within(0, 0, 1, 0.7),
    points: [
      [0.5, 0],
      [0.75, 0.5, 0],
      [0.5, 1],
      [0.25, 0.5, 180],
    ],
  }),
  shape('basic.right-triangle', 'Right triangle', [100, 80], (w, h) => [body(polygon(0, 0, w, h, 0, h))], {
    inside: within(0, 0.3, 0.7, 1),
    points: [
      [0, 0, 270],
      [0.5, 0.5, 315],
      [1, 1, 0],
      [0.5, 1],
      [0, 0.5],
    ],
    text: within(0, 0.4, 0.7, 1),
  }),
  shape('basic.diamond', 'Diamond', [100, 80], (w, h) => [body(polygon(w / 2, 0, w, h / 2, w / 2, h, 0, h / 2))], {
    inside: true,
    keywords: 'rhombus decision',
  }),
  shape('basic.pentagon', 'Pentagon', [80, 80], (w, h) => [body(regular(5, w, h))], {
    inside: true,
    points: [
      [0.5, 0],
      [1, 0.382, 0],
      [0.81, 1, 90],
      [0.19, 1, 90],
      [0, 0.382, 180],
    ],
  }),
  shape(
    'basic.hexagon',
    'Hexagon',
    [120, 80],
    (w, h, { inset: side }) => [
      body(polygon(w * side, 0, w * (1 - side), 0, w, h / 2, w * (1 - side), h, w * side, h, 0, h / 2)),
    ],
    { inside: true, parameters: { inset: fraction('Inset', 0.2, shareAbove) } },
  ),
  shape('basic.heptagon', 'Heptagon', [80, 80], (w, h) => [body(regular(7, w, h))], {
    inside: true,
    points: [
      [0.5, 0],
      [0.5, 1],
    ],
  }),
  shape(
    'basic.octagon',
    'Octagon',
    [80, 80],
    (w, h, { inset: side }) => {
      const [x, y] = [w * side, h * side]
      return [body(polygon(x, 0, w - x, 0, w, y, w, h - y, w - x, h, x, h, 0, h - y, 0, y))]
    },
    { inside: true, parameters: { inset: fraction('Inset', 0.29, shareAbove) }, keywords: 'stop' },
  ),
  shape('basic.decagon', 'Decagon', [80, 80], (w, h) => [body(regular(10, w, h))], { inside: true }),
  shape('basic.star', 'Star', [80, 80], (w, h, { inner }) => [body(regular(5, w, h, inner))], {
    inside: true,
    parameters: { inner: ['Inner radius', 0.1, 0.9, 0.4, starGrip(5)] },
    keywords: 'favourite rating',
    points: [
      [0.5, 0],
      [1, 0.38, 0],
      [0.81, 1, 90],
      [0.19, 1, 90],
      [0, 0.38, 180],
    ],
    text: within(0.22, 0.3, 0.78, 0.8),
  }),
  shape('basic.star-4', 'Four-pointed star', [80, 80], (w, h, { inner }) => [body(regular(4, w, h, inner))], {
    inside: true,
    parameters: { inner: ['Inner radius', 0.1, 0.9, 0.4, starGrip(4)] },
  }),
  shape('basic.star-6', 'Six-pointed star', [80, 80], (w, h, { inner }) => [body(regular(6, w, h, inner))], {
    inside: true,
    parameters: { inner: ['Inner radius', 0.1, 0.9, 0.58, starGrip(6)] },
    points: [
      [0.5, 0],
      [0.5, 1],
    ],
  }),
  shape('basic.burst', 'Burst', [100, 100], (w, h, { inner }) => [body(regular(12, w, h, inner))], {
    inside: true,
    parameters: { inner: ['Inner radius', 0.1, 0.95, 0.78, starGrip(12)] },
    keywords: 'seal badge star',
    text: within(0.15, 0.15, 0.85, 0.85),
  }),
  shape(
    'basic.cross',
    'Cross',
    [80, 80],
    (w, h, { thickness }) => {
      const [x, y] = [(w * (1 - thickness)) / 2, (h * (1 - thickness)) / 2]
      return [
        body(
          polygon(
            x,
            0,
            w - x,
            0,
            w - x,
            y,
            w,
            y,
            w,
            h - y,
            w - x,
            h - y,
            w - x,
            h,
            x,
            h,
            x,
            h - y,
            0,
            h - y,
            0,
            y,
            x,
            y,
          ),
        ),
      ]
    },
    {
      inside: true,
      parameters: { thickness: ['Thickness', 0.05, 1, 0.33, (w, _, thickness) => [(w * (1 - thickness)) / 2, 0]] },
      keywords: 'plus add',
    },
  ),
  shape('basic.cross-out', 'Cross out', [80, 80], (w, h) => [strokes(line(0, 0, w, h), line(w, 0, 0, h))], {
    keywords: 'x delete no',
    points: corners,
    outline: whole,
  }),
  cylinder('basic.cylinder', 'Cylinder', [80, 100], 0.12, 'database store tank'),
  shape(
    'basic.cube',
    'Cube',
    [100, 80],
    (w, h, { depth }) => {
      const s = Math.min(w, h) * depth
      return [
        body(rect(0, s, w - s, h - s)),
        body(polygon(0, s, s, 0, w, 0, w - s, s)),
        dark(polygon(w - s, s, w, 0, w, h - s, w - s, h)),
      ]
    },
    {
      parameters: {
        depth: fraction('Depth', 0.22, (w, h, depth) => [w - Math.min(w, h) * depth, Math.min(w, h) * depth], 0.8),
      },
      keywords: 'box 3d block',
      outline: (w, h, { depth }) => {
        const s = Math.min(w, h) * depth
        return polygon(0, s, s, 0, w, 0, w, h - s, w - s, h, 0, h)
      },
      text: (w, h, { depth }) => inset(w, h, Math.min(w, h) * depth, Math.min(w, h) * depth, 0, 0),
    },
  ),
  shape('basic.cloud', 'Cloud', [120, 80], (w, h) => [body(fit(CLOUD, 0, 0, w, h))], {
    inside: within(0, 0.04, 1, 0.96),
    keywords: 'internet',
    text: within(0.1, 0.2, 0.92, 0.85),
  }),
  shape(
    'basic.parallelogram',
    'Parallelogram',
    [120, 80],
    (w, h, { slant }) => [body(polygon(w * slant, 0, w, 0, w * (1 - slant), h, 0, h))],
    {
      inside: true,
      parameters: { slant: fraction('Slant', 0.2, shareAbove, 0.9) },
      points: [
        [0.5, 0],
        [0.9, 0.5, 0],
        [0.5, 1],
        [0.1, 0.5, 180],
      ],
    },
  ),
  shape(
    'basic.trapezoid',
    'Trapezoid',
    [120, 80],
    (w, h, { inset: side }) => [body(polygon(w * side, 0, w * (1 - side), 0, w, h, 0, h))],
    {
      inside: true,
      parameters: { inset: fraction('Inset', 0.2, shareAbove) },
      points: [
        [0.5, 0],
        [0.9, 0.5, 0],
        [0.5, 1],
        [0.1, 0.5, 180],
      ],
    },
  ),
]
