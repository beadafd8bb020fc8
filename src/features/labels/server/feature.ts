import type { ServerFeature } from '#platform/server/app.ts'
import { contentFilters } from '#features/content-core/server/read.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { contentExpansions, pageParts } from '#features/content/server/index.ts'
import { cqlFields } from '#features/search/server/index.ts'
import { spaceFilters } from '#features/spaces/server/index.ts'
import { labelBar, labelExpansion, labelField, labelFilter, labelWriter, spaceLabelFilter } from './extensions.ts'
import { migrations } from './migrations.ts'
import { labelRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Labels of pages, posts and attachments. */
export const labelsFeature: ServerFeature = {
  name: 'labels',
  messages: { de },
  migrations,
  register(app) {
    app.extensions.add(contentExpansions, labelExpansion)
    app.extensions.add(contentFilters, labelFilter)
    app.extensions.add(spaceFilters, spaceLabelFilter)
    app.extensions.add(cqlFields, labelField)
    app.extensions.add(contentWriters, labelWriter)
    app.extensions.add(pageParts, labelBar)
    labelRoutes(app)
  },
}
