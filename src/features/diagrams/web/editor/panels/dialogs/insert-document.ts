import { compose, type Change } from '#diagrams/model/changes.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { fitAll } from '../../scene/camera.ts'
import { importPages } from '#diagrams/operations/import-pages.ts'
import type { EditorContext } from '../../editor-context.ts'

/** Whether no page has content, so that an import replaces it. */
export function isBlank({ pages }: DiagramDocument): boolean {
  return pages.every(({ objects }) => Object.keys(objects).length === 0)
}

/**
 * Inserts a document in one step of undo.
 * @param replaced page to replace; default appends
 */
export function begin(editor: EditorContext, made: DiagramDocument, name: string, replaced?: string): void {
  const { document } = editor.state()
  const { change, pageId } = importPages(document, made)
  editor.change(replaced === undefined ? change : inPlaceOf(document, change, replaced, pageId), {
    name,
    pageId,
    selection: [],
  })
  fitAll(editor)
}

function inPlaceOf(document: DiagramDocument, change: Change, replaced: string, pageId: string): Change {
  const index = document.pages.findIndex(({ id }) => id === replaced)
  // A single empty page was removed already.
  if (index === -1 || (isBlank(document) && document.pages.length === 1)) return change
  return compose(change, { type: 'move-page', pageId, index }, { type: 'remove-page', pageId: replaced })
}
