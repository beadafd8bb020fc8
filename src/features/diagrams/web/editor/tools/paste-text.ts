/** Pasting of text, including other programs' diagrams. */
import { messageOf } from '#platform/message-of.ts'
import { t } from '#platform/web/i18n.ts'
import type { Change } from '#diagrams/model/changes.ts'
import { pasteClip } from '#diagrams/operations/clip.ts'
import { LIMITS, type Link, type Point, type TextBlock } from '#diagrams/model/document.ts'
import { isSafeHref } from '#diagrams/model/links.ts'
import { settled } from '#diagrams/operations/settle.ts'
import { changeableRoots, objectOf } from '#diagrams/operations/tree.ts'
import { layoutText, plainText } from '#diagrams/render/text-layout.ts'
import type { EditorContext } from '../editor-context.ts'
import { addShape, drawableLayer, emptyLabel, emptyText, PLAIN_RUN, put, TEXT_SHAPE, defaultSize } from './make.ts'
import { heightFor, labels, LONGEST_LINE } from './text.ts'
import { spotFor } from './paste-place.ts'

/**
 * Pastes text into the selected shape or line if it has none; else as a text object, with a link for a URL. draw.io's
 * clipboard text becomes shapes.
 */
export function pasteText(editor: EditorContext, text: string, at: Point | null): void {
  const foreign = foreignDiagram(text)
  if (foreign !== null) {
    pasteForeign(editor, foreign, at).catch((error: unknown) => editor.tools.warn(messageOf(error)))
    return
  }
  const words = text.replace(/\r\n?/g, '\n').trim().slice(0, LIMITS.text)
  const into = fillText(editor, words)
  if (into) {
    editor.change(into, { name: 'Paste' })
    return
  }
  const block = written(emptyText(TEXT_SHAPE), words)
  const { at: place, beside } = spotFor(editor, words, at)
  const width = Math.min(LONGEST_LINE, Math.ceil(layoutText(block, Infinity, 0).width) + 1)
  const height = Math.max(defaultSize(TEXT_SHAPE).height, Math.ceil(layoutText(block, width, 0).height))
  const added = addShape(editor, {
    shape: TEXT_SHAPE,
    rect: { x: place.x - width / 2 + beside, y: place.y - height / 2 + beside, width, height },
    text: block,
  })
  if (!added) return
  const link = addressIn(words)
  editor.change(link ? put(editor, { ...added.object, link }) : added.change, {
    name: 'Paste',
    selection: [added.object.id],
  })
}

/** Clipboard text of draw.io, and files of draw.io and Gliffy; null for other text. */
function foreignDiagram(text: string): string | null {
  if (/^%3Cmx(?:GraphModel|file)/i.test(text)) {
    try {
      return decodeURIComponent(text)
    } catch {
      // Truncated: plain text.
      return null
    }
  }
  return /^\s*<mx(?:GraphModel|file)\b/.test(text) || /^\s*\{[\s\S]{0,2000}"application\/gliffy\+json"/.test(text)
    ? text
    : null
}

/** Pastes the first page of another program's diagram. @throws Error with a localised message when unreadable */
async function pasteForeign(editor: EditorContext, text: string, at: Point | null): Promise<void> {
  if (text.length > LIMITS.bytes)
    throw new Error(t('The file is larger than {{count}} MB.', { count: LIMITS.bytes / 1024 / 1024 }))
  // Large and rarely used.
  const { parseDiagram } = await import('#diagrams/import/parse.ts')
  const found = await parseDiagram(text)
  const layer = drawableLayer(editor)
  if (!found || layer === null || editor.state().isReadOnly) return
  const { document, pageId } = editor.state()
  const spot = spotFor(editor, text, at)
  const pasted = editor.tools.attempt(() => pasteClip(document, pageId, layer, found.document, spot.at, spot.beside))
  if (pasted) editor.change(pasted.change, { name: 'Paste', selection: pasted.ids })
}

/** Change that sets the text of a single selected object without one. */
function fillText(editor: EditorContext, words: string): Change | null {
  const { page } = editor
  const [id, ...others] = changeableRoots(page, editor.state().selection)
  const object = id === undefined || others.length > 0 ? undefined : objectOf(page, id)
  if (object?.kind === 'connector')
    return object.labels.length > 0
      ? null
      : labels(editor, object, [{ text: written(emptyLabel(), words), along: 0.5, across: 0 }])
  const isEmpty =
    object?.kind === 'shape' && object.shape !== TEXT_SHAPE && (!object.text || plainText(object.text).trim() === '')
  if (!isEmpty) return null
  const text = written(object.text ?? emptyText(object.shape, object.style), words)
  return settled(
    page,
    { type: 'update-object', pageId: page.id, id: object.id, fields: { text, ...heightFor(object, text) } },
    [object.id],
  )
}

/** A text block with other text in its first run's style. */
function written(block: TextBlock, words: string): TextBlock {
  const [paragraph] = block.paragraphs
  const { text: _, ...look } = { ...PLAIN_RUN, ...paragraph?.runs[0] }
  return {
    ...block,
    paragraphs: words.split('\n').map(line => ({ align: 'left', ...paragraph, runs: [{ ...look, text: line }] })),
  }
}

/** Link of a text that is only a URL. */
function addressIn(words: string): Link | null {
  return /^https?:\/\//i.test(words) && isSafeHref(words) ? { kind: 'url', href: words } : null
}
