import { createHash } from 'node:crypto'
import { createElement as h, type CSSProperties } from 'react'
import type { Context } from '#platform/server/context.ts'
import { html, trusted, type Markup } from '#platform/server/http/markup.ts'
import { plainDocument } from '#platform/server/http/plain-document.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import { EmbeddedDiagramView, GoneView } from '../view/EmbeddedDiagramView.tsx'

/** Of the alternative text. */
const MAX_SPOKEN = 2000

/** Inline, so that the page needs nothing else of the wiki. Colours follow the browser: no theme is known here. */
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
  const reader = readerOf(ctx)
  const { locale } = reader
  const { width, height, areas, text } = drawing
  const query = at === 0 ? '' : `page=${at + 1}`
  const path = new URL(address).pathname
  const picture = (type: 'png' | 'svg', more = '') => {
    const all = [query, more].filter(part => part !== '').join('&')
    return `${path}/diagram.${type}${all === '' ? '' : `?${all}`}`
  }
  return plainDocument({
    locale,
    title: name,
    head: headOf(metas({ address, name, drawing, png: new URL(picture('png'), address).href })),
    body: h(EmbeddedDiagramView, {
      reader,
      picture: { src: picture('svg', 'within=page'), alt: spoken(name, text), width, height },
      areas: areas.flatMap(({ link, polygon, title }) =>
        // Links into the wiki would disclose what is in it.
        link.kind === 'url' && /^(?:https?|mailto):/i.test(link.href)
          ? [{ href: link.href, title: title || link.href, place: placed(polygon, drawing) }]
          : [],
      ),
      path,
      pages,
      at,
    }),
  })
}

/** The page of a link that does not work, whatever the reason. */
export function gonePage(ctx: Context): string {
  const { t, locale } = readerOf(ctx)
  const text = t('This diagram is no longer shown here.')
  return plainDocument({ locale, title: text, head: headOf(), body: h(GoneView, { text }) })
}

function headOf(more?: Markup): Markup {
  return html`<meta name="robots" content="noindex">
${more}<style>${trusted(STYLE)}</style>
`
}

/** Metadata from which Slack, Teams, Trello and Jira make a preview. */
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
): CSSProperties {
  const xs = polygon.map(({ x }) => x)
  const ys = polygon.map(({ y }) => y)
  const part = (length: number, whole: number) => `${((length / Math.max(whole, 1)) * 100).toFixed(3)}%`
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    left: part(left, width),
    top: part(top, height),
    width: part(Math.max(...xs) - left, width),
    height: part(Math.max(...ys) - top, height),
  }
}
