/** Starting and committing text editing of a shape, a label, or a new text. */
import { compose, type Change } from '#diagrams/model/changes.ts'
import {
  LIMITS,
  type ConnectorObject,
  type DiagramObject,
  type Point,
  type ShapeObject,
  type TextBlock,
} from '#diagrams/model/document.ts'
import { lanesOf, poolAt } from '#diagrams/operations/lanes.ts'
import { remove } from '#diagrams/operations/remove.ts'
import { settled } from '#diagrams/operations/settle.ts'
import { isLocked, objectOf } from '#diagrams/operations/tree.ts'
import { findShape } from '#diagrams/shapes/library.ts'
import { textAreaOf } from '#diagrams/render/text-area.ts'
import { layoutText, plainText } from '#diagrams/render/text-layout.ts'
import type { EditorContext } from '../editor-context.ts'
import type { Editing } from '../store/state.ts'
import { addShape, emptyLabel, emptyText, TEXT_SHAPE, defaultSize } from './make.ts'

/** Maximum width of a text object, px; longer lines wrap. */
export const LONGEST_LINE = 420
/** Maximum of growth steps for a shape with a partial text area. */
const MOST_TRIES = 8

/** The edited text in the document; null when it is gone. */
export function editedText(editor: EditorContext, { objectId, label }: Editing): TextBlock | null {
  const object = objectOf(editor.page, objectId)
  if (!object || object.kind === 'group') return null
  if (object.kind === 'connector') return label === undefined ? null : (object.labels[label]?.text ?? null)
  return object.text ?? (object.kind === 'shape' ? emptyText(object.shape, object.style) : emptyText())
}

/** Position on a connector, and the text typed already. */
export interface TextStart {
  label?: number
  along?: number
  typed?: string
}

/** Edits an object's text, or a connector's label: an existing one or a new one in its middle. */
export function editText(editor: EditorContext, id: string, at: TextStart = {}): void {
  const object = objectOf(editor.page, id)
  if (!object || object.kind === 'group' || editor.state().isReadOnly || isLocked(editor.page, id)) return
  editor.select([id])
  const begun = { objectId: id, ...(at.typed === undefined ? {} : { typed: at.typed }) }
  if (object.kind !== 'connector') return editor.set({ editing: begun })
  const label = at.label ?? (at.along === undefined && object.labels.length > 0 ? 0 : undefined)
  if (label !== undefined) return editor.set({ editing: { ...begun, label } })
  if (object.labels.length >= LIMITS.labels) return
  editor.show(labels(editor, object, [...object.labels, { text: emptyLabel(), along: at.along ?? 0.5, across: 0 }]))
  editor.set({ editing: { ...begun, label: object.labels.length } })
}

/** From the title of a pool or lane to the next one, which typing then writes in; other objects stay selected. */
export function goToNextTitle(editor: EditorContext, id: string): void {
  const { page } = editor
  const pool = poolAt(page, id)
  if (!pool) return
  const titles = [pool, ...lanesOf(page, pool.id)].map(title => title.id)
  const next = titles[titles.indexOf(id) + 1]
  if (next !== undefined) editor.select([next])
}

/** Id of the single selected object that typing writes in; null when keys are the tools'. */
export function writable(editor: EditorContext): string | null {
  const { tool, editing, isReadOnly, selection } = editor.state()
  const [id, ...others] = selection
  if (id === undefined || others.length > 0 || tool.kind !== 'select' || editing || isReadOnly) return null
  const object = objectOf(editor.page, id)
  return object && object.kind !== 'group' && !isLocked(editor.page, id) ? id : null
}

/** Adds a text object with its first line at a position. */
export function writeAt(editor: EditorContext, at: Point): void {
  const { width, height } = defaultSize(TEXT_SHAPE)
  const added = addShape(editor, { shape: TEXT_SHAPE, rect: { x: at.x, y: at.y - height / 2, width, height } })
  if (!added || editor.state().isReadOnly) return
  editor.show(added.change)
  editor.select([added.object.id])
  editor.set({ editing: { objectId: added.object.id }, tool: { kind: 'select' } })
}

/** Commits the text in one step of undo; empty texts are removed, as are empty text objects. */
export function endText(editor: EditorContext, block: TextBlock): void {
  const { editing, preview } = editor.state()
  if (!editing) return
  const isNew = preview !== null
  const object = objectOf(editor.page, editing.objectId)
  const isEmpty = plainText(block).trim() === ''
  const before = editedText(editor, editing)
  editor.set({ editing: null })
  if (!object || (isNew && isEmpty)) return editor.cancel()
  if (!isNew && JSON.stringify(before) === JSON.stringify(block)) return
  const change = isEmpty ? withoutText(editor, object, editing) : withText(editor, object, editing, block, isNew)
  editor.change(preview ? compose(preview.change, change) : change, { name: isNew ? 'Add text' : 'Edit text' })
}

function withText(
  editor: EditorContext,
  object: DiagramObject,
  { label }: Editing,
  text: TextBlock,
  isNew: boolean,
): Change {
  if (object.kind === 'connector')
    return labels(
      editor,
      object,
      object.labels.map((one, index) => (index === label ? { ...one, text } : one)),
    )
  const { page } = editor
  return settled(
    page,
    { type: 'update-object', pageId: page.id, id: object.id, fields: { text, ...fitted(object, text, isNew) } },
    [object.id],
  )
}

/** Fits a text object to its text; a new one in width too, up to a readable line length. */
function fitted(
  object: DiagramObject,
  text: TextBlock,
  isNew: boolean,
): { y?: number; width?: number; height?: number } {
  if (object.kind !== 'shape') return {}
  if (object.shape !== TEXT_SHAPE) return heightFor(object, text)
  const { top, right, bottom, left } = text.padding ?? { top: 0, right: 0, bottom: 0, left: 0 }
  const width = isNew
    ? Math.min(LONGEST_LINE, Math.ceil(layoutText(text, Infinity, 0).width) + 1 + left + right)
    : object.width
  const height = Math.max(defaultSize(TEXT_SHAPE).height, Math.ceil(layoutText(text, width, 0).height + top + bottom))
  return isNew ? { width, height } : { height }
}

/**
 * Grows a shape to fit its text if it is a plain upright box around it, unlike icons and containers. Preserves its
 * middle, where lines attach, or the edge of its text.
 */
export function heightFor(object: ShapeObject, text: TextBlock): { y?: number; height?: number } {
  const definition = findShape(object.shape)
  if (object.container || object.rotation || text.turned || text.overflow === 'clip' || definition?.keepsAspect)
    return {}
  let height = object.height
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const area = textAreaOf({ ...object, height }, text)
    if (area.y < 0 || area.y + area.height > height + 0.5) return {}
    const { top, bottom } = text.padding ?? { top: 0, bottom: 0 }
    const missing = layoutText(text, area.width, area.height).height + top + bottom - area.height
    if (missing <= 0.5) break
    // Even, so that the middle stays on whole px.
    height += 2 * Math.ceil(missing / 2)
  }
  const more = height - object.height
  if (more <= 0 || height > LIMITS.length) return {}
  const above = { top: 0, middle: more / 2, bottom: more }[text.vertical]
  return above > 0 ? { y: object.y - above, height } : { height }
}

function withoutText(editor: EditorContext, object: DiagramObject, { label }: Editing): Change {
  if (object.kind === 'connector')
    return labels(
      editor,
      object,
      object.labels.filter((_, index) => index !== label),
    )
  if (object.kind === 'shape' && object.shape === TEXT_SHAPE) return remove(editor.page, [object.id])
  return { type: 'update-object', pageId: editor.state().pageId, id: object.id, fields: { text: undefined } }
}

export function labels(editor: EditorContext, { id }: ConnectorObject, all: ConnectorObject['labels']): Change {
  return { type: 'update-object', pageId: editor.state().pageId, id, fields: { labels: all } }
}
