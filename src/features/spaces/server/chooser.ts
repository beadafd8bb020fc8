import type { FastifyRequest } from 'fastify'
import { createElement as h, Fragment } from 'react'
import type { NewContentType } from '#platform/create-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import type { Context } from '#platform/server/context.ts'
import type { DocumentParts } from '#platform/server/http/document.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { CHOOSER_PAGE, chooserQuery, chooserTitle } from '../chooser-view.ts'
import { spaceDirectory } from '../contract.ts'
import { ChooserView } from '../view/ChooserView.tsx'
import { directoryPage } from './routes/directory.ts'

/** State of the chooser, from the address of a new page or post. */
export interface Choosing {
  type: NewContentType
  title: string | undefined
  /** Search words of the form without script, and the row from which the list continues. */
  query: string
  start: number
}

const MAX_QUERY = 200

/** Chooser for an address of something new that names no space: lists the spaces in which the reader may create it. */
export async function spaceChooser(
  ctx: Context,
  request: FastifyRequest,
  { type, title, query, start }: Choosing,
): Promise<DocumentParts> {
  const reader = readerOf(ctx)
  const { t } = reader
  const asked = chooserQuery(type)
  const text = query.trim().slice(0, MAX_QUERY)
  const page = await directoryPage(ctx, request, { ...asked, query: text, start })
  const [path = '', search = ''] = request.url.split('?', 2)
  const more = (from: number) =>
    `${path}?${new URLSearchParams({ ...(title ? { title } : {}), ...(text ? { query: text } : {}), start: String(from) })}`
  return {
    title: t(chooserTitle(type)),
    noscript: h(ChooserView, {
      reader,
      type,
      title,
      search,
      page,
      text,
      form: { method: 'get', action: path },
      field: { defaultValue: text },
      children: h(
        Fragment,
        null,
        start > 0 && h('a', { href: more(Math.max(0, start - CHOOSER_PAGE)) }, t('Previous page')),
        ' ',
        page._links['next'] !== undefined && h('a', { href: more(start + CHOOSER_PAGE) }, t('Next page')),
      ),
    }),
    queries: text === '' && start === 0 ? [{ key: endpointKey(spaceDirectory, { query: asked }), data: page }] : [],
  }
}
