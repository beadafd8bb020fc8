import type { DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import { styleObjects, type StyleFields } from '#diagrams/operations/style.ts'
import { descendantsOf } from '#diagrams/operations/tree.ts'
import type { EditorContext } from '../../editor-context.ts'

/** The objects of the style panel: the selected ones, with groups replaced by their content. */
export function styled(page: DiagramPage, objects: readonly DiagramObject[]): DiagramObject[] {
  const all = objects.flatMap(object => (object.kind === 'group' ? descendantsOf(page, [object.id]) : [object]))
  return [...new Map(all.filter(({ kind }) => kind !== 'group').map(object => [object.id, object])).values()]
}

/** Styles the selection, including the content of groups; sliding makes one step of undo. */
export function setStyle(editor: EditorContext, name: string, fields: StyleFields, isSliding = false): void {
  editor.change(styleObjects(editor.page, editor.state().selection, fields), { name, merge: isSliding })
}
