import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer, HTML_TYPE } from '#platform/server/http/http.ts'
import { html } from '#platform/server/http/markup.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { externalFrame, listFrameSites } from '../contract.ts'
import { isPlayer } from '../videos-shared.ts'
import { allowedFrameHosts, frameAddress } from './settings.ts'

/** Without the right to lead the wiki's own window elsewhere. `allow-same-origin` is about the origin of the site. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/**
 * The document around a page of another site, and the list of sites. The policy of the document has the sites that are
 * allowed, so that the policy of the wiki's own pages needs none of them, and it has no script.
 */
export function frameRoutes(app: App): void {
  app.http.handle(listFrameSites, ({ ctx }) => {
    requireUse(ctx)
    return { sites: [...allowedFrameHosts(app)] }
  })
  app.http.handle(externalFrame, ({ ctx, query }) => {
    requireUse(ctx)
    const url = frameAddress(app, query.url)
    if (!url) throw notFound('This site is not shown in frames', { forPrograms: true })
    // A player of the few services that are known; another site could imitate the wiki on the whole screen.
    const allow = isPlayer(url) ? 'fullscreen' : ''
    const body = html`<!doctype html><html lang="${ctx.locale}"><head><meta charset="utf-8"><title>${query.title || url.host}</title></head><body style="margin:0"><iframe src="${url.href}" title="${query.title || url.host}" sandbox="${SANDBOX}" allow="${allow}" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe></body></html>`
    return new Answer(
      200,
      {
        'content-type': HTML_TYPE,
        'content-security-policy': [
          "default-src 'none'",
          "style-src-attr 'unsafe-inline'",
          `frame-src ${allowedFrameHosts(app).join(' ')}`,
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'self'",
        ].join('; '),
        // Sites may ask which one shows them; the address of the page stays here.
        'referrer-policy': 'strict-origin',
      },
      body.text,
    )
  })
}
