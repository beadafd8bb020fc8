import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { setting } from '#platform/server/settings.ts'
import { spaceSwitch } from './store.ts'

/** Whether diagrams can be shown elsewhere at all. */
export const embeddingOn = setting('diagrams.embedding', z.boolean(), false)
/** Origins that may show them in a frame, as `frame-ancestors` takes them. */
export const embedOrigins = setting('diagrams.embed-origins', z.array(z.string()), [])

/** Whether diagrams of a space can be shown elsewhere: the wiki's setting, unless the space is switched off. */
export async function embedsIn(app: App, spaceId: number): Promise<boolean> {
  return app.settings.get(embeddingOn) && (await spaceSwitch(app, spaceId))
}
