import type { ServerFeature } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { pageMacros } from '#features/content/server/index.ts'
import { detailLines } from '../contract.ts'
import { attachmentsMacro } from './attachments.ts'
import { galleryMacro } from './gallery.ts'
import { contentByLabel, recentlyUpdated } from './lists.ts'
import { contentReport } from './report.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Macros that list pages and files: each shows what its reader may see, up to a limit, and leads to the rest. */
export const pageListsFeature: ServerFeature = {
  name: 'page-lists',
  messages: { de },
  register(app) {
    app.http.handle(detailLines, ({ ctx }) => {
      requireUse(ctx)
      throw new HttpError(
        501,
        'Page properties are not collected in reports yet. Read the macro "details" of each page by REST, e.g. with expand=body.storage',
        { forPrograms: true },
      )
    })
    app.extensions.add(pageMacros, contentReport, contentByLabel, recentlyUpdated, attachmentsMacro, galleryMacro)
  },
}
