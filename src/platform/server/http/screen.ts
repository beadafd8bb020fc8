import type { FastifyRequest } from 'fastify'
import { createElement as h, Fragment, type ReactElement, type ReactNode } from 'react'
import { z } from 'zod'
import { endpoint } from '../../contract.ts'
import { readersText } from '../../error-text.ts'
import { loginPath } from '../../login-path.ts'
import { type Crumb, PageFrameView } from '../../view/frame/PageFrameView.tsx'
import { NoticeView } from '../../view/NoticeView.tsx'
import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { renderDocument, type DocumentParts } from './document.ts'
import { takesHtml } from './error-page.ts'
import { HttpError } from './errors.ts'
import { Answer } from './http.ts'
import { readerOf } from './view.ts'

interface ScreenFrame {
  title: string
  breadcrumbs?: readonly Crumb[]
  width?: 'normal' | 'wide' | 'full'
}

/** A screen's frame around its content: for readers without script, and where the document is all that is shown. */
export function screenFrame(
  ctx: Context,
  { width = 'wide', ...frame }: ScreenFrame,
  ...content: ReactNode[]
): ReactElement {
  return h(PageFrameView, {
    ...frame,
    reader: readerOf(ctx),
    width,
    contentClass: '',
    children: h(Fragment, null, ...content),
  })
}

export interface ScreenRequest {
  readonly ctx: Context
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly request: FastifyRequest
}

/** The answer of a screen's address: the parts of its document, or another answer, e.g. a redirect. */
export type ScreenHandler = (asked: ScreenRequest) => Promise<DocumentParts | Answer> | DocumentParts | Answer

const NO_CACHE = { 'cache-control': 'private, no-store' }

/**
 * Serves the document of a screen. Visitors who may not see it are sent to sign in; others read the error in the frame,
 * with its status.
 */
export function handleScreen(app: App, path: string, summary: string, handler: ScreenHandler): void {
  const address = endpoint({
    method: 'GET',
    path,
    tag: 'addresses',
    summary,
    query: z.record(z.string(), z.union([z.string().max(4000), z.array(z.string().max(4000)).max(100)]).optional()),
  })
  app.http.handle(address, async ({ ctx, query, request }) => {
    try {
      const parts = await handler({ ctx, query, request })
      return parts instanceof Answer ? parts : Answer.html(await renderDocument(ctx, request, parts), 200, NO_CACHE)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status >= 500) throw error
      if (ctx.viewer.userId === null && error.status !== 400 && error.status !== 429) {
        return Answer.redirect(`${loginPath(request.url)}&permissionViolation=true`)
      }
      const { t } = readerOf(ctx)
      const title = t(TITLES[error.status] ?? 'This page could not be shown')
      const why =
        error.status === 404
          ? t('This was not found. It may have been moved or deleted, or you may not see it.')
          : readersText(t, error.status, error.text)
      return Answer.html(await renderDocument(ctx, request, notice(ctx, title, why)), error.status, {
        ...NO_CACHE,
        ...error.headers,
      })
    }
  })
}

/**
 * The answer at an address of the old product for what cannot be done here yet: 501, for people in the frame, for
 * programs as an error.
 * @param key what is not there, and what to do instead
 */
export async function notThereYet(
  { ctx, request }: Pick<ScreenRequest, 'ctx' | 'request'>,
  key: string,
): Promise<Answer> {
  if (!takesHtml(request)) throw new HttpError(501, key)
  const t = ctx.app.texts.for(ctx.locale)
  const parts = notice(ctx, t('This is not there yet'), t(key))
  return Answer.html(await renderDocument(ctx, request, parts), 501, NO_CACHE)
}

function notice(ctx: Context, title: string, message: string): DocumentParts {
  return { title, main: h(NoticeView, { reader: readerOf(ctx), title, message }), isWhole: true }
}

const TITLES: Readonly<Record<number, string>> = { 403: 'You are not permitted to see this', 404: 'Page Not Found' }

/** The only, or the first, value of a query parameter. */
export function firstValue(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0]
}
