import type { ServerFeature } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { dropEmptyDraft, removeEmptyDrafts } from '#features/content-core/server/write.ts'
import { beginContent, leaveEditor, openEditor } from '../contract.ts'
import { beginDraft } from './begin.ts'
import { macroCalls } from './macros.ts'
import { formSave } from './save.ts'
import { editorScreens } from './screens.ts'
import { loadEditor, requireEditable } from './view.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** A window may stay open for days before anything is written in it. */
const KEEP_EMPTY_MS = 7 * 24 * 3_600_000

/** Writing pages and posts: the documents that hold the editor, and the form save of the old product. */
export const editorFeature: ServerFeature = {
  name: 'editor',
  messages: { de },
  register(app) {
    app.http.handle(openEditor, async ({ ctx, params }) => loadEditor(ctx, await requireEditable(ctx, params.id)))
    app.http.handle(beginContent, async ({ ctx, query }) => (await beginDraft(ctx, query)).view)
    app.http.handle(leaveEditor, async ({ ctx, params }) => {
      await dropEmptyDraft(ctx, params.id)
      return Answer.empty()
    })
    app.jobs.schedule('editor.remove-empty-drafts', '29 3 * * *', running =>
      removeEmptyDrafts(running, Date.now() - KEEP_EMPTY_MS),
    )
    editorScreens(app)
    formSave(app)
    macroCalls(app)
  },
}
