import type { ServerFeature } from '#platform/server/app.ts'
import { beginContent, openEditor } from '../contract.ts'
import { beginDraft } from './begin.ts'
import { formSave } from './save.ts'
import { editorScreens } from './screens.ts'
import { loadEditor, requireEditable } from './view.ts'

/** Writing pages and posts: the documents that hold the editor, and the form save of the old product. */
export const editorFeature: ServerFeature = {
  name: 'editor',
  register(app) {
    app.http.handle(openEditor, async ({ ctx, params }) => loadEditor(ctx, await requireEditable(ctx, params.id)))
    app.http.handle(beginContent, async ({ ctx, query }) => loadEditor(ctx, await beginDraft(ctx, query)))
    editorScreens(app)
    formSave(app)
  },
}
