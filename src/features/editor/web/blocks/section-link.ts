import type { Node as ProseNode } from '@tiptap/pm/model'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import { outline } from '#language/outline.ts'

/**
 * Address of the section that a position is in: that of the last heading before it.
 * @returns undefined before the first heading
 */
export function sectionLink(
  doc: ProseNode,
  position: number,
  { url, title }: { url: string; title: string },
): string | undefined {
  const before = doc.cut(0, position).toJSON() as EditorNode
  const heading = outline(fromEditor(before), title).at(-1)
  return heading && `${new URL(url, location.origin).href}#${encodeURIComponent(heading.id)}`
}
