import type { DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import { styleObjects, type StyleFields } from '#diagrams/operations/style.ts'
import { descendantsOf } from '#diagrams/operations/tree.ts'
import type { EditorContext } from '../../editor-context.ts'

/** What the style panel speaks of: the selected objects of a page, and in the place of groups what they hold. */
export function styled(page: DiagramPage, objects: readonly DiagramObject[]): DiagramObject[] {
  const all = objects.flatMap(object => (object.kind === 'group' ? descendantsOf(page, [object.id]) : [object]))
  return [...new Map(all.filter(({ kind }) => kind !== 'group').map(object => [object.id, object])).values()]
}

/** Sets the look of what is selected, in groups of what they hold; sliding a value makes one step. */
export function setStyle(editor: EditorContext, name: string, fields: StyleFields, isSliding = false): void {
  editor.change(styleObjects(editor.page, editor.state().selection, fields), { name, merge: isSliding })
}
