/** Block arrows and callouts of the basic category. */
import { CLOUD } from './basic.ts'
import { inset, shape, within } from './define.ts'
import { shareAboveFromRight, shareBelow, type Grip } from './grips.ts'
import { body, circle, fit, oval, polygon } from './paths.ts'

type Arrow = Readonly<Record<'head' | 'shaft', number>>

/** Corners of a right arrow in a box; the head is at most as long as the box is high. */
function right(w: number, h: number, { head, shaft }: Arrow): number[] {
  const x = w - Math.min(w * head, h * 1.5)
  const [top, bottom] = [(h * (1 - shaft)) / 2, (h * (1 + shaft)) / 2]
  return [0, top, x, top, x, 0, w, h / 2, x, h, x, bottom, 0, bottom]
}

/** Transposed points. */
const swapped = (points: readonly number[]): number[] =>
  points.map((_, at) => points[at % 2 === 0 ? at + 1 : at - 1] ?? 0)
const mirrored = (points: readonly number[], w: number): number[] =>
  points.map((value, at) => (at % 2 === 0 ? w - value : value))

function double(w: number, h: number, { head, shaft }: Arrow): number[] {
  const x = Math.min(w * Math.min(head, 0.5), h * 1.5)
  const [top, bottom] = [(h * (1 - shaft)) / 2, (h * (1 + shaft)) / 2]
  return [0, h / 2, x, 0, x, top, w - x, top, w - x, 0, w, h / 2, w - x, h, w - x, bottom, x, bottom, x, h]
}

/** Handles of a right arrow: start of its head on the upper edge, thickness at its shaft's end. */
const headGrip: Grip = (w, h, head) => [w - Math.min(w * head, h * 1.5), 0]
const shaftGrip: Grip = (_, h, shaft) => [0, (h * (1 - shaft)) / 2]
const doubleHeadGrip: Grip = (w, h, head) => [Math.min(w * Math.min(head, 0.5), h * 1.5), 0]
const doubleShaftGrip: Grip = (w, h, shaft) => [w / 2, (h * (1 - shaft)) / 2]
const flipped =
  (grip: Grip): Grip =>
  (w, h, value) => {
    const [x, y] = grip(w, h, value)
    return [w - x, y]
  }
const turned =
  (grip: Grip): Grip =>
  (w, h, value) => {
    const [x, y] = grip(h, w, value)
    return [y, x]
  }
const blockArrow = (turn: (grip: Grip) => Grip = grip => grip) =>
  ({ head: ['Head', 0.05, 1, 0.35, turn(headGrip)], shaft: ['Shaft', 0.05, 1, 0.5, turn(shaftGrip)] }) as const
const doubleArrow = (turn: (grip: Grip) => Grip = grip => grip) =>
  ({
    head: ['Head', 0.05, 0.5, 0.25, turn(doubleHeadGrip)],
    shaft: ['Shaft', 0.05, 1, 0.5, turn(doubleShaftGrip)],
  }) as const

const tail = {
  tail: ['Tail', -1, 2, 0.2, (w, h, share) => shareBelow(w, h, Math.min(0.95, Math.max(0.05, share)))],
  length: ['Tail length', 0, 0.7, 0.25, (w, h, length) => [w * 0.75, h * (1 - length)]],
} satisfies Record<string, readonly [string, number, number, number, Grip]>

export const arrowShapes = [
  shape('basic.arrow-right', 'Right arrow', [120, 60], (w, h, p) => [body(polygon(...right(w, h, p)))], {
    inside: true,
    parameters: blockArrow(),
    keywords: 'block next',
  }),
  shape('basic.arrow-left', 'Left arrow', [120, 60], (w, h, p) => [body(polygon(...mirrored(right(w, h, p), w)))], {
    inside: true,
    parameters: blockArrow(flipped),
    keywords: 'block back',
  }),
  shape('basic.arrow-down', 'Down arrow', [60, 120], (w, h, p) => [body(polygon(...swapped(right(h, w, p))))], {
    inside: true,
    parameters: blockArrow(turned),
    keywords: 'block',
  }),
  shape(
    'basic.arrow-up',
    'Up arrow',
    [60, 120],
    (w, h, p) => [body(polygon(...swapped(mirrored(right(h, w, p), h))))],
    { inside: true, parameters: blockArrow(grip => turned(flipped(grip))), keywords: 'block' },
  ),
  shape('basic.arrow-double', 'Double arrow', [120, 60], (w, h, p) => [body(polygon(...double(w, h, p)))], {
    inside: true,
    parameters: doubleArrow(),
    keywords: 'block both left right',
  }),
  shape(
    'basic.arrow-up-down',
    'Up and down arrow',
    [60, 120],
    (w, h, p) => [body(polygon(...swapped(double(h, w, p))))],
    { inside: true, parameters: doubleArrow(turned), keywords: 'block both vertical' },
  ),
  shape(
    'basic.arrow-four',
    'Four-way arrow',
    [100, 100],
    (w, h) => [
      body(
        fit(
          'M50 0L66 20L57 20L57 43L80 43L80 34L100 50L80 66L80 57L57 57L57 80L66 80L50 100L34 80L43 80L43 57L20 57L20 66L0 50L20 34L20 43L43 43L43 20L34 20Z',
          0,
          0,
          w,
          h,
        ),
      ),
    ],
    { keywords: 'block move quad' },
  ),
  shape(
    'basic.arrow-bent',
    'Bent arrow',
    [100, 80],
    (w, h) => [
      body(
        fit('M0 100L0 55C0 32 14 18 38 18L68 18L68 0L100 30L68 60L68 42L38 42C29 42 25 47 25 55L25 100Z', 0, 0, w, h),
      ),
    ],
    {
      keywords: 'block turn',
      points: [
        [0.12, 1, 90],
        [1, 0.3, 0],
      ],
    },
  ),
  shape(
    'basic.arrow-u-turn',
    'U-turn arrow',
    [100, 100],
    (w, h) => [
      body(
        fit(
          'M0 100L0 42C0 16 16 0 40 0C64 0 80 16 80 42L80 55L100 55L70 90L40 55L58 55L58 42C58 30 52 22 40 22C28 22 22 30 22 42L22 100Z',
          0,
          0,
          w,
          h,
        ),
      ),
    ],
    {
      keywords: 'block return loop',
      points: [
        [0.11, 1, 90],
        [0.7, 0.9, 90],
        [0.4, 0, 270],
      ],
    },
  ),
  shape(
    'basic.arrow-notched',
    'Notched arrow',
    [120, 60],
    (w, h, p) => {
      const points = right(w, h, p)
      return [body(polygon(...points, Math.min(w * 0.12, h * 0.3), h / 2))]
    },
    { inside: true, parameters: blockArrow(), keywords: 'block' },
  ),
  shape(
    'basic.chevron',
    'Chevron',
    [100, 60],
    (w, h, { point }) => {
      const x = w * point
      return [body(polygon(0, 0, w - x, 0, w, h / 2, w - x, h, 0, h, x, h / 2))]
    },
    {
      inside: true,
      parameters: { point: ['Point', 0, 0.9, 0.25, shareAboveFromRight] },
      keywords: 'step process',
      points: [
        [0.5, 0],
        [1, 0.5],
        [0.5, 1],
        [0.25, 0.5, 180],
      ],
      text: within(0.2, 0, 0.85, 1),
    },
  ),
  shape(
    'basic.home-plate',
    'Pentagon arrow',
    [120, 60],
    (w, h, { point }) => {
      const x = w * point
      return [body(polygon(0, 0, w - x, 0, w, h / 2, w - x, h, 0, h))]
    },
    {
      inside: true,
      parameters: { point: ['Point', 0, 1, 0.25, shareAboveFromRight] },
      keywords: 'step tag process',
      text: within(0, 0, 0.85, 1),
    },
  ),
  shape(
    'basic.callout',
    'Callout',
    [120, 80],
    (w, h, p) => {
      const bottom = h * (1 - p.length)
      const x = w * Math.min(0.95, Math.max(0.05, p.tail))
      return [
        body(
          polygon(
            0,
            0,
            w,
            0,
            w,
            bottom,
            Math.min(w, x + w * 0.12),
            bottom,
            x,
            h,
            Math.max(0, x - w * 0.04),
            bottom,
            0,
            bottom,
          ),
        ),
      ]
    },
    { parameters: tail, keywords: 'speech bubble comment', text: (w, h, p) => inset(w, h, 0, 0, h * p.length, 0) },
  ),
  shape(
    'basic.callout-rounded',
    'Rounded callout',
    [120, 80],
    (w, h, p) => {
      const bottom = h * (1 - p.length)
      const r = Math.min(10, w / 4, bottom / 2)
      const x = Math.min(w - r - w * 0.12, Math.max(r + w * 0.04, w * p.tail))
      return [
        body(
          `${polygon(x, h, x - w * 0.04, bottom, r, bottom).slice(0, -1)}C0 ${bottom} 0 ${bottom} 0 ${bottom - r}L0 ${r}C0 0 0 0 ${r} 0L${w - r} 0C${w} 0 ${w} 0 ${w} ${r}L${w} ${bottom - r}C${w} ${bottom} ${w} ${bottom} ${w - r} ${bottom}L${x + w * 0.12} ${bottom}Z`,
        ),
      ]
    },
    { parameters: tail, keywords: 'speech bubble comment chat', text: (w, h, p) => inset(w, h, 0, 0, h * p.length, 0) },
  ),
  shape(
    'basic.callout-oval',
    'Oval callout',
    [120, 100],
    (w, h) => [
      body(
        fit('M34 76C13 71 0 57 0 40C0 18 22 0 50 0C78 0 100 18 100 40C100 62 78 79 50 79L46 79L22 100Z', 0, 0, w, h),
      ),
    ],
    { inside: within(0, 0, 1, 0.76), keywords: 'speech bubble ellipse', text: within(0.1, 0.1, 0.9, 0.7) },
  ),
  shape(
    'basic.callout-cloud',
    'Thought bubble',
    [120, 100],
    (w, h) => {
      const r = Math.min(w, h)
      return [
        body(fit(CLOUD, 0, 0, w, h * 0.78)),
        body(circle(w * 0.24, h * 0.85, r * 0.06)),
        body(circle(w * 0.14, h * 0.95, r * 0.04)),
      ]
    },
    { inside: within(0, 0.03, 1, 0.75), keywords: 'cloud think idea', text: within(0.1, 0.15, 0.92, 0.68) },
  ),
  shape(
    'basic.callout-side',
    'Side callout',
    [120, 80],
    (w, h) => {
      const x = Math.min(w * 0.15, 24)
      return [body(polygon(x, 0, w, 0, w, h, x, h, x, h * 0.62, 0, h / 2, x, h * 0.38))]
    },
    { keywords: 'speech bubble tooltip popover', text: (w, h) => inset(w, h, 0, 0, 0, Math.min(w * 0.15, 24)) },
  ),
  shape(
    'basic.pin',
    'Map pin',
    [60, 80],
    (w, h) => [
      body(fit('M50 100C40 78 0 60 0 36C0 14 22 0 50 0C78 0 100 14 100 36C100 60 60 78 50 100Z', 0, 0, w, h)),
      body(oval(w * 0.3, h * 0.2, w * 0.4, h * 0.28)),
    ],
    { keywords: 'location place marker', text: within(0, 0, 1, 0.7) },
  ),
]
