import type { Node as ProseNode } from '@tiptap/pm/model'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { imageView, safeImage, type ImageView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { ATTACHMENTS_PATH, THUMBNAILS_PATH } from '#features/attachments/shared.ts'
import { changePicture } from './change-picture.ts'
import type { ResizeHandles } from './resize-handles.ts'

/** Address of a picture's file; undefined where only readers can find it. */
export function pictureUrl(
  { target, isElsewhere }: ImageView,
  contentId: string,
  path: string = ATTACHMENTS_PATH,
): string | undefined {
  if (target?.kind !== 'attachment') return target && safeImage(target.url)
  if (isElsewhere && target.pageId === undefined) return undefined
  return `${path}/${target.pageId ?? contentId}/${encodeURIComponent(target.filename)}`
}

/** Picture as readers see it. When it is selected, handles change its width. */
export class PictureView implements NodeView {
  readonly dom = document.createElement('span')
  readonly #view: EditorView
  readonly #getPos: () => number | undefined
  readonly #contentId: string
  #node: ProseNode
  /** Holds the picture and its handles. */
  #frame: HTMLElement | undefined
  #image: HTMLImageElement | undefined
  #handles: ResizeHandles | undefined
  #isSelected = false

  constructor(node: ProseNode, view: EditorView, getPos: () => number | undefined, contentId: string) {
    this.#node = node
    this.#view = view
    this.#getPos = getPos
    this.#contentId = contentId
    this.dom.contentEditable = 'false'
    this.#draw()
  }

  #draw(): void {
    const view = imageView(String(this.#node.attrs['source']))
    const src = pictureUrl(view, this.#contentId, view.isThumbnail ? THUMBNAILS_PATH : ATTACHMENTS_PATH)
    const align = view.placement?.replace('wrap', '').toLowerCase()
    const isUnwrapped = view.placement === 'left' || view.placement === 'right'
    const place = align ? ` image-${align}-wrapper${isUnwrapped ? ' image-unwrapped' : ''}` : ''
    const frame = document.createElement('span')
    frame.className = 'ox-picture-frame'
    const image = this.#imageFor(src, view)
    frame.append(image ?? unknown(nameOf(view)))
    const wrapper = view.caption ? document.createElement('span') : this.dom
    this.dom.className = `ox-image captioned-image${place}`
    wrapper.className = `confluence-embedded-file-wrapper${place}${view.caption ? '' : ' ox-image'}`
    wrapper.replaceChildren(frame)
    if (view.caption) {
      const caption = document.createElement('span')
      caption.className = 'caption'
      caption.textContent = view.caption
      this.dom.replaceChildren(wrapper, caption)
    }
    this.#frame = frame
    this.#image = image
    if (this.#handles && image) this.#handles.attach(frame, image)
  }

  /** The image element with what the source says; the same one while it shows the same file. */
  #imageFor(src: string | undefined, view: ImageView): HTMLImageElement | undefined {
    if (src === undefined) return undefined
    const before = this.#image
    const image = before?.getAttribute('src') === src ? before : document.createElement('img')
    image.className = `confluence-embedded-image${view.hasBorder ? ' confluence-content-image-border' : ''}`
    image.alt = view.alt || nameOf(view)
    if (view.title) image.title = view.title
    else image.removeAttribute('title')
    image.draggable = false
    image.style.cssText = view.style
    for (const side of ['width', 'height'] as const) {
      if (view[side]) image[side] = view[side]
      else image.removeAttribute(side)
    }
    if (image !== before) {
      image.addEventListener('load', () => widthOfHeight(image))
      image.addEventListener('error', () => image.replaceWith(unknown(nameOf(view))), { once: true })
      image.src = src
    } else widthOfHeight(image)
    return image
  }

  update(node: ProseNode): boolean {
    if (node.type !== this.#node.type) return false
    const isChanged = node.attrs['source'] !== this.#node.attrs['source']
    this.#node = node
    if (isChanged) this.#draw()
    return true
  }

  selectNode(): void {
    this.dom.classList.add('ProseMirror-selectednode')
    this.#isSelected = true
    if (!this.#view.editable) return
    void import('./resize-handles.ts').then(({ ResizeHandles }) => {
      if (!this.#isSelected || this.#handles || !this.#frame || !this.#image) return
      this.#handles = new ResizeHandles(this.#view, this.#getPos, changePicture)
      this.#handles.attach(this.#frame, this.#image)
    })
  }

  deselectNode(): void {
    this.dom.classList.remove('ProseMirror-selectednode')
    this.#isSelected = false
    this.#handles?.detach()
    this.#handles = undefined
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('.ox-picture-handle') !== null
  }

  ignoreMutation(): boolean {
    return true
  }

  destroy(): void {
    this.deselectNode()
  }
}

const nameOf = ({ target, alt }: ImageView): string =>
  (target?.kind === 'attachment' ? target.filename : alt) || t('Picture')

function unknown(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'unknown-attachment'
  element.textContent = name
  return element
}

/** Gives a picture the width that follows from its stored height, as for readers: styles leave the height open. */
function widthOfHeight(image: HTMLImageElement): void {
  const height = Number(image.getAttribute('height'))
  if (!height || image.hasAttribute('width') || !image.naturalHeight) return
  image.width = Math.round((image.naturalWidth * height) / image.naturalHeight)
}
