import type { ServerFeature } from '#platform/server/app.ts'
import { draftCalls } from './drafts.ts'
import { heartbeatCalls } from './heartbeats.ts'
import { loadingCalls } from './loading.ts'
import { migrations } from './migrations.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The calls that the editor of the old product made beside the REST interface, for programs that make them still. */
export const oldEditorFeature: ServerFeature = {
  name: 'old-editor',
  messages: { de },
  migrations,
  // The list of current editors means nothing a minute later.
  derived: { tables: ['edit_presence'], subscribers: [] },
  register(app) {
    heartbeatCalls(app)
    draftCalls(app)
    loadingCalls(app)
  },
}
