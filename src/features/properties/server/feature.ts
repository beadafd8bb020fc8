import type { ServerFeature } from '#platform/server/app.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { contentExpansions } from '#features/content/server/index.ts'
import { propertyExpansion, propertyWriter } from './extensions.ts'
import { migrations } from './migrations.ts'
import { propertyRoutes } from './routes.ts'

/** JSON values that programs keep with content. */
export const propertiesFeature: ServerFeature = {
  name: 'properties',
  migrations,
  register(app) {
    propertyRoutes(app)
    app.extensions.add(contentExpansions, propertyExpansion)
    app.extensions.add(contentWriters, propertyWriter)
  },
}
