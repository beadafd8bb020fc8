/**
 * Clipboard: own objects between diagrams, texts and images from elsewhere. Copies are also plain text, for other
 * programs.
 */
import { t } from '#platform/web/i18n.ts'
import { remove } from '#diagrams/operations/remove.ts'
import { copyObjects, imageObject, pasteClip, readClip, writeClip, type Clip } from '#diagrams/operations/clip.ts'
import { LIMITS, type Media, type Point } from '#diagrams/model/document.ts'
import { changeableRoots, childrenOf, inDrawingOrder, objectOf, pageBounds } from '#diagrams/operations/tree.ts'
import { plainText } from '#diagrams/render/text-layout.ts'
import type { EditorContext } from '../editor-context.ts'
import { boundsOfRect, overlap } from '../scene/bounds.ts'
import { drawableLayer } from './make.ts'
import { toPage, viewBounds } from '../scene/camera.ts'
import { BESIDE, SAME_PLACE, spotFor } from './paste-place.ts'
import { pasteText } from './paste-text.ts'

/** Browser-private type of our objects. */
const CLIP_TYPE = 'application/x-oxbow-diagram'
/** The same within HTML, which every browser transfers. */
const CLIP_ATTRIBUTE = 'data-oxbow-diagram'
const IMAGE_TYPES: readonly Media['type'][] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']
/** Maximum size of pasted images, px. */
const LARGEST = 600

/**
 * Last copy in this tab, for menus without clipboard access. `over` is the pointer's position at that time: an unmoved
 * pointer chooses no position.
 */
let lastCopy: { text: string; times: number; over: Point | null } | null = null

/** Position chosen by the pointer or the context menu; null for neither. */
function chosenPlace(editor: EditorContext): Point | null {
  const { over } = editor.tools
  const isAtRest =
    over !== null && lastCopy?.over && Math.hypot(over.x - lastCopy.over.x, over.y - lastCopy.over.y) < SAME_PLACE
  return over && !isAtRest ? toPage(editor.state().camera, over) : null
}

/** Copies the selection to a copy event. @returns false without a selection */
export function copyTo(editor: EditorContext, data: DataTransfer): boolean {
  const clip = take(editor)
  if (!clip) return false
  data.setData(CLIP_TYPE, clip.json)
  data.setData('text/html', htmlOf(clip))
  data.setData('text/plain', clip.text)
  return true
}

/** Removes the selection after a cut. */
export function removeSelected(editor: EditorContext): void {
  const ids = changeableRoots(editor.page, editor.state().selection)
  if (ids.length === 0) return
  editor.change(remove(editor.page, ids), { name: 'Cut', selection: [] })
  // The first paste returns to the original position.
  if (lastCopy) lastCopy.times = -1
}

/** Copies the selection, from a menu. */
export function copySelection(editor: EditorContext): void {
  const clip = take(editor)
  if (!clip || !('clipboard' in navigator) || typeof ClipboardItem === 'undefined') return
  const item = new ClipboardItem({
    'text/html': new Blob([htmlOf(clip)], { type: 'text/html' }),
    'text/plain': new Blob([clip.text], { type: 'text/plain' }),
  })
  // Refused by the browser: available in this tab only.
  navigator.clipboard.write([item]).catch(() => editor.tools.say(t('Copied for this window only')))
}

export function cutSelection(editor: EditorContext): void {
  copySelection(editor)
  removeSelected(editor)
}

/** Pastes from the context menu at its position: the browser's clipboard, else the last copy in this tab. */
export function pasteFromClipboard(editor: EditorContext): void {
  const { tools } = editor
  const at = tools.menuAt
  tools.menuAt = null
  const fallback = () => {
    if (lastCopy) pasteClipText(editor, lastCopy.text, at)
  }
  if (!('clipboard' in navigator) || !('read' in navigator.clipboard)) return fallback()
  const paste = async () => {
    for (const item of await navigator.clipboard.read()) {
      const image = item.types.find(isImageType)
      if (item.types.includes('text/html')) {
        const json = clipIn(await (await item.getType('text/html')).text())
        if (json !== null && pasteClipText(editor, json, at)) return
      }
      if (image) return await pasteImages(editor, [await item.getType(image)], at)
      if (item.types.includes('text/plain'))
        return pasteWords(editor, await (await item.getType('text/plain')).text(), at)
    }
  }
  paste().catch((error: unknown) => {
    // Refused by the browser or the user, or unusable.
    if (error instanceof DOMException) fallback()
    else throw error
  })
}

/**
 * Pastes an event's data: our objects, else images, else text. At the pointer if over the canvas, else beside the
 * original or in the middle of the viewport.
 * @returns false for no data
 */
export function pasteFrom(editor: EditorContext, data: DataTransfer): boolean {
  if (editor.state().isReadOnly) return false
  const at = chosenPlace(editor)
  const json = data.getData(CLIP_TYPE) || clipIn(data.getData('text/html'))
  if (json && pasteClipText(editor, json, at)) return true
  const images = [...data.files].filter(({ type }) => isImageType(type))
  if (images.length > 0) {
    pasteImages(editor, images, at).catch(() => editor.tools.warn(t('The picture cannot be read.')))
    return true
  }
  const text = data.getData('text/plain')
  if (text.trim() === '') return false
  pasteWords(editor, text, at)
  return true
}

function take(editor: EditorContext): { json: string; text: string } | null {
  const { document, pageId, selection } = editor.state()
  if (selection.size === 0) return null
  const json = writeClip(copyObjects(document, pageId, selection))
  lastCopy = { text: json, times: 0, over: editor.tools.over }
  const texts = inDrawingOrder(editor.page, selection).flatMap(id => {
    const object = objectOf(editor.page, id)
    if (!object || object.kind === 'group') return []
    return object.kind === 'connector'
      ? object.labels.map(({ text }) => plainText(text))
      : object.text
        ? [plainText(object.text)]
        : []
  })
  return { json, text: texts.join('\n') }
}

function htmlOf({ json, text }: { json: string; text: string }): string {
  const bytes = new TextEncoder().encode(json)
  const element = document.createElement('div')
  element.setAttribute(CLIP_ATTRIBUTE, btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')))
  element.textContent = text
  return element.outerHTML
}

/** Our objects within HTML, or null. */
function clipIn(html: string): string | null {
  if (!html.includes(CLIP_ATTRIBUTE)) return null
  const value = new DOMParser()
    .parseFromString(html, 'text/html')
    .querySelector(`[${CLIP_ATTRIBUTE}]`)
    ?.getAttribute(CLIP_ATTRIBUTE)
  if (!value) return null
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(value), character => character.charCodeAt(0)))
  } catch {
    // Truncated by another program.
    return null
  }
}

function pasteClipText(editor: EditorContext, json: string, at: Point | null): boolean {
  const clip: Clip | null = readClip(json)
  const layer = drawableLayer(editor)
  if (!clip || layer === null || editor.state().isReadOnly) return false
  const { document, pageId } = editor.state()
  // Without a chosen position each copy is offset further from the original, while that is visible.
  const own = at === null && lastCopy?.text === json && isSeen(editor, clip) ? lastCopy : null
  const spot: { at: Point | null; beside: number } = own
    ? { at: null, beside: ++own.times * BESIDE }
    : spotFor(editor, json, at)
  const pasted = editor.tools.attempt(() => pasteClip(document, pageId, layer, clip, spot.at, spot.beside))
  if (pasted) editor.change(pasted.change, { name: 'Paste', selection: pasted.ids })
  return true
}

/** Whether a clip's original position is visible. */
function isSeen(editor: EditorContext, { pages: [source] }: Clip): boolean {
  const bounds =
    source &&
    pageBounds(
      source,
      childrenOf(source, null).map(({ id }) => id),
    )
  return bounds ? overlap(boundsOfRect(bounds), viewBounds(editor)) : false
}

/** Drops a text at a position, regardless of the selection. */
export function dropText(editor: EditorContext, text: string, at: Point): void {
  editor.select([])
  editor.tools.attempt(() => pasteWords(editor, text, at))
}

/** Pastes text, or the image that it encodes. */
function pasteWords(editor: EditorContext, text: string, at: Point | null): void {
  if (/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/i.test(text)) {
    pasteImages(editor, [new Blob([text], { type: 'image/svg+xml' })], at).catch(() =>
      editor.tools.warn(t('The picture cannot be read.')),
    )
    return
  }
  pasteText(editor, text, at)
}

/** Adds images side by side. @throws DOMException for invalid ones */
export async function pasteImages(editor: EditorContext, blobs: readonly Blob[], at: Point | null): Promise<void> {
  const { at: start, beside } = spotFor(editor, blobs.map(({ size, type }) => `${type} ${size}`).join(), at)
  let place = { x: start.x + beside, y: start.y + beside }
  for (const blob of blobs) {
    const type = IMAGE_TYPES.find(one => one === blob.type)
    if (!type) continue
    if (blob.size > LIMITS.media) {
      editor.tools.warn(t('The picture is larger than {{size}} MB.', { size: LIMITS.media / 1024 / 1024 }))
      continue
    }
    const media = await mediaOf(blob, type)
    const layer = drawableLayer(editor)
    if (layer === null) return
    const scale = Math.min(1, LARGEST / Math.max(media.width, media.height))
    const [width, height] = [media.width * scale, media.height * scale]
    const { change, id } = imageObject(editor.page, layer, media, {
      x: place.x - width / 2,
      y: place.y - height / 2,
      width,
      height,
    })
    editor.change(change, { name: 'Paste', selection: [id] })
    place = { x: place.x + BESIDE, y: place.y + BESIDE }
  }
}

async function mediaOf(blob: Blob, type: Media['type']): Promise<Media> {
  const url = URL.createObjectURL(blob)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return {
      type,
      data: await base64(blob),
      width: Math.max(1, image.naturalWidth),
      height: Math.max(1, image.naturalHeight),
    }
  } finally {
    URL.revokeObjectURL(url)
  }
}

function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(blob)
  })
}

function isImageType(type: string): boolean {
  return IMAGE_TYPES.some(one => one === type)
}
