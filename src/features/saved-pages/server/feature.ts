import { createElement as h } from 'react'
import type { ServerFeature } from '#platform/server/app.ts'
import { pageParts } from '#features/content/server/index.ts'
import { cqlCollections, cqlFields } from '#features/search/server/index.ts'
import { SaveButtonView } from '../view/SaveButtonView.tsx'
import { migrations } from './migrations.ts'
import { savedPageRoutes } from './routes.ts'
import { savedByNamed, savedIds, savedOn } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Pages that a user saved for later: the button of the page, the calls of the old product, and the list. */
export const savedPagesFeature: ServerFeature = {
  name: 'saved-pages',
  migrations,
  messages: { de },
  register(app) {
    app.extensions.add(pageParts, {
      name: 'saved',
      count: savedOn,
      load: async (ctx, row, count) => (ctx.viewer.userId === null || row.status !== 'current' ? null : count > 0),
      actions: (value, reader) => (typeof value === 'boolean' ? h(SaveButtonView, { isSaved: value, reader }) : null),
    })
    app.extensions.add(cqlFields, { field: 'favourite', entity: 'content', compile: savedByNamed })
    app.extensions.add(cqlCollections, {
      collection: 'favouriteContent',
      ids: ctx => savedIds(ctx.viewer.userId ?? 0),
    })
    savedPageRoutes(app)
  },
}
