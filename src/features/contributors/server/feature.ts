import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros, requireContent } from '#features/content/server/index.ts'
import { getContributors } from '../contract.ts'
import { contributorsOf } from './find.ts'
import { contributorsMacro } from './macro.ts'
import { contributorsSummary } from './summary.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Who wrote a page: the contributors macro and its call. */
export const contributorsFeature: ServerFeature = {
  name: 'contributors',
  messages: { de },
  register(app) {
    app.extensions.add(pageMacros, contributorsMacro, contributorsSummary)
    app.http.handle(
      getContributors,
      async ({ ctx, query: { pageId, ...parameters } }) => {
        const page = await requireContent(ctx, Number(pageId))
        return contributorsOf(ctx, page.id, parameters)
      },
      { aliases: ['/rest/contributors/1.0/contributors'] },
    )
  },
}
