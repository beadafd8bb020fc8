import type { ServerFeature } from '#platform/server/app.ts'
import { commentParts, commentWriters } from '#features/comments/server/index.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { contentFacets } from '#features/content/server/index.ts'
import { searchableTexts } from '#features/search/server/index.ts'
import { viewFileMacro } from './macro.ts'
import { migrations } from './migrations.ts'
import { filePart, pinFacet, pinWriter } from './pins.ts'
import { previewRoutes } from './routes.ts'
import { dropRendersShowingFiles, previewSubscriber, SUBSCRIBER } from './subscriber.ts'
import { fileWords, readWordsJob } from './words.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Previews of files: what the previewer shows, thumbnails on request, embedded files, and words for the search. */
export const previewsFeature: ServerFeature = {
  name: 'previews',
  messages: { de: { ...de, ...macrosDe }, en },
  migrations,
  // After a restore the words are read again, by the event of each file in the log.
  derived: { tables: ['file_words'], subscribers: [SUBSCRIBER] },
  register(app) {
    app.extensions.add(pageMacros, viewFileMacro)
    // Of what is gone, the event log does not say what it was about.
    app.extensions.add(contentWriters, {
      purging: async (tx, _app, ids) => void (await dropRendersShowingFiles(tx, ids)),
    })
    app.extensions.add(searchableTexts, fileWords)
    app.extensions.add(commentWriters, pinWriter)
    app.extensions.add(commentParts, filePart)
    app.extensions.add(contentFacets, pinFacet)
    app.jobs.define(readWordsJob)
    previewRoutes(app)
  },
  async start(app) {
    app.events.subscribe(previewSubscriber(app))
  },
}
