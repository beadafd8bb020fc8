/** Controls, media, texts, markers and charts of user interfaces, for wireframes. */
import type { ShapePath } from './contract.ts'
import { beneath, inset, shape } from './define.ts'
import {
  arc,
  body,
  circle,
  dark,
  ellipse,
  fit,
  ink,
  line,
  oval,
  polygon,
  polyline,
  rect,
  roundRect,
  strokes,
  whole,
} from './paths.ts'
import { lines, rows } from './wireframe-text.ts'

const axes = (w: number, h: number): ShapePath => strokes(polyline(0, 0, 0, h, w, h))

export const wireframeContentShapes = [
  shape(
    'wireframe.slider',
    'Slider',
    [150, 20],
    (w, h) => {
      const r = Math.min(h / 2, w / 4)
      return [strokes(line(0, h / 2, w, h / 2)), body(circle(Math.max(r, Math.min(w - r, w * 0.4)), h / 2, r))]
    },
    { keywords: 'range control', outline: whole, text: beneath },
  ),
  shape(
    'wireframe.progress',
    'Progress bar',
    [160, 18],
    (w, h) => [body(roundRect(0, 0, w, h, 4)), dark(roundRect(0, 0, w * 0.6, h, 4))],
    { keywords: 'loading status' },
  ),
  shape(
    'wireframe.scrollbar-vertical',
    'Vertical scrollbar',
    [16, 140],
    (w, h) => [
      body(whole(w, h)),
      dark(roundRect(w * 0.15, Math.min(w, h / 5), w * 0.7, h * 0.35, w * 0.35)),
      ink(
        polygon(
          w / 2,
          Math.min(w, h / 5) * 0.25,
          w * 0.75,
          Math.min(w, h / 5) * 0.7,
          w * 0.25,
          Math.min(w, h / 5) * 0.7,
        ),
        polygon(
          w / 2,
          h - Math.min(w, h / 5) * 0.25,
          w * 0.75,
          h - Math.min(w, h / 5) * 0.7,
          w * 0.25,
          h - Math.min(w, h / 5) * 0.7,
        ),
      ),
    ],
    { keywords: 'scroll' },
  ),
  shape(
    'wireframe.scrollbar-horizontal',
    'Horizontal scrollbar',
    [140, 16],
    (w, h) => [
      body(whole(w, h)),
      dark(roundRect(Math.min(h, w / 5), h * 0.15, w * 0.35, h * 0.7, h * 0.35)),
      ink(
        polygon(
          Math.min(h, w / 5) * 0.25,
          h / 2,
          Math.min(h, w / 5) * 0.7,
          h * 0.25,
          Math.min(h, w / 5) * 0.7,
          h * 0.75,
        ),
        polygon(
          w - Math.min(h, w / 5) * 0.25,
          h / 2,
          w - Math.min(h, w / 5) * 0.7,
          h * 0.25,
          w - Math.min(h, w / 5) * 0.7,
          h * 0.75,
        ),
      ),
    ],
    { keywords: 'scroll' },
  ),
  shape(
    'wireframe.image',
    'Image',
    [120, 90],
    (w, h) => [body(whole(w, h)), strokes(line(0, 0, w, h), line(w, 0, 0, h))],
    { keywords: 'picture photo placeholder' },
  ),
  shape(
    'wireframe.avatar',
    'Avatar',
    [60, 60],
    (w, h) => [
      body(oval(0, 0, w, h)),
      ink(
        ellipse(w / 2, h * 0.38, w * 0.16, h * 0.16),
        fit('M0 100C0 30 30 0 50 0C70 0 100 30 100 100C70 130 30 130 0 100Z', w * 0.24, h * 0.6, w * 0.52, h * 0.24),
      ),
    ],
    { keywords: 'profile user picture', keepsAspect: true, text: beneath },
  ),
  shape(
    'wireframe.video',
    'Video player',
    [220, 140],
    (w, h) => {
      const bar = Math.min(24, h / 4)
      const s = Math.min(w, h - bar) * 0.3
      return [
        body(whole(w, h)),
        dark(rect(0, h - bar, w, bar)),
        ink(
          polygon(
            w / 2 - s * 0.4,
            (h - bar) / 2 - s / 2,
            w / 2 + s * 0.5,
            (h - bar) / 2,
            w / 2 - s * 0.4,
            (h - bar) / 2 + s / 2,
          ),
        ),
        strokes(line(w * 0.15, h - bar / 2, w * 0.9, h - bar / 2)),
        ink(
          polygon(w * 0.04, h - bar * 0.75, w * 0.09, h - bar / 2, w * 0.04, h - bar * 0.25),
          circle(w * 0.4, h - bar / 2, Math.min(bar * 0.2, w * 0.05)),
        ),
      ]
    },
    { keywords: 'media movie play' },
  ),
  shape(
    'wireframe.map',
    'Map',
    [180, 120],
    (w, h) => [
      body(whole(w, h)),
      strokes(fit('M0 30L40 22L100 40M22 0L30 100M60 0L72 100M0 78L100 68', 0, 0, w, h)),
      dark(
        fit(
          'M50 100C40 78 0 60 0 36C0 14 22 0 50 0C78 0 100 14 100 36C100 60 60 78 50 100Z',
          w * 0.44,
          h * 0.24,
          w * 0.12,
          h * 0.28,
        ),
      ),
    ],
    { keywords: 'location street' },
  ),
  shape(
    'wireframe.tooltip',
    'Tooltip',
    [120, 44],
    (w, h) => {
      const tip = Math.min(8, h / 3, w / 6)
      return [body(polygon(0, 0, w, 0, w, h - tip, w / 2 + tip, h - tip, w / 2, h, w / 2 - tip, h - tip, 0, h - tip))]
    },
    { keywords: 'hint callout popover', text: (w, h) => inset(w, h, 0, 0, Math.min(8, h / 3), 0) },
  ),
  shape('wireframe.popover', 'Popover', [160, 90], (w, h) => [body(roundRect(0, 0, w, h, 5))], {
    keywords: 'popup bubble box',
    container: true,
  }),
  shape(
    'wireframe.pointer-up',
    'Pointer up',
    [16, 8],
    (w, h) => [
      { d: polygon(0, h, w / 2, 0, w, h), fill: 'fill', stroke: false },
      strokes(polyline(0, h, w / 2, 0, w, h)),
    ],
    { keywords: 'popover tip arrow' },
  ),
  shape(
    'wireframe.pointer-down',
    'Pointer down',
    [16, 8],
    (w, h) => [
      { d: polygon(0, 0, w / 2, h, w, 0), fill: 'fill', stroke: false },
      strokes(polyline(0, 0, w / 2, h, w, 0)),
    ],
    { keywords: 'popover tip arrow' },
  ),
  shape(
    'wireframe.pointer-right',
    'Pointer right',
    [8, 16],
    (w, h) => [
      { d: polygon(0, 0, w, h / 2, 0, h), fill: 'fill', stroke: false },
      strokes(polyline(0, 0, w, h / 2, 0, h)),
    ],
    { keywords: 'popover tip arrow' },
  ),
  shape(
    'wireframe.pointer-left',
    'Pointer left',
    [8, 16],
    (w, h) => [
      { d: polygon(w, 0, 0, h / 2, w, h), fill: 'fill', stroke: false },
      strokes(polyline(w, 0, 0, h / 2, w, h)),
    ],
    { keywords: 'popover tip arrow' },
  ),
  shape('wireframe.speech-bubble', 'Speech bubble', [120, 70], (w, h) => [body(roundRect(0, 0, w, h, 6))], {
    keywords: 'chat comment message',
  }),
  shape(
    'wireframe.annotation-left',
    'Annotation at the left',
    [70, 50],
    (w, h) => [body(fit('M36 0L100 0L100 100L36 100L0 50Z', 0, 0, w, h))],
    { keywords: 'marker pin callout', text: (w, h) => inset(w, h, 0, 0, 0, w * 0.36) },
  ),
  shape(
    'wireframe.annotation-right',
    'Annotation at the right',
    [70, 50],
    (w, h) => [body(fit('M0 0L64 0L100 50L64 100L0 100Z', 0, 0, w, h))],
    { keywords: 'marker pin callout', text: (w, h) => inset(w, h, 0, w * 0.36, 0, 0) },
  ),
  shape('wireframe.number', 'Number marker', [28, 28], (w, h) => [body(oval(0, 0, w, h))], {
    keywords: 'reference note circle',
    keepsAspect: true,
  }),
  shape('wireframe.rule', 'Rule', [200, 10], (w, h) => [strokes(line(0, h / 2, w, h / 2))], {
    keywords: 'line separator divider',
    outline: whole,
  }),
  shape('wireframe.text', 'Block of text', [160, 80], (w, h) => [lines(0, 0, w, h, rows(w, h, 14))], {
    keywords: 'paragraph lorem placeholder',
    outline: whole,
  }),
  shape(
    'wireframe.line-chart',
    'Line chart',
    [180, 110],
    (w, h) => [
      { d: whole(w, h), fill: 'none', stroke: false },
      axes(w, h),
      strokes(fit('M4 80L24 52L42 64L62 28L80 40L100 10', 0, 0, w, h)),
    ],
    { keywords: 'graph diagram statistics', outline: whole, text: beneath },
  ),
  shape(
    'wireframe.bar-chart',
    'Bar chart',
    [180, 110],
    (w, h) => [
      axes(w, h),
      ...[0.5, 0.8, 0.35, 0.95, 0.65].map((value, at) =>
        (at % 2 ? dark : body)(rect(w * (0.06 + at * 0.19), h * (1 - value), w * 0.13, h * value)),
      ),
    ],
    { keywords: 'column graph diagram statistics', outline: whole, text: beneath },
  ),
  shape(
    'wireframe.area-chart',
    'Area chart',
    [180, 110],
    (w, h) => [body(fit('M0 100L0 72L24 46L42 58L62 24L80 36L100 8L100 100Z', 0, 0, w, h)), axes(w, h)],
    { keywords: 'graph diagram statistics', outline: whole, text: beneath },
  ),
  shape(
    'wireframe.pie-chart',
    'Pie chart',
    [110, 110],
    (w, h) => {
      const slice = (from: number, to: number) =>
        `${polyline(w / 2, h / 2)}${arc(w / 2, h / 2, w / 2, h / 2, from, to, true)}Z`
      return [body(oval(0, 0, w, h)), dark(slice(-90, 40)), strokes(slice(40, 170))]
    },
    { keywords: 'graph diagram statistics', keepsAspect: true, text: beneath },
  ),
]
