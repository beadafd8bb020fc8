import { compose, type Change } from '#diagrams/model/changes.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { fitAll } from '../../canvas/camera.ts'
import { bringIn } from '../../frame/import.ts'
import type { EditorContext } from '../../editor-context.ts'

/** Whether nothing is drawn on any page: what is brought in then simply takes its place. */
export function isBlank({ pages }: DiagramDocument): boolean {
  return pages.every(({ objects }) => Object.keys(objects).length === 0)
}

/**
 * Brings a made diagram in, in one step of undo.
 * @param replaced page in whose place it comes; behind the others when absent
 */
export function begin(editor: EditorContext, made: DiagramDocument, name: string, replaced?: string): void {
  const { document } = editor.state()
  const { change, pageId } = bringIn(document, made)
  editor.change(replaced === undefined ? change : inPlaceOf(document, change, replaced, pageId), { name, pageId, selection: [] })
  fitAll(editor)
}

function inPlaceOf(document: DiagramDocument, change: Change, replaced: string, pageId: string): Change {
  const index = document.pages.findIndex(({ id }) => id === replaced)
  // The only page was taken away already when it was empty.
  if (index === -1 || isBlank(document) && document.pages.length === 1) return change
  return compose(change, { type: 'move-page', pageId, index }, { type: 'remove-page', pageId: replaced })
}
