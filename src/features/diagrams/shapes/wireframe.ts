/** Parts of user interfaces for wireframes, and pages of site maps. */
import type { Rect, ShapePath } from './contract.ts'
import { beneath, inset, shape } from './define.ts'
import { arc, body, circle, dark, ellipse, fit, ink, line, oval, polygon, polyline, rect, roundRect, strokes } from './paths.ts'

const whole = (w: number, h: number) => rect(0, 0, w, h)
const tick = (x: number, y: number, s: number): string => polyline(x + s * 0.2, y + s * 0.52, x + s * 0.42, y + s * 0.75, x + s * 0.82, y + s * 0.25)
const chevronDown = (x: number, y: number, s: number): string => polygon(x, y, x + s, y, x + s / 2, y + s * 0.6)
/** Text right of a square of the box's height. */
const besides = (w: number, h: number): Rect => inset(w, h, 0, 0, 0, Math.min(w, h) + 6)
const round = (radius: number) => ({ radius: ['Corner radius', 0, 100, radius] as const })
/** Lines that stand for text. */
const lines = (x: number, y: number, w: number, h: number, count: number): ShapePath =>
  strokes(...Array.from({ length: count }, (_, at) => line(x, y + (h * (at + 0.5)) / count, x + w * (at === count - 1 ? 0.6 : 1), y + (h * (at + 0.5)) / count)))
const rows = (w: number, h: number, height: number): number => Math.max(1, Math.min(40, Math.floor(h / height), Math.floor(w)))
const axes = (w: number, h: number): ShapePath => strokes(polyline(0, 0, 0, h, w, h))

export const wireframeShapes = [
  shape('wireframe.window', 'Window', [320, 220], (w, h) => {
    const bar = Math.min(22, h)
    const r = Math.min(4, bar / 4, w / 20)
    return [body(roundRect(0, 0, w, h, 5)), dark(roundRect(0, 0, w, bar, [5, 5, 0, 0])), ink(...[1, 2, 3].map(at => circle(Math.min(w, w - at * r * 3.2), bar / 2, r)))]
  }, { keywords: 'dialog application form', container: true, text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(22, h) }) }),
  shape('wireframe.dialog', 'Dialog', [240, 140], (w, h) => {
    const bar = Math.min(28, h)
    const [bw, bh, gap] = [Math.min(60, w * 0.28), Math.min(22, h * 0.2), Math.min(10, w * 0.1, h * 0.1)]
    return [body(roundRect(0, 0, w, h, 6)), strokes(line(0, bar, w, bar)), body(roundRect(w - bw * 2 - gap * 2, h - bh - gap, bw, bh, 4)), dark(roundRect(w - bw - gap, h - bh - gap, bw, bh, 4))]
  }, { keywords: 'modal popup alert', outline: whole, text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }) }),
  shape('wireframe.panel', 'Panel', [200, 140], (w, h) => [body(whole(w, h))], { keywords: 'box area plain', container: true }),
  shape('wireframe.button', 'Button', [90, 30], (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))], { parameters: round(5), keywords: 'press action submit' }),
  shape('wireframe.text-field', 'Text field', [140, 28], (w, h) => [body(roundRect(0, 0, w, h, 3))], { keywords: 'input textbox form' }),
  shape('wireframe.text-area', 'Text area', [180, 90], (w, h) => [body(roundRect(0, 0, w, h, 3)), strokes(line(w - Math.min(10, w), h - 2, w - 2, h - Math.min(10, h)), line(w - Math.min(5, w), h - 2, w - 2, h - Math.min(5, h)))], { keywords: 'input multiline form', outline: whole }),
  shape('wireframe.search-field', 'Search field', [160, 30], (w, h) => {
    const r = Math.min(w, h) * 0.18
    const x = h * 0.5
    return [body(roundRect(0, 0, w, h, h / 2)), strokes(circle(x, h * 0.46, r), line(x + r * 0.7, h * 0.46 + r * 0.7, x + r * 1.6, h * 0.46 + r * 1.6))]
  }, { keywords: 'input find', text: (w, h) => inset(w, h, 0, 8, 0, Math.min(h, w / 2)) }),
  shape('wireframe.dropdown', 'Dropdown', [140, 28], (w, h) => {
    const s = Math.min(h, w / 3)
    return [body(roundRect(0, 0, w, h, 3)), strokes(line(w - s, 0, w - s, h)), ink(chevronDown(w - s * 0.68, h / 2 - s * 0.12, s * 0.36))]
  }, { keywords: 'select combobox picker', text: (w, h) => inset(w, h, 0, Math.min(h, w / 3), 0, 0) }),
  shape('wireframe.date-picker', 'Date picker', [28, 26], (w, h) => [
    body(roundRect(0, h * 0.1, w, h * 0.9, 2)), dark(rect(0, h * 0.1, w, h * 0.24)), strokes(line(w * 0.28, 0, w * 0.28, h * 0.22), line(w * 0.72, 0, w * 0.72, h * 0.22)),
    ink(...[0.48, 0.72].flatMap(y => [0.16, 0.42, 0.68].map(x => rect(w * x, h * y, w * 0.16, h * 0.13)))),
  ], { keywords: 'calendar', text: beneath, outline: whole }),
  shape('wireframe.checkbox', 'Checkbox', [120, 20], (w, h) => [body(roundRect(0, 0, Math.min(w, h), Math.min(w, h), 3))], { keywords: 'tick option form', outline: whole, text: besides }),
  shape('wireframe.checkbox-checked', 'Checked checkbox', [120, 20], (w, h) => {
    const s = Math.min(w, h)
    return [body(roundRect(0, 0, s, s, 3)), strokes(tick(0, 0, s))]
  }, { keywords: 'tick option form', outline: whole, text: besides }),
  shape('wireframe.radio', 'Radio button', [120, 20], (w, h) => [body(oval(0, 0, Math.min(w, h), Math.min(w, h)))], { keywords: 'option form', outline: whole, text: besides }),
  shape('wireframe.radio-selected', 'Selected radio button', [120, 20], (w, h) => {
    const s = Math.min(w, h)
    return [body(oval(0, 0, s, s)), ink(circle(s / 2, s / 2, s * 0.26))]
  }, { keywords: 'option form', outline: whole, text: besides }),
  shape('wireframe.toggle', 'Toggle', [46, 24], (w, h) => {
    const r = Math.min(w, h) / 2
    return [dark(roundRect(0, 0, w, h, r)), body(circle(w - r, h / 2, r * 0.8))]
  }, { keywords: 'switch on off', outline: whole, text: beneath }),
  shape('wireframe.list', 'List', [160, 110], (w, h) => {
    const bar = Math.min(14, w / 4)
    const tip = Math.min(bar * 0.5, h / 8)
    return [
      body(whole(w, h)), dark(rect(w - bar, 0, bar, h)),
      ink(polygon(w - bar / 2, tip * 0.6, w - bar / 2 + tip / 2, tip * 1.4, w - bar / 2 - tip / 2, tip * 1.4), polygon(w - bar / 2, h - tip * 0.6, w - bar / 2 + tip / 2, h - tip * 1.4, w - bar / 2 - tip / 2, h - tip * 1.4)),
    ]
  }, { keywords: 'listbox select rows', outline: whole, text: (w, h) => inset(w, h, 0, Math.min(14, w / 4), 0, 0) }),
  shape('wireframe.table', 'Table', [220, 120], (w, h) => {
    const count = rows(w, h, 24)
    return [body(whole(w, h)), dark(rect(0, 0, w, h / count)), strokes(...Array.from({ length: count - 1 }, (_, at) => line(0, (h * (at + 1)) / count, w, (h * (at + 1)) / count)), ...[1, 2].map(at => line((w * at) / 3, 0, (w * at) / 3, h)))]
  }, { keywords: 'grid data rows columns' }),
  shape('wireframe.tree', 'Tree', [150, 110], (w, h) => {
    const count = rows(w, h, 22)
    return [body(whole(w, h)), strokes(...Array.from({ length: count }, (_, at) => {
      const [x, y, s] = [w * (at % 3 === 0 ? 0.06 : 0.16), (h * (at + 0.5)) / count, Math.min(8, w * 0.06, (h / count) * 0.4)]
      return rect(x, y - s / 2, s, s) + line(x + s * 2, y, Math.max(x + s * 2, w * 0.8), y)
    }))]
  }, { keywords: 'hierarchy navigation', outline: whole }),
  shape('wireframe.menu', 'Menu', [130, 120], (w, h) => [body(roundRect(0, 0, w, h, 4)), lines(w * 0.12, 0, w * 0.7, h, rows(w, h, 24))], { keywords: 'context popup items' }),
  shape('wireframe.menu-bar', 'Menu bar', [260, 28], (w, h) => [dark(whole(w, h)), strokes(...[0.05, 0.25, 0.45, 0.65].map(x => line(w * x, h / 2, w * (x + 0.12), h / 2)))], { keywords: 'navigation toolbar' }),
  shape('wireframe.tabs', 'Tabs', [240, 140], (w, h) => {
    const t = Math.min(26, h / 2)
    const tab = Math.min(80, w / 3)
    return [body(rect(0, t, w, h - t)), body(roundRect(0, 0, tab, t, [5, 5, 0, 0])), dark(roundRect(tab, 0, tab, t, [5, 5, 0, 0])), dark(roundRect(tab * 2, 0, tab, t, [5, 5, 0, 0]))]
  }, { keywords: 'navigation panel', outline: whole, container: true, text: (w, h) => ({ x: 0, y: 0, width: Math.min(80, w / 3), height: Math.min(26, h / 2) }) }),
  shape('wireframe.breadcrumbs', 'Breadcrumbs', [200, 24], (w, h) => [body(whole(w, h)), strokes(...[0.3, 0.63].map(x => polyline(w * x, h * 0.3, w * (x + 0.03), h / 2, w * x, h * 0.7)), ...[0.04, 0.38, 0.71].map(x => line(w * x, h / 2, w * (x + 0.2), h / 2)))], { keywords: 'navigation path' }),
  shape('wireframe.pagination', 'Pagination', [160, 28], (w, h) => [body(roundRect(0, 0, w, h, 4)), dark(rect(w * 0.4, 0, w * 0.2, h)), strokes(...[0.2, 0.4, 0.6, 0.8].map(x => line(w * x, 0, w * x, h)))], { keywords: 'pages next previous' }),
  shape('wireframe.slider', 'Slider', [150, 20], (w, h) => {
    const r = Math.min(h / 2, w / 4)
    return [strokes(line(0, h / 2, w, h / 2)), body(circle(Math.max(r, Math.min(w - r, w * 0.4)), h / 2, r))]
  }, { keywords: 'range control', outline: whole, text: beneath }),
  shape('wireframe.progress', 'Progress bar', [160, 18], (w, h) => [body(roundRect(0, 0, w, h, 4)), dark(roundRect(0, 0, w * 0.6, h, 4))], { keywords: 'loading status' }),
  shape('wireframe.scrollbar-vertical', 'Vertical scrollbar', [16, 140], (w, h) => [body(whole(w, h)), dark(roundRect(w * 0.15, Math.min(w, h / 5), w * 0.7, h * 0.35, w * 0.35)), ink(polygon(w / 2, Math.min(w, h / 5) * 0.25, w * 0.75, Math.min(w, h / 5) * 0.7, w * 0.25, Math.min(w, h / 5) * 0.7), polygon(w / 2, h - Math.min(w, h / 5) * 0.25, w * 0.75, h - Math.min(w, h / 5) * 0.7, w * 0.25, h - Math.min(w, h / 5) * 0.7))], { keywords: 'scroll' }),
  shape('wireframe.scrollbar-horizontal', 'Horizontal scrollbar', [140, 16], (w, h) => [body(whole(w, h)), dark(roundRect(Math.min(h, w / 5), h * 0.15, w * 0.35, h * 0.7, h * 0.35)), ink(polygon(Math.min(h, w / 5) * 0.25, h / 2, Math.min(h, w / 5) * 0.7, h * 0.25, Math.min(h, w / 5) * 0.7, h * 0.75), polygon(w - Math.min(h, w / 5) * 0.25, h / 2, w - Math.min(h, w / 5) * 0.7, h * 0.25, w - Math.min(h, w / 5) * 0.7, h * 0.75))], { keywords: 'scroll' }),
  shape('wireframe.image', 'Image', [120, 90], (w, h) => [body(whole(w, h)), strokes(line(0, 0, w, h), line(w, 0, 0, h))], { keywords: 'picture photo placeholder' }),
  shape('wireframe.avatar', 'Avatar', [60, 60], (w, h) => [body(oval(0, 0, w, h)), ink(ellipse(w / 2, h * 0.38, w * 0.16, h * 0.16), fit('M0 100C0 30 30 0 50 0C70 0 100 30 100 100C70 130 30 130 0 100Z', w * 0.24, h * 0.6, w * 0.52, h * 0.24))], { keywords: 'profile user picture', keepsAspect: true, text: beneath }),
  shape('wireframe.video', 'Video player', [220, 140], (w, h) => {
    const bar = Math.min(24, h / 4)
    const s = Math.min(w, h - bar) * 0.3
    return [
      body(whole(w, h)), dark(rect(0, h - bar, w, bar)), ink(polygon(w / 2 - s * 0.4, (h - bar) / 2 - s / 2, w / 2 + s * 0.5, (h - bar) / 2, w / 2 - s * 0.4, (h - bar) / 2 + s / 2)),
      strokes(line(w * 0.15, h - bar / 2, w * 0.9, h - bar / 2)), ink(polygon(w * 0.04, h - bar * 0.75, w * 0.09, h - bar / 2, w * 0.04, h - bar * 0.25), circle(w * 0.4, h - bar / 2, Math.min(bar * 0.2, w * 0.05))),
    ]
  }, { keywords: 'media movie play' }),
  shape('wireframe.map', 'Map', [180, 120], (w, h) => [body(whole(w, h)), strokes(fit('M0 30L40 22L100 40M22 0L30 100M60 0L72 100M0 78L100 68', 0, 0, w, h)), dark(fit('M50 100C40 78 0 60 0 36C0 14 22 0 50 0C78 0 100 14 100 36C100 60 60 78 50 100Z', w * 0.44, h * 0.24, w * 0.12, h * 0.28))], { keywords: 'location street' }),
  shape('wireframe.tooltip', 'Tooltip', [120, 44], (w, h) => {
    const tip = Math.min(8, h / 3, w / 6)
    return [body(polygon(0, 0, w, 0, w, h - tip, w / 2 + tip, h - tip, w / 2, h, w / 2 - tip, h - tip, 0, h - tip))]
  }, { keywords: 'hint callout popover', text: (w, h) => inset(w, h, 0, 0, Math.min(8, h / 3), 0) }),
  shape('wireframe.popover', 'Popover', [160, 90], (w, h) => [body(roundRect(0, 0, w, h, 5))], { keywords: 'popup bubble box', container: true }),
  shape('wireframe.pointer-up', 'Pointer up', [16, 8], (w, h) => [{ d: polygon(0, h, w / 2, 0, w, h), fill: 'fill', stroke: false }, strokes(polyline(0, h, w / 2, 0, w, h))], { keywords: 'popover tip arrow' }),
  shape('wireframe.pointer-down', 'Pointer down', [16, 8], (w, h) => [{ d: polygon(0, 0, w / 2, h, w, 0), fill: 'fill', stroke: false }, strokes(polyline(0, 0, w / 2, h, w, 0))], { keywords: 'popover tip arrow' }),
  shape('wireframe.pointer-right', 'Pointer right', [8, 16], (w, h) => [{ d: polygon(0, 0, w, h / 2, 0, h), fill: 'fill', stroke: false }, strokes(polyline(0, 0, w, h / 2, 0, h))], { keywords: 'popover tip arrow' }),
  shape('wireframe.pointer-left', 'Pointer left', [8, 16], (w, h) => [{ d: polygon(w, 0, 0, h / 2, w, h), fill: 'fill', stroke: false }, strokes(polyline(w, 0, 0, h / 2, w, h))], { keywords: 'popover tip arrow' }),
  shape('wireframe.speech-bubble', 'Speech bubble', [120, 70], (w, h) => [body(roundRect(0, 0, w, h, 6))], { keywords: 'chat comment message' }),
  shape('wireframe.annotation-left', 'Annotation at the left', [70, 50], (w, h) => [body(fit('M36 0L100 0L100 100L36 100L0 50Z', 0, 0, w, h))], { keywords: 'marker pin callout', text: (w, h) => inset(w, h, 0, 0, 0, w * 0.36) }),
  shape('wireframe.annotation-right', 'Annotation at the right', [70, 50], (w, h) => [body(fit('M0 0L64 0L100 50L64 100L0 100Z', 0, 0, w, h))], { keywords: 'marker pin callout', text: (w, h) => inset(w, h, 0, w * 0.36, 0, 0) }),
  shape('wireframe.number', 'Number marker', [28, 28], (w, h) => [body(oval(0, 0, w, h))], { keywords: 'reference note circle', keepsAspect: true }),
  shape('wireframe.rule', 'Rule', [200, 10], (w, h) => [strokes(line(0, h / 2, w, h / 2))], { keywords: 'line separator divider', outline: whole }),
  shape('wireframe.text', 'Block of text', [160, 80], (w, h) => [lines(0, 0, w, h, rows(w, h, 14))], { keywords: 'paragraph lorem placeholder', outline: whole }),
  shape('wireframe.line-chart', 'Line chart', [180, 110], (w, h) => [{ d: whole(w, h), fill: 'none', stroke: false }, axes(w, h), strokes(fit('M4 80L24 52L42 64L62 28L80 40L100 10', 0, 0, w, h))], { keywords: 'graph diagram statistics', outline: whole, text: beneath }),
  shape('wireframe.bar-chart', 'Bar chart', [180, 110], (w, h) => [axes(w, h), ...[0.5, 0.8, 0.35, 0.95, 0.65].map((value, at) => (at % 2 ? dark : body)(rect(w * (0.06 + at * 0.19), h * (1 - value), w * 0.13, h * value)))], { keywords: 'column graph diagram statistics', outline: whole, text: beneath }),
  shape('wireframe.area-chart', 'Area chart', [180, 110], (w, h) => [body(fit('M0 100L0 72L24 46L42 58L62 24L80 36L100 8L100 100Z', 0, 0, w, h)), axes(w, h)], { keywords: 'graph diagram statistics', outline: whole, text: beneath }),
  shape('wireframe.pie-chart', 'Pie chart', [110, 110], (w, h) => {
    const slice = (from: number, to: number) => `${polyline(w / 2, h / 2)}${arc(w / 2, h / 2, w / 2, h / 2, from, to, true)}Z`
    return [body(oval(0, 0, w, h)), dark(slice(-90, 40)), strokes(slice(40, 170))]
  }, { keywords: 'graph diagram statistics', keepsAspect: true, text: beneath }),
]

const page = (id: string, name: string, keywords: string, draw: (w: number, h: number) => ShapePath[]) =>
  shape(`sitemap.${id}`, name, [100, 110], (w, h) => {
    const bar = Math.min(14, h * 0.14)
    return [body(whole(w, h)), dark(rect(0, 0, w, bar)), ...draw(w, h)]
  }, { keywords: `page website ${keywords}`, text: (w, h) => inset(w, h, Math.min(14, h * 0.14), 0, h * 0.3, 0) })

export const sitemapShapes = [
  page('page', 'Page', 'web document', () => []),
  page('home', 'Home page', 'start index', (w, h) => [ink(fit('M50 0L100 46L86 46L86 100L60 100L60 66L40 66L40 100L14 100L14 46L0 46Z', w * 0.36, h * 0.72, w * 0.28, h * 0.2))]),
  page('form', 'Form', 'input contact', (w, h) => [strokes(rect(w * 0.15, h * 0.72, w * 0.7, h * 0.07)), ink(roundRect(w * 0.55, h * 0.84, w * 0.3, h * 0.09, 2))]),
  page('list', 'List', 'index results', (w, h) => [strokes(...[0.74, 0.83, 0.92].map(y => line(w * 0.3, h * y, w * 0.85, h * y))), ink(...[0.74, 0.83, 0.92].map(y => circle(w * 0.19, h * y, Math.min(w, h) * 0.025)))]),
  page('document', 'Document', 'article text', (w, h) => [strokes(...[0.74, 0.83, 0.92].map(y => line(w * 0.15, h * y, w * 0.85, h * y)))]),
  page('download', 'Download', 'file', (w, h) => [ink(fit('M38 0L62 0L62 40L86 40L50 76L14 40L38 40ZM0 86L100 86L100 100L0 100Z', w * 0.38, h * 0.72, w * 0.24, h * 0.2))]),
  page('photo', 'Picture', 'image gallery photo', (w, h) => [ink(polygon(w * 0.2, h * 0.93, w * 0.42, h * 0.74, w * 0.55, h * 0.85, w * 0.64, h * 0.79, w * 0.8, h * 0.93), circle(w * 0.7, h * 0.73, Math.min(w, h) * 0.035))]),
  page('video', 'Video', 'media film', (w, h) => [ink(polygon(w * 0.4, h * 0.72, w * 0.64, h * 0.825, w * 0.4, h * 0.93))]),
  page('search', 'Search page', 'find', (w, h) => [strokes(circle(w * 0.47, h * 0.8, Math.min(w, h) * 0.07), line(w * 0.47 + Math.min(w, h) * 0.05, h * 0.8 + Math.min(w, h) * 0.05, w * 0.47 + Math.min(w, h) * 0.13, h * 0.8 + Math.min(w, h) * 0.13))]),
  page('cart', 'Shop', 'cart store basket checkout', (w, h) => [strokes(fit('M0 0L18 0L36 66L86 66L100 18L24 18', w * 0.34, h * 0.72, w * 0.32, h * 0.18)), ink(circle(w * 0.48, h * 0.92, Math.min(w, h) * 0.02), circle(w * 0.6, h * 0.92, Math.min(w, h) * 0.02))]),
  page('login', 'Sign-in page', 'login lock account', (w, h) => [ink(roundRect(w * 0.38, h * 0.81, w * 0.24, h * 0.12, 2)), strokes(arc(w / 2, h * 0.81, w * 0.08, h * 0.08, 180, 360))]),
  page('profile', 'Profile', 'user account person', (w, h) => [ink(circle(w / 2, h * 0.76, Math.min(w, h) * 0.05), fit('M0 100C0 30 20 0 50 0C80 0 100 30 100 100Z', w * 0.36, h * 0.83, w * 0.28, h * 0.1))]),
  shape('sitemap.page-stack', 'Pages', [110, 110], (w, h) => {
    const s = Math.min(w, h) * 0.06
    const [pw, ph] = [w - 2 * s, h - 2 * s]
    return [2, 1, 0].flatMap(at => [body(rect(s * at, s * (2 - at), pw, ph)), ...(at === 0 ? [dark(rect(0, 2 * s, pw, Math.min(14, ph * 0.14)))] : [])])
  }, { keywords: 'page website several stack copies', outline: whole, text: (w, h) => inset(w, h, Math.min(w, h) * 0.12 + 14, Math.min(w, h) * 0.12, 0, 0) }),
  shape('sitemap.section', 'Section', [240, 160], (w, h) => [body(roundRect(0, 0, w, h, 8))], { keywords: 'area group container', container: true, text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }) }),
]
