import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { attachmentsMacro } from './attachments.ts'
import { blogPosts } from './blog-posts.ts'
import { galleryMacro } from './gallery.ts'
import { labelMacros } from './labels.ts'
import {
  contentByLabel,
  contentByUser,
  recentlyUpdated,
  recentlyUpdatedDashboard,
  savedPages,
  spaceFiles,
} from './lists.ts'
import { contentReport } from './report.ts'
import { siteMacros } from './site.ts'
import { spaceDetails, spacesMacro } from './spaces.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Macros that list pages, files, labels and spaces: each shows what its reader may see, up to a limit, and leads to the rest. */
export const pageListsFeature: ServerFeature = {
  name: 'page-lists',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, contentReport, contentByLabel, contentByUser, recentlyUpdated, blogPosts)
    app.extensions.add(pageMacros, recentlyUpdatedDashboard, savedPages, ...labelMacros)
    app.extensions.add(pageMacros, attachmentsMacro, galleryMacro, spaceFiles, spacesMacro, spaceDetails)
    app.extensions.add(pageMacros, ...siteMacros)
  },
}
