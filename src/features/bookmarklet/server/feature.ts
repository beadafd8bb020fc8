import type { ServerFeature } from '#platform/server/app.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUse, requireUser } from '#features/accounts/server/index.ts'
import { GET_PATH, SHARE_PATH } from '../shared.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** A button for the browser's toolbar that shares the page one reads as a link in the wiki. */
export const bookmarkletFeature: ServerFeature = {
  name: 'bookmarklet',
  messages: { de },
  register(app) {
    handleScreen(app, GET_PATH, 'The button for the toolbar of the browser', ({ ctx }) => {
      requireUse(ctx)
      return { title: readerOf(ctx).t('Share links') }
    })
    handleScreen(app, SHARE_PATH, 'Share a link from another site', ({ ctx }) => {
      requireUser(ctx)
      return { title: readerOf(ctx).t('Share a link'), layout: 'bare' }
    })
  },
}
