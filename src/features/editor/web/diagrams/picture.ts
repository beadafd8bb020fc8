import './diagrams.css'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { opaqueView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { referenceOf } from '#features/diagrams/macros-shared.ts'
import { previewPath, sizeOnPage, type DiagramReference } from '#features/diagrams/reference-shared.ts'

/** Diagram of a node; undefined for other nodes. */
export function diagramIn(node: ProseNode, contentId: string): DiagramReference | undefined {
  if (node.type.name !== 'opaqueBlock' && node.type.name !== 'opaqueInline') return undefined
  const { kind, name, parameters } = opaqueView(String(node.attrs['source']))
  return kind === 'macro' ? referenceOf({ name, parameters }, Number(contentId)) : undefined
}

/** Renders a diagram as in view mode. @returns false for other nodes */
export function drawDiagram(dom: HTMLElement, node: ProseNode, contentId: string): boolean {
  const reference = diagramIn(node, contentId)
  if (!reference) return false
  dom.className = `ox-opaque ox-diagram-node${reference.border ? ' ox-diagram-border' : ''}`
  dom.setAttribute('role', 'img')
  dom.setAttribute('aria-label', t('Diagram {{name}}', { name: reference.name }))
  dom.dataset['diagram'] = editorQueryKey(reference)
  if (reference.pagePin !== undefined) dom.dataset['page'] = reference.pagePin
  const image = document.createElement('img')
  image.alt = ''
  image.draggable = false
  image.addEventListener('load', () => {
    image.width = sizeOnPage(reference, { width: image.naturalWidth, height: image.naturalHeight }).width
  })
  image.addEventListener(
    'error',
    () => {
      const note = document.createElement('span')
      note.className = 'ox-opaque-name'
      note.textContent = t('Diagram {{name}}', { name: reference.name })
      image.replaceWith(note)
    },
    { once: true },
  )
  image.src = previewPath(reference)
  dom.append(image)
  return true
}

/** Updates unpinned occurrences of a saved diagram. `picture`: PNG data URL, or empty. */
export function refreshPictures(
  text: HTMLElement,
  reference: Pick<DiagramReference, 'ownerPageId' | 'name'>,
  picture: string,
): void {
  for (const node of text.querySelectorAll<HTMLElement>('.ox-diagram-node')) {
    if (node.dataset['diagram'] !== editorQueryKey(reference)) continue
    const image = node.querySelector('img')
    const pagePin = node.dataset['page']
    // The address is unchanged, so bypass the browser cache. The picture is of the first page.
    if (image && picture && pagePin === undefined) image.src = picture
    else if (image) image.src = `${previewPath({ ...reference, pagePin })}&modified=${Date.now()}`
  }
}

function editorQueryKey({
  ownerPageId,
  name,
  version,
}: Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'>): string {
  return `${ownerPageId} ${version ?? ''} ${name}`
}
