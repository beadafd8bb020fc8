import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contentId } from '#platform/wire.ts'
import { renderCurrent, storageOf } from '#features/content/server/index.ts'
import { requirePage, requireSpaceOf } from './head.ts'

const query = z.object({ pageId: contentId }).loose()
const viewSource = endpoint({
  method: 'GET',
  path: '/plugins/viewsource/viewpagesrc.action',
  tag: 'addresses',
  summary: 'HTML of a page as text',
  query,
})
const viewStorage = endpoint({
  method: 'GET',
  path: '/plugins/viewstorage/viewpagestorage.action',
  tag: 'addresses',
  summary: 'Storage format of a page as text',
  query,
})
const HEADERS = { 'cache-control': 'private, no-store' }

/** The two pop-ups that show a page's text as it is stored, and as it is sent. */
export function sourceViews({ http }: App): void {
  http.handle(viewSource, async ({ ctx, query: { pageId } }) => {
    const row = await requirePage(ctx, pageId)
    const source = await renderCurrent(ctx, row, (await requireSpaceOf(ctx, row)).key, 'view')
    const { t, locale } = readerOf(ctx)
    return Answer.html(plainDocument(`${t('View source')}: ${row.title}`, source, locale).text, 200, HEADERS)
  })
  http.handle(viewStorage, async ({ ctx, query: { pageId } }) => {
    const row = await requirePage(ctx, pageId)
    const source = (await storageOf(ctx.app, [row])).get(row.id) ?? ''
    const { t, locale } = readerOf(ctx)
    return Answer.html(plainDocument(`${t('Storage format')}: ${row.title}`, source, locale).text, 200, HEADERS)
  })
}

/** No frame, no script: text to read and copy. It wraps, since lines of storage format are as long as the page. */
function plainDocument(title: string, source: string, locale: string): Markup {
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title></head>
<body style="margin:16px;font:13px/1.6 ui-monospace,Menlo,Consolas,monospace"><h1 style="font:600 15px/1.4 system-ui,sans-serif">${title}</h1><pre id="source" tabindex="0" style="white-space:pre-wrap;overflow-wrap:anywhere;margin:0">${source}</pre></body>
</html>
`
}
