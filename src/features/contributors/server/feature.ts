import type { ServerFeature } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { getContributors } from '../contract.ts'
import { contributorsOf } from './find.ts'
import { contributorsMacro } from './macro.ts'
import { contributorsSummary } from './summary.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Authors of a page: the contributors macro and its call. */
export const contributorsFeature: ServerFeature = {
  name: 'contributors',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, contributorsMacro, contributorsSummary)
    app.http.handle(
      getContributors,
      async ({ ctx, query: { pageId, ...parameters } }) => {
        if (pageId !== undefined) return contributorsOf(ctx, (await requireContent(ctx, pageId)).id, parameters)
        if (!parameters.spaceKey?.trim() && !parameters.page?.includes(':'))
          throw badRequest('give pageId, or spaceKey, with page for one page of the space', {
            field: 'query.pageId',
            forPrograms: true,
          })
        return contributorsOf(ctx, undefined, parameters)
      },
      { aliases: ['/rest/contributors/1.0/contributors'] },
    )
  },
}
