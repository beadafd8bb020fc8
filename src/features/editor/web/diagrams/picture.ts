import './diagrams.css'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { opaqueView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { MACRO, previewPath, readReference, shownSize, type DiagramReference } from '#features/diagrams/reference-shared.ts'

/** The diagram that a node shows; undefined for all else. */
export function diagramIn(node: ProseNode, contentId: string): DiagramReference | undefined {
  if (node.type.name !== 'opaqueBlock' && node.type.name !== 'opaqueInline') return undefined
  const { kind, name, parameters } = opaqueView(String(node.attrs['source']))
  return kind === 'macro' && name === MACRO ? readReference({ parameters }, Number(contentId)) : undefined
}

/** Draws a diagram as readers see it. @returns false for a node that is none */
export function drawDiagram(dom: HTMLElement, node: ProseNode, contentId: string): boolean {
  const reference = diagramIn(node, contentId)
  if (!reference) return false
  dom.className = 'ox-opaque ox-diagram-node'
  dom.setAttribute('role', 'img')
  dom.setAttribute('aria-label', t('Diagram {{name}}', { name: reference.name }))
  dom.dataset['diagram'] = keyOf(reference)
  const image = document.createElement('img')
  image.alt = ''
  image.draggable = false
  image.addEventListener('load', () => {
    image.width = shownSize(reference.size, { width: image.naturalWidth, height: image.naturalHeight }).width
  })
  image.addEventListener('error', () => {
    const note = document.createElement('span')
    note.className = 'ox-opaque-name'
    note.textContent = t('Diagram {{name}}', { name: reference.name })
    image.replaceWith(note)
  }, { once: true })
  image.src = previewPath(reference)
  dom.append(image)
  return true
}

/** Shows a diagram as it was just saved, wherever the text shows it unpinned. `picture` is its PNG as a data URL, or empty. */
export function refreshPictures(text: HTMLElement, reference: Pick<DiagramReference, 'ownerPageId' | 'name'>, picture: string): void {
  for (const node of text.querySelectorAll<HTMLElement>('.ox-diagram-node')) {
    if (node.dataset['diagram'] !== keyOf(reference)) continue
    const image = node.querySelector('img')
    // The address is the same as before: the browser must not show what it remembers.
    if (image) image.src = picture || `${previewPath(reference)}&modified=${Date.now()}`
  }
}

function keyOf({ ownerPageId, name, version }: Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'>): string {
  return `${ownerPageId} ${version ?? ''} ${name}`
}
