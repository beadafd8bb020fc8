import type { ServerFeature } from '#platform/server/app.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { DISCOVERED_META } from '../shared.ts'
import { migrations } from './migrations.ts'
import { addView, discoveredFeatures, dismissals, dismissedTips, setDiscovered } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Help tips and hints at features: which of them each user has seen. */
export const hintsFeature: ServerFeature = {
  name: 'hints',
  migrations,
  messages: { de },
  register({ http, database, extensions }) {
    extensions.add(documentMetas, async ctx =>
      ctx.viewer.userId === null
        ? []
        : [{ name: DISCOVERED_META, content: JSON.stringify(await discoveredFeatures(ctx)) }],
    )
    http.handle(contract.listDismissedTips, ({ ctx }) => dismissedTips(ctx, requireUser(ctx)))
    http.handle(contract.dismissTip, async ({ ctx, body }) => {
      const accountId = requireUser(ctx)
      await database.transaction(tx => dismissals.set(tx, { account_id: accountId, tip_id: body.id }, true))
      return Answer.empty()
    })
    http.handle(contract.restoreTip, async ({ ctx, body }) => {
      const accountId = requireUser(ctx)
      await database.transaction(tx => dismissals.set(tx, { account_id: accountId, tip_id: body.id }, false))
      return Answer.empty()
    })
    http.handle(contract.markDiscovered, async ({ ctx, params }) => {
      const accountId = requireUser(ctx)
      await database.transaction(tx => setDiscovered(tx, accountId, params))
      return Answer.empty()
    })
    http.handle(contract.countView, async ({ ctx, params }) => {
      const accountId = requireUser(ctx)
      return database.transaction(tx => addView(tx, accountId, params))
    })
  },
}
