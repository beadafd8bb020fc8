import { createElement as h } from 'react'
import type { OpenApiDocument } from '../../openapi-document.ts'
import { RestDocsView } from '../../view/RestDocsView.tsx'
import { html } from './markup.ts'
import { plainDocument } from './plain-document.ts'

const HEAD = html`<link rel="stylesheet" href="/rest/api/docs/style.css">\n`

/** The interface for people: HTML without script, a search box, and the schemas folded under each call. */
export function docsPage(document: OpenApiDocument, wanted: string): string {
  return plainDocument({
    locale: 'en',
    title: 'REST interface - Oxbow',
    head: HEAD,
    body: h(RestDocsView, { document, wanted }),
  })
}

export const DOCS_STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 68rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
form { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; }
input, button { font: inherit; padding: .35rem .6rem; } input { flex: 1 1 16rem; max-width: 30rem; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: .35rem 0;
  padding: .4rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary span { margin-left: .5rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .87rem; }
pre { overflow: auto; max-height: 30rem; margin: .25rem 0; padding: .6rem; border-radius: 4px;
  background: color-mix(in srgb, currentColor 7%, transparent); }
.method { display: inline-block; min-width: 4rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; }
td pre { max-height: 10rem; }
`
