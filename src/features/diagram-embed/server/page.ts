import { createHash } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'

/** Of the alternative text. */
const MAX_SPOKEN = 2000

/** In the document, so that it needs nothing else of the wiki. Its colours are those of the browser: no theme is known here. */
const STYLE = `:root{color-scheme:light dark}
body{display:grid;place-content:center;gap:8px;min-height:100dvh;margin:0;font:14px/1.5 system-ui,sans-serif}
.sheet{position:relative;background:#fff}
.sheet img{display:block;width:100%;height:100%}
.sheet a{position:absolute;border-radius:3px}
.sheet a:is(:hover,:focus-visible){outline:2px solid #0c7f83}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:center;padding:0 8px 8px}
p{padding:16px;text-align:center}`
export const PAGE_STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

export interface EmbeddedDiagram {
  /** The whole address of the link. */
  address: string
  name: string
  drawing: RenderedDiagram
  /** Index of the page. */
  at: number
  /** Names of all pages. */
  pages: readonly string[]
}

/** The page that a link shows: the diagram, and ways to its other pages. Without script. */
export function shownPage(ctx: Context, { address, name, drawing, at, pages }: EmbeddedDiagram): string {
  const { t, locale } = readerOf(ctx)
  const { width, height, areas, text } = drawing
  const query = at === 0 ? '' : `page=${at + 1}`
  const path = new URL(address).pathname
  const picture = (type: 'png' | 'svg', more = '') => {
    const all = [query, more].filter(part => part !== '').join('&')
    return `${path}/diagram.${type}${all === '' ? '' : `?${all}`}`
  }
  const ratio = width / Math.max(height, 1)
  const link = (to: number, label: string): Markup =>
    html`<a href="${path}${to === 0 ? '' : `?page=${to + 1}`}">${label}</a>`
  return documentOf(
    locale,
    name,
    html`${metas({ address, name, drawing, png: new URL(picture('png'), address).href })}`,
    html`<main>
<div class="sheet" style="width:min(100vw,${Math.ceil(width)}px,calc(100dvh*${ratio.toFixed(4)}));aspect-ratio:${ratio.toFixed(4)}">
<img src="${picture('svg', 'within=page')}" width="${Math.ceil(width)}" height="${Math.ceil(height)}" alt="${spoken(name, text)}">
${areas.flatMap(({ link: target, polygon, title }) =>
  // Links into the wiki would tell of what is in it.
  target.kind === 'url' && /^(?:https?|mailto):/i.test(target.href)
    ? html`<a href="${target.href}" target="_blank" rel="noopener noreferrer" aria-label="${title || target.href}" style="${placed(polygon, drawing)}"></a>`
    : [],
)}</div></main>
${
  pages.length > 1 &&
  html`<nav aria-label="${t('Pages of the diagram')}">${at > 0 && link(at - 1, t('Previous page'))} <span>${t('Page {{at}} of {{count}}: {{name}}', { at: at + 1, count: pages.length, name: pages[at] ?? '' })}</span> ${at + 1 < pages.length && link(at + 1, t('Next page'))}</nav>`
}`,
  )
}

/** What a link shows that does not work, whatever the reason. */
export function gonePage(ctx: Context): string {
  const { t, locale } = readerOf(ctx)
  const text = t('This diagram is no longer shown here.')
  return documentOf(locale, text, null, html`<main><p>${text}</p></main>`)
}

function documentOf(locale: string, title: string, head: Markup | null, body: Markup): string {
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${head}<style>${trusted(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
}

/** What Slack, Teams, Trello and Jira make a preview of. */
function metas({
  address,
  name,
  drawing: { width, height },
  png,
}: Pick<EmbeddedDiagram, 'address' | 'name' | 'drawing'> & { png: string }): Markup {
  const oembed = `${new URL(address).origin}/rest/oxbow/1.0/oembed?${new URLSearchParams({ url: address, format: 'json' })}`
  const properties: Record<string, string | number> = {
    'og:type': 'website',
    'og:title': name,
    'og:url': address,
    'og:image': png,
    'og:image:type': 'image/png',
    'og:image:width': Math.ceil(width),
    'og:image:height': Math.ceil(height),
    'og:image:alt': name,
  }
  const names: Record<string, string> = {
    'twitter:card': 'summary_large_image',
    'twitter:title': name,
    'twitter:image': png,
    'twitter:image:alt': name,
  }
  return html`${Object.entries(properties).map(([property, content]) => html`<meta property="${property}" content="${content}">\n`)}${Object.entries(
    names,
  ).map(
    ([meta, content]) => html`<meta name="${meta}" content="${content}">\n`,
  )}<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${name}">
`
}

function spoken(name: string, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, MAX_SPOKEN)
  return line === '' || !line.isWellFormed() ? name : `${name}: ${line}`
}

/** The box of a link, in parts of the picture, which is shown in any size. */
function placed(
  polygon: RenderedDiagram['areas'][number]['polygon'],
  { width, height }: Pick<RenderedDiagram, 'width' | 'height'>,
): string {
  const xs = polygon.map(({ x }) => x)
  const ys = polygon.map(({ y }) => y)
  const part = (length: number, whole: number) => `${((length / Math.max(whole, 1)) * 100).toFixed(3)}%`
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return `left:${part(left, width)};top:${part(top, height)};width:${part(Math.max(...xs) - left, width)};height:${part(Math.max(...ys) - top, height)}`
}
