/** Containers: boxes with a title, windows, device frames. */
import { inset, shape } from './define.ts'
import { radiusGrip, rimAbove, rimBeside } from './grips.ts'
import { header, headerLeft, left, top } from './header.ts'
import { body, circle, dark, ellipse, fit, ink, line, polygon, rect, roundRect, strokes, whole } from './paths.ts'

const bezel = ['Bezel', 2, 100, 12] as const

/** Body of a device with its screen. */
const screen = (w: number, h: number, radius: number, [t, r, b, l]: readonly [number, number, number, number]) => {
  const area = inset(w, h, t, r, b, l)
  return [dark(roundRect(0, 0, w, h, radius)), body(rect(area.x, area.y, area.width, area.height))]
}

export const containerShapes = [
  shape('container.box', 'Box', [240, 160], (w, h) => [body(whole(w, h))], {
    keywords: 'group area zone region',
    container: true,
    text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(30, h) }),
  }),
  shape('container.rounded', 'Rounded box', [240, 160], (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))], {
    parameters: { radius: ['Corner radius', 0, 200, 12, radiusGrip] },
    keywords: 'group area zone region',
    container: true,
    text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(30, h) }),
  }),
  shape(
    'container.titled',
    'Box with a title',
    [240, 160],
    (w, h, p) => [body(whole(w, h)), dark(rect(0, 0, w, Math.min(p.header, h)))],
    { parameters: header, keywords: 'group panel card header', container: true, text: top },
  ),
  shape(
    'container.titled-left',
    'Box with a title at the left',
    [240, 160],
    (w, h, p) => [body(whole(w, h)), dark(rect(0, 0, Math.min(p.header, w), h))],
    { parameters: headerLeft, keywords: 'group panel', container: true, text: left },
  ),
  shape(
    'container.open',
    'Frame with a title',
    [240, 160],
    (w, h, p) => [strokes(whole(w, h)), body(rect(0, 0, w, Math.min(p.header, h)))],
    { parameters: header, keywords: 'group panel lane open', container: true, text: top },
  ),
  shape(
    'container.open-left',
    'Frame with a title at the left',
    [240, 160],
    (w, h, p) => [strokes(whole(w, h)), body(rect(0, 0, Math.min(p.header, w), h))],
    { parameters: headerLeft, keywords: 'group panel lane open', container: true, text: left },
  ),
  shape(
    'container.list',
    'List',
    [160, 140],
    (w, h, p) => [body(roundRect(0, 0, w, h, 6)), strokes(line(0, Math.min(p.header, h), w, Math.min(p.header, h)))],
    { parameters: header, keywords: 'rows items', container: true, text: top },
  ),
  shape(
    'container.folder',
    'Folder',
    [240, 160],
    (w, h) => {
      const t = Math.min(20, h / 4)
      return [body(polygon(0, 0, w * 0.34, 0, w * 0.38, t, w, t, w, h, 0, h))]
    },
    {
      keywords: 'group tab',
      container: true,
      text: (w, h) => ({ x: 0, y: Math.min(20, h / 4), width: w, height: Math.min(30, h * 0.75) }),
    },
  ),
  shape(
    'container.browser',
    'Browser',
    [320, 220],
    (w, h) => {
      const bar = Math.min(32, h)
      const r = Math.min(4, bar / 4, w / 20)
      return [
        body(roundRect(0, 0, w, h, 8)),
        dark(roundRect(0, 0, w, bar, [8, 8, 0, 0])),
        ink(...[1, 2, 3].map(at => circle(Math.min(14 * at, w * 0.1 * at), bar / 2, r))),
        body(roundRect(w * 0.22, bar * 0.2, w * 0.72, bar * 0.6, 6)),
      ]
    },
    { keywords: 'window web page website', container: true, text: (w, h) => inset(w, h, 32, 0, 0, 0) },
  ),
  shape(
    'container.window',
    'Window',
    [320, 220],
    (w, h) => {
      const bar = Math.min(26, h)
      const s = Math.min(10, bar / 2, w / 12)
      const y = (bar - s) / 2
      const x = (at: number) => w - (s + Math.min(8, w / 24)) * at
      return [
        body(whole(w, h)),
        dark(rect(0, 0, w, bar)),
        strokes(
          line(x(3), y + s, x(3) + s, y + s),
          rect(x(2), y, s, s),
          line(x(1), y, x(1) + s, y + s),
          line(x(1) + s, y, x(1), y + s),
        ),
      ]
    },
    {
      keywords: 'dialog application',
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: w * 0.7, height: Math.min(26, h) }),
    },
  ),
  shape(
    'container.phone',
    'Phone',
    [160, 320],
    (w, h, { bezel }) => [
      ...screen(
        w,
        h,
        Math.min(w, h) * 0.12,
        [bezel * 1.8, bezel, bezel * 1.8, bezel].map(one => Math.min(one, w / 4, h / 4)) as [
          number,
          number,
          number,
          number,
        ],
      ),
      ink(roundRect(w * 0.4, Math.min(bezel, h / 5) * 0.75, w * 0.2, Math.min(bezel, h / 5) * 0.3, 3)),
    ],
    {
      parameters: { bezel: [...bezel, rimBeside] },
      keywords: 'mobile smartphone android iphone',
      container: true,
      text: (w, h, p) => inset(w, h, p.bezel * 1.8, p.bezel, p.bezel * 1.8, p.bezel),
    },
  ),
  shape(
    'container.tablet',
    'Tablet',
    [320, 240],
    (w, h, { bezel }) => [
      ...screen(
        w,
        h,
        Math.min(w, h) * 0.06,
        [bezel, bezel * 1.8, bezel, bezel * 1.8].map(one => Math.min(one, w / 4, h / 4)) as [
          number,
          number,
          number,
          number,
        ],
      ),
      strokes(
        ellipse(w - Math.min(bezel * 0.9, w / 8), h / 2, Math.min(bezel * 0.4, w / 12), Math.min(bezel * 0.4, w / 12)),
      ),
    ],
    {
      parameters: { bezel: [...bezel, rimAbove] },
      keywords: 'ipad mobile',
      container: true,
      text: (w, h, p) => inset(w, h, p.bezel, p.bezel * 1.8, p.bezel, p.bezel * 1.8),
    },
  ),
  shape(
    'container.laptop',
    'Laptop screen',
    [340, 220],
    (w, h) => {
      const base = Math.min(16, h / 4)
      return [
        dark(roundRect(w * 0.09, 0, w * 0.82, h - base, [8, 8, 0, 0])),
        body(rect(w * 0.12, h * 0.05, w * 0.76, (h - base) * 0.9)),
        dark(fit('M0 0L100 0L96 100L4 100Z', 0, h - base, w, base)),
      ]
    },
    {
      keywords: 'notebook computer',
      container: true,
      outline: whole,
      text: (w, h) => inset(w, h, h * 0.05, w * 0.12, Math.min(16, h / 4), w * 0.12),
    },
  ),
]
