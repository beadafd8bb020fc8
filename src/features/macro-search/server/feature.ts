import type { ServerFeature } from '#platform/server/app.ts'
import { macroKey } from '#features/content-core/server/read.ts'
import { cqlFields } from '#features/search/server/index.ts'
import { READ_JOB, readMacros, unread } from './read-job.ts'
import { usesMacro } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** `macro = gliffy` of CQL: pages, posts and comments by the macros in their current text. */
export const macroSearchFeature: ServerFeature = {
  name: 'macro-search',
  messages: { de },
  register(app) {
    app.extensions.add(cqlFields, {
      field: 'macro',
      entity: 'content',
      compile: (_ctx, predicate) => usesMacro(predicate.kind === 'strings' ? predicate.values.map(macroKey) : []),
    })
    app.jobs.define({ kind: READ_JOB, class: 'upkeep', run: readMacros })
  },
  async start(app) {
    if (app.settings.get(unread))
      await app.jobs.enqueueOnce({ kind: READ_JOB, title: 'Reading which macros pages use' })
  },
}
