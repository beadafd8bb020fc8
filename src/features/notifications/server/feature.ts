import { createElement as h } from 'react'
import type { ServerFeature } from '#platform/server/app.ts'
import { documentHeader } from '#platform/server/http/document.ts'
import { CachedView } from '#platform/server/http/view.ts'
import { BellView } from '../view/BellView.tsx'
import { MAIL_JOB, queueMailJob, sendMail } from './mail/send.ts'
import { notificationKinds } from './kinds.ts'
import { migrations } from './migrations.ts'
import { myworkRoutes } from './mywork/routes.ts'
import { NOTIFY_JOB, notify, queueNotifications } from './notify.ts'
import { OWN_KINDS } from './own-kinds.ts'
import { notificationRoutes } from './routes.ts'
import { deleteNotifications, knownCount } from './store.ts'
import { unsubscribeRoutes } from './unsubscribe/routes.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** How long a notification is there, read or not. */
const RETENTION_MS = 180 * 24 * 60 * 60 * 1000

const cachedBells = () => new CachedView(({ count }: { count: number }, reader) => h(BellView, { reader, count }))

/** Notifications of what happens to pages that users watch, wrote or are mentioned on; in the bell and by mail. */
export const notificationsFeature: ServerFeature = {
  name: 'notifications',
  messages: { de, en },
  migrations,
  // A wiki that is restored does not send again what its backup had yet to send.
  derived: { tables: ['notification_mail'], subscribers: [] },
  register(app) {
    app.extensions.add(notificationKinds, ...OWN_KINDS)
    app.jobs.define({ kind: NOTIFY_JOB, class: 'prompt', run: notify })
    app.jobs.define({ kind: MAIL_JOB, class: 'prompt', run: sendMail })
    app.jobs.schedule('notifications.mail', '* * * * *', queueMailJob)
    app.jobs.schedule('notifications.prune', '37 3 * * *', ({ database }) =>
      deleteNotifications(database, Date.now() - RETENTION_MS),
    )
    app.extensions.add(documentHeader, async (ctx, reader) => {
      const { userId } = ctx.viewer
      return userId === null ? undefined : app.own(cachedBells).html({ count: await knownCount(ctx, userId) }, reader)
    })
    notificationRoutes(app)
    myworkRoutes(app)
    unsubscribeRoutes(app)
  },
  async start(app) {
    app.events.subscribe({
      name: 'notifications',
      invalidates: () => false,
      handle: (events, tx) => queueNotifications(app, tx, events),
    })
  },
}
