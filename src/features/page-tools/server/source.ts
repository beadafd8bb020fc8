import { createElement as h } from 'react'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { LIGHT_OR_DARK, plainDocument } from '#platform/server/http/plain-document.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contentId } from '#platform/wire.ts'
import { storageOf } from '#features/content-core/server/read.ts'
import { renderCurrent } from '#features/content-core/server/render.ts'
import { SourceView } from '../view/SourceView.tsx'
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
    return Answer.html(sourceDocument(`${t('View source')}: ${row.title}`, source, locale), 200, HEADERS)
  })
  http.handle(viewStorage, async ({ ctx, query: { pageId } }) => {
    const row = await requirePage(ctx, pageId)
    const source = (await storageOf(ctx.app, [row])).get(row.id) ?? ''
    const { t, locale } = readerOf(ctx)
    return Answer.html(sourceDocument(`${t('Storage format')}: ${row.title}`, source, locale), 200, HEADERS)
  })
}

function sourceDocument(title: string, source: string, locale: string): string {
  return plainDocument({ locale, title, head: LIGHT_OR_DARK, body: h(SourceView, { title, source }) })
}
