import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Answer } from '#platform/server/http/http.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import type { Translate } from '#platform/texts.ts'
import { errorMessage, formPage, hidden, infoMessage } from '#features/accounts/server/index.ts'
import * as contract from '../../contract.ts'
import { NOTIFICATION_SETTINGS_PATH } from '../../shared.ts'
import { kindName } from '../../words.ts'
import { endTarget, unsubscribing, watchedName, type Unsubscribing } from './service.ts'

/** Many receivers' mail programs ask from one address. */
const MOST_ASKED = 300
const WINDOW_MS = 10 * 60_000

/** The links of mails: a page that asks, and what ends the mail, by a press or by the mail program itself. */
export function unsubscribeRoutes(app: App): void {
  const { http } = app
  const limit = rateLimited(app, { name: 'unsubscribe', max: MOST_ASKED, windowMs: WINDOW_MS }, request => request.ip)

  http.handle(contract.unsubscribePage, async ({ query, request }) => {
    limit(request)
    const found = await unsubscribing(app, query.token)
    if (!found) return unknownLink(app, request)
    const t = wordsFor(app, request)
    return page(
      app,
      request,
      html`<p class="oxf-lead">${await question(t, found)}</p>
<form class="oxf-form" action="${contract.unsubscribe.path}" method="post">
${hidden('token', query.token)}
<button class="oxf-button" type="submit">${t('Unsubscribe')}</button>
</form>`,
    )
  })

  http.handle(contract.unsubscribe, async ({ body, request }) => {
    limit(request)
    const found = await unsubscribing(app, body.token)
    if (!found) return unknownLink(app, request)
    await endTarget(found)
    return page(app, request, infoMessage(wordsFor(app, request)('You get no more of this mail.')))
  })
}

const wordsFor = (app: App, request: FastifyRequest): Translate => app.texts.for(request.locale)

async function question(t: Translate, found: Unsubscribing): Promise<string> {
  const { target } = found
  switch (target.kind) {
    case 'daily':
      return t('Do you want no more daily mail? The bell in the wiki still shows what happens.')
    case 'kinds':
      return t('Do you want no more mail about: {{kinds}}? The bell in the wiki still shows it.', {
        kinds: target.kinds.map(kind => kindName(t, kind)).join(', '),
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

function unknownLink(app: App, request: FastifyRequest): Answer {
  const t = wordsFor(app, request)
  return page(
    app,
    request,
    errorMessage(t('This link is not valid any more. Choose in your settings what you get mail about.')),
    404,
  )
}

function page(app: App, request: FastifyRequest, content: Markup | undefined, status = 200): Answer {
  const t = wordsFor(app, request)
  const title = t('Mail from the wiki')
  const settings = html`<p class="oxf-more"><a href="${NOTIFICATION_SETTINGS_PATH}">${t('Notification settings')}</a></p>`
  return formPage(app, request, { title, status, content: html`<h1>${title}</h1>${content}${settings}` })
}
