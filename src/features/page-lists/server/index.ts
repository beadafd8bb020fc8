import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content/server/index.ts'
import { attachmentsMacro } from './attachments.ts'
import { galleryMacro } from './gallery.ts'
import { contentByLabel, recentlyUpdated } from './lists.ts'
import { contentReport } from './report.ts'

export { among, inSpaces, namesIn } from './query.ts'

/** Macros that list pages and files: each shows what its reader may see, up to a limit, and leads to the rest. */
export const pageListsFeature: ServerFeature = {
  name: 'page-lists',
  register(app) {
    app.extensions.add(pageMacros, contentReport, contentByLabel, recentlyUpdated, attachmentsMacro, galleryMacro)
  },
}
