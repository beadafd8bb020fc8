import { createElement as h } from 'react'
import type { ServerFeature } from '#platform/server/app.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { missingParts } from '#platform/server/http/not-found.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { pageAddress } from '#features/content-core/address-shared.ts'
import { pageParts } from '#features/content/server/index.ts'
import { notificationKinds } from '#features/notifications/server/index.ts'
import { EDIT_REQUEST_PART } from '../shared.ts'
import { RequestAccessView } from '../view/RequestAccessView.tsx'
import { migrations } from './migrations.ts'
import { accessNotifications } from './notifications.ts'
import { accessRequestRoutes } from './routes.ts'
import { DECLINED_MS, editRequestOf, REQUEST_JOB, storeRequest } from './service.ts'
import { queueSettling, SETTLE_JOB, settleRequests } from './settle.ts'
import { deleteOldRequests } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Time for which an unanswered request is shown. */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000

/** Requests of users for access to pages and spaces that they may not see, and to pages that they may not edit. */
export const accessRequestsFeature: ServerFeature = {
  name: 'access-requests',
  messages: { de },
  migrations,
  // Rows of a large wiki.
  statistics: {
    access_request: {
      access_request_once: '2000 4 1 1',
      access_request_content: '2000 4 1',
      access_request_open: '1500 1',
      access_request_at: '2000 1',
      access_request_declined: '500 1',
    },
  },
  register(app) {
    app.extensions.add(notificationKinds, ...accessNotifications)
    app.jobs.define({ kind: REQUEST_JOB, class: 'prompt', run: storeRequest })
    app.jobs.define({ kind: SETTLE_JOB, class: 'prompt', run: settleRequests })
    app.jobs.schedule('access-requests.prune', '43 3 * * *', running =>
      deleteOldRequests(running, {
        askedBefore: Date.now() - RETENTION_MS,
        declinedBefore: Date.now() - DECLINED_MS,
      }),
    )
    app.extensions.add(pageParts, { name: EDIT_REQUEST_PART, load: editRequestOf })
    app.extensions.add(missingParts, (ctx, request) =>
      ctx.viewer.userId === null || isReadOnly(app) || pageAddress(request.url) === undefined
        ? undefined
        : { element: h(RequestAccessView, { reader: readerOf(ctx), state: 'idle' }) },
    )
    accessRequestRoutes(app)
  },
  async start(app) {
    app.events.subscribe({
      name: 'access-requests',
      invalidates: () => false,
      handle: (events, tx) => queueSettling(app, tx, events),
    })
  },
}
