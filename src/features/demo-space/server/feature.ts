import type { ServerFeature } from '#platform/server/app.ts'
import { setupSteps } from '#features/setup/server/index.ts'
import { createDemoSpace } from './create.ts'

/**
 * A space to look around in, for administrators who set the wiki up by its screen and want one. A wiki that is set up
 * by its settings (`OXBOW_ADMIN_…`) starts empty: an automated start wants nothing in it that it did not ask for.
 */
export const demoSpaceFeature: ServerFeature = {
  name: 'demo-space',
  register(app) {
    app.extensions.add(setupSteps, { name: 'demonstration space', run: async ctx => void (await createDemoSpace(ctx)) })
  },
}
