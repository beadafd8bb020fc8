import { compose, type Change, type ObjectFields } from '#diagrams/model/changes.ts'
import type { DiagramObject } from '#diagrams/model/document.ts'
import { isLocked } from '#diagrams/operations/tree.ts'
import type { EditorContext } from '../editor-context.ts'

/** Selected objects that may be changed, as the document holds them. */
export function changeable(editor: EditorContext): DiagramObject[] {
  const { page } = editor
  return editor.selected.filter(({ id }) => !isLocked(page, id))
}

/**
 * Sets fields of what is selected in one step; locked objects keep theirs.
 * @param fields those to set on an object; null leaves it as it is
 * @returns whether anything was changed
 */
export function changeSelected(
  editor: EditorContext, name: string, fields: (object: DiagramObject) => ObjectFields | null, options: { merge?: boolean } = {},
): boolean {
  const pageId = editor.page.id
  const changes = changeable(editor).flatMap((object): Change[] => {
    const set = fields(object)
    return set ? [{ type: 'update-object', pageId, id: object.id, fields: set }] : []
  })
  return changes.length > 0 && editor.change(compose(...changes), { name, ...options })
}
