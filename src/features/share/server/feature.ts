import type { ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { pageParts } from '#features/content/server/index.ts'
import { notificationKinds } from '#features/notifications/server/index.ts'
import { sharePage, type SharePart } from '../contract.ts'
import { shareNotification } from './notifications.ts'
import { sendShare, share, SHARE_JOB } from './service.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Shares of one user, to prevent mass mail. */
const MOST_SHARES = 20
const WINDOW_MS = 10 * 60 * 1000

/** Sharing pages by notification and by mail. */
export const shareFeature: ServerFeature = {
  name: 'share',
  messages: { de },
  register(app) {
    app.extensions.add(notificationKinds, shareNotification)
    const limit = rateLimited<Context>(app, { name: 'share', max: MOST_SHARES, windowMs: WINDOW_MS }, ({ viewer }) =>
      String(viewer.userId ?? ''),
    )
    app.jobs.define({ kind: SHARE_JOB, class: 'prompt', run: sendShare })
    app.extensions.add(pageParts, {
      name: 'share',
      load: async ({ viewer }, row): Promise<SharePart | null> =>
        viewer.userId !== null && row.status === 'current' ? { byMail: app.mail.configured } : null,
    })
    app.http.handle(sharePage, async ({ ctx, body }) => {
      limit(ctx)
      return { sent: await share(ctx, body) }
    })
  },
}
