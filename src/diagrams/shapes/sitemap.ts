/** Pages of site maps. */
import type { ShapePath } from './contract.ts'
import { inset, shape } from './define.ts'
import { arc, body, circle, dark, fit, ink, line, polygon, rect, roundRect, strokes, whole } from './paths.ts'

const page = (id: string, name: string, keywords: string, draw: (w: number, h: number) => ShapePath[]) =>
  shape(
    `sitemap.${id}`,
    name,
    [100, 120],
    (w, h) => {
      const bar = Math.min(14, h * 0.14)
      return [body(whole(w, h)), dark(rect(0, 0, w, bar)), ...draw(w, h)]
    },
    { keywords: `page website ${keywords}`, text: (w, h) => inset(w, h, Math.min(14, h * 0.14), 0, h * 0.3, 0) },
  )

export const sitemapShapes = [
  page('page', 'Page', 'web document', () => []),
  page('home', 'Home page', 'start index', (w, h) => [
    ink(
      fit(
        'M50 0L100 46L86 46L86 100L60 100L60 66L40 66L40 100L14 100L14 46L0 46Z',
        w * 0.36,
        h * 0.72,
        w * 0.28,
        h * 0.2,
      ),
    ),
  ]),
  page('form', 'Form', 'input contact', (w, h) => [
    strokes(rect(w * 0.15, h * 0.72, w * 0.7, h * 0.07)),
    ink(roundRect(w * 0.55, h * 0.84, w * 0.3, h * 0.09, 2)),
  ]),
  page('list', 'List', 'index results', (w, h) => [
    strokes(...[0.74, 0.83, 0.92].map(y => line(w * 0.3, h * y, w * 0.85, h * y))),
    ink(...[0.74, 0.83, 0.92].map(y => circle(w * 0.19, h * y, Math.min(w, h) * 0.025))),
  ]),
  page('document', 'Document', 'article text', (w, h) => [
    strokes(...[0.74, 0.83, 0.92].map(y => line(w * 0.15, h * y, w * 0.85, h * y))),
  ]),
  page('download', 'Download', 'file', (w, h) => [
    ink(
      fit(
        'M38 0L62 0L62 40L86 40L50 76L14 40L38 40ZM0 86L100 86L100 100L0 100Z',
        w * 0.38,
        h * 0.72,
        w * 0.24,
        h * 0.2,
      ),
    ),
  ]),
  page('photo', 'Picture', 'image gallery photo', (w, h) => [
    ink(
      polygon(w * 0.2, h * 0.93, w * 0.42, h * 0.74, w * 0.55, h * 0.85, w * 0.64, h * 0.79, w * 0.8, h * 0.93),
      circle(w * 0.7, h * 0.73, Math.min(w, h) * 0.035),
    ),
  ]),
  page('video', 'Video', 'media film', (w, h) => [
    ink(polygon(w * 0.4, h * 0.72, w * 0.64, h * 0.825, w * 0.4, h * 0.93)),
  ]),
  page('search', 'Search page', 'find', (w, h) => [
    strokes(
      circle(w * 0.47, h * 0.8, Math.min(w, h) * 0.07),
      line(
        w * 0.47 + Math.min(w, h) * 0.05,
        h * 0.8 + Math.min(w, h) * 0.05,
        w * 0.47 + Math.min(w, h) * 0.13,
        h * 0.8 + Math.min(w, h) * 0.13,
      ),
    ),
  ]),
  page('cart', 'Shop', 'cart store basket checkout', (w, h) => [
    strokes(fit('M0 0L18 0L36 66L86 66L100 18L24 18', w * 0.34, h * 0.72, w * 0.32, h * 0.18)),
    ink(circle(w * 0.48, h * 0.92, Math.min(w, h) * 0.02), circle(w * 0.6, h * 0.92, Math.min(w, h) * 0.02)),
  ]),
  page('login', 'Sign-in page', 'login lock account', (w, h) => [
    ink(roundRect(w * 0.38, h * 0.81, w * 0.24, h * 0.12, 2)),
    strokes(arc(w / 2, h * 0.81, w * 0.08, h * 0.08, 180, 360)),
  ]),
  page('profile', 'Profile', 'user account person', (w, h) => [
    ink(
      circle(w / 2, h * 0.76, Math.min(w, h) * 0.05),
      fit('M0 100C0 30 20 0 50 0C80 0 100 30 100 100Z', w * 0.36, h * 0.83, w * 0.28, h * 0.1),
    ),
  ]),
  shape(
    'sitemap.page-stack',
    'Pages',
    [120, 120],
    (w, h) => {
      const s = Math.min(w, h) * 0.06
      const [pw, ph] = [w - 2 * s, h - 2 * s]
      return [2, 1, 0].flatMap(at => [
        body(rect(s * at, s * (2 - at), pw, ph)),
        ...(at === 0 ? [dark(rect(0, 2 * s, pw, Math.min(14, ph * 0.14)))] : []),
      ])
    },
    {
      keywords: 'page website several stack copies',
      outline: whole,
      text: (w, h) => inset(w, h, Math.min(w, h) * 0.12 + 14, Math.min(w, h) * 0.12, 0, 0),
    },
  ),
  shape('sitemap.section', 'Section', [240, 160], (w, h) => [body(roundRect(0, 0, w, h, 8))], {
    keywords: 'area group container',
    container: true,
    text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
  }),
]
