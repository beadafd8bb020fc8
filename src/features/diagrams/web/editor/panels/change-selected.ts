import { compose, type Change, type ObjectFields } from '#diagrams/model/changes.ts'
import type { DiagramObject } from '#diagrams/model/document.ts'
import { isLocked } from '#diagrams/operations/tree.ts'
import type { EditorContext } from '../editor-context.ts'

/** The unlocked selected objects. */
export function changeable(editor: EditorContext): DiagramObject[] {
  const { page } = editor
  return editor.selected.filter(({ id }) => !isLocked(page, id))
}

/**
 * Sets fields of the unlocked selected objects in one step.
 * @param fields of an object; null for no change
 * @returns whether anything changed
 */
export function changeSelected(
  editor: EditorContext,
  name: string,
  fields: (object: DiagramObject) => ObjectFields | null,
  options: { merge?: boolean } = {},
): boolean {
  const pageId = editor.page.id
  const changes = changeable(editor).flatMap((object): Change[] => {
    const set = fields(object)
    return set ? [{ type: 'update-object', pageId, id: object.id, fields: set }] : []
  })
  return changes.length > 0 && editor.change(compose(...changes), { name, ...options })
}
