import { createElement as h, type ReactElement } from 'react'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Translate } from '#platform/texts.ts'
import { formPage } from '#features/accounts/server/index.ts'
import { ErrorMessageView, InfoMessageView } from '#features/accounts/view/index.ts'
import * as contract from '../../contract.ts'
import { UnsubscribeQuestionView, UnsubscribeView } from '../../view/UnsubscribeView.tsx'
import { kindsOf } from '../kinds.ts'
import { endTarget, unsubscribing, watchedName, type Unsubscribing } from './service.ts'

/** Many receivers' mail programs ask from one address. */
const MOST_ASKED = 300
const WINDOW_MS = 10 * 60_000

/** The links of mails: a page that asks, and what ends the mail, by a press or by the mail program itself. */
export function unsubscribeRoutes(app: App): void {
  const { http } = app
  const limit = rateLimited(app, { name: 'unsubscribe', max: MOST_ASKED, windowMs: WINDOW_MS }, request => request.ip)

  http.handle(contract.unsubscribePage, async ({ ctx, query, request }) => {
    limit(request)
    const found = await unsubscribing(app, query.token)
    if (!found) return unknownLink(ctx, request)
    const reader = readerOf(ctx)
    const asked = await question(reader.t, found)
    return page(ctx, request, h(UnsubscribeQuestionView, { reader, question: asked, token: query.token }))
  })

  http.handle(contract.unsubscribe, async ({ ctx, body, request }) => {
    limit(request)
    const found = await unsubscribing(app, body.token)
    if (!found) return unknownLink(ctx, request)
    await endTarget(found)
    return page(ctx, request, h(InfoMessageView, { text: readerOf(ctx).t('You get no more of this mail.') }))
  })
}

async function question(t: Translate, found: Unsubscribing): Promise<string> {
  const { ctx, target } = found
  switch (target.kind) {
    case 'daily':
      return t('Do you want no more daily mail? The bell in the wiki still shows what happens.')
    case 'kinds':
      return t('Do you want no more mail about: {{kinds}}? The bell in the wiki still shows it.', {
        kinds: kindsOf(ctx.app)
          .filter(({ name }) => target.kinds.includes(name))
          .map(({ label }) => t(label))
          .join(', '),
      })
    case 'page':
    case 'space': {
      const name = await watchedName(found)
      return name === undefined
        ? t('Do you want to stop watching what this mail was about?')
        : t('Do you want to stop watching {{title}}?', { title: name })
    }
  }
}

function unknownLink(ctx: Context, request: FastifyRequest): Answer {
  const text = readerOf(ctx).t('This link is not valid any more. Choose in your settings what you get mail about.')
  return page(ctx, request, h(ErrorMessageView, { texts: [text] }), 404)
}

function page(ctx: Context, request: FastifyRequest, content: ReactElement, status = 200): Answer {
  const reader = readerOf(ctx)
  return formPage(ctx, request, {
    title: reader.t('Mail from the wiki'),
    status,
    content: h(UnsubscribeView, { reader, children: content }),
  })
}
