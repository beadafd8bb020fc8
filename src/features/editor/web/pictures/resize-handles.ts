import type { EditorView } from '@tiptap/pm/view'
import { imageView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import type { changePicture } from './change-picture.ts'

export const LEAST_WIDTH = 16
/** Change of the width by an arrow key in px, and by one with Shift. */
const KEY_STEP = 10
const FINE_STEP = 1
const PAGE_STEP = 100

type Side = 'start' | 'end'

/** Handles at both sides of the selected picture. They change its width by pointer and by arrow keys. */
export class ResizeHandles {
  readonly #view: EditorView
  readonly #getPos: () => number | undefined
  readonly #change: typeof changePicture
  readonly #handles: readonly HTMLElement[]
  readonly #size = document.createElement('span')
  #image: HTMLImageElement | undefined
  /** Width that is shown and not stored. */
  #width: number | undefined

  /** @param change given, so that this module, which is loaded later, shares none with the text */
  constructor(view: EditorView, getPos: () => number | undefined, change: typeof changePicture) {
    this.#change = change
    this.#view = view
    this.#getPos = getPos
    this.#handles = [this.#handle('start'), this.#handle('end')]
    this.#size.className = 'ox-picture-size'
    this.#size.setAttribute('aria-hidden', 'true')
    this.#size.hidden = true
  }

  /** Shows the handles around a picture. */
  attach(frame: HTMLElement, image: HTMLImageElement): void {
    const focused = this.#handles.find(handle => handle === document.activeElement)
    this.#image = image
    frame.append(...this.#handles, this.#size)
    image.addEventListener('load', this.#tell)
    this.#tell()
    focused?.focus()
  }

  detach(): void {
    this.#store()
    this.#image?.removeEventListener('load', this.#tell)
    for (const element of [...this.#handles, this.#size]) element.remove()
  }

  #handle(side: Side): HTMLElement {
    const handle = document.createElement('span')
    handle.className = 'ox-picture-handle'
    handle.dataset['side'] = side
    // One of them is enough for keys.
    if (side === 'end') {
      handle.tabIndex = 0
      handle.setAttribute('role', 'slider')
      handle.setAttribute('aria-label', t('Width of the picture'))
      handle.setAttribute('aria-valuemin', String(LEAST_WIDTH))
      handle.addEventListener('keydown', event => this.#onKey(event))
      handle.addEventListener('blur', () => this.#store())
    }
    handle.addEventListener('pointerdown', event => this.#drag(event, handle, side))
    return handle
  }

  #onKey(event: KeyboardEvent): void {
    const step = event.shiftKey ? FINE_STEP : KEY_STEP
    const width = this.#shownWidth()
    const wanted = {
      ArrowRight: width + step,
      ArrowUp: width + step,
      ArrowLeft: width - step,
      ArrowDown: width - step,
      PageUp: width + PAGE_STEP,
      PageDown: width - PAGE_STEP,
      Home: LEAST_WIDTH,
      End: this.#most(),
    }[event.key]
    if (wanted !== undefined) {
      event.preventDefault()
      this.#show(wanted)
      return
    }
    if (event.key === 'Escape') this.#cancel()
    else if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) this.#store()
    if (event.key === 'Escape' || event.key === 'Enter') {
      event.preventDefault()
      this.#view.focus()
    }
    if (event.key === 'Tab') {
      const tool = event.shiftKey ? undefined : document.querySelector<HTMLElement>('.ox-picture-tools button')
      event.preventDefault()
      if (tool) tool.focus()
      else this.#view.focus()
    }
  }

  #drag(down: PointerEvent, handle: HTMLElement, side: Side): void {
    if (down.button !== 0) return
    down.preventDefault()
    handle.setPointerCapture(down.pointerId)
    const from = this.#shownWidth()
    const image = this.#image
    const isCentred = image?.closest('.image-center-wrapper') !== null
    const isRtl = image !== undefined && getComputedStyle(image).direction === 'rtl'
    // Centred pictures grow at both sides.
    const factor = ((side === 'end') === isRtl ? -1 : 1) * (isCentred ? 2 : 1)
    const move = (event: PointerEvent) => this.#show(from + (event.clientX - down.clientX) * factor)
    const end = (event: Event) => {
      handle.removeEventListener('pointermove', move)
      for (const name of ['pointerup', 'pointercancel']) handle.removeEventListener(name, end)
      document.removeEventListener('keydown', escape, { capture: true })
      if (event.type === 'pointerup') this.#store()
      else this.#cancel()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end(event)
    }
    handle.addEventListener('pointermove', move)
    for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, end)
    document.addEventListener('keydown', escape, { capture: true })
  }

  #shownWidth(): number {
    return this.#width ?? Math.round(this.#image?.getBoundingClientRect().width ?? 0)
  }

  /** Width of the text around the picture. */
  #most(): number {
    const block = this.#image?.closest('.ox-image')?.parentElement
    if (!block) return LEAST_WIDTH
    const { paddingLeft, paddingRight } = getComputedStyle(block)
    return Math.max(LEAST_WIDTH, Math.floor(block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)))
  }

  #show(wanted: number): void {
    const image = this.#image
    if (!image) return
    this.#width = Math.round(Math.min(this.#most(), Math.max(LEAST_WIDTH, wanted)))
    image.removeAttribute('height')
    image.width = this.#width
    this.#size.hidden = false
    this.#tell()
  }

  readonly #tell = (): void => {
    const image = this.#image
    if (!image) return
    const width = this.#shownWidth()
    const height = Math.round(image.getBoundingClientRect().height)
    this.#size.textContent = `${width} × ${height}`
    for (const handle of this.#handles) {
      if (!handle.hasAttribute('role')) continue
      handle.setAttribute('aria-valuemax', String(Math.max(width, this.#most())))
      handle.setAttribute('aria-valuenow', String(width))
      handle.setAttribute('aria-valuetext', t('{{width}} by {{height}} pixels', { width, height }))
    }
  }

  /** Stores the width that is shown, in one step. */
  #store(): void {
    const width = this.#width
    const at = this.#getPos()
    this.#width = undefined
    this.#size.hidden = true
    if (width === undefined || at === undefined) return
    const source = String(this.#view.state.doc.nodeAt(at)?.attrs['source'] ?? '')
    if (imageView(source).width !== width) this.#change(this.#view, at, { width })
  }

  #cancel(): void {
    this.#width = undefined
    this.#size.hidden = true
    const image = this.#image
    const at = this.#getPos()
    if (!image || at === undefined) return
    const { width, height } = imageView(String(this.#view.state.doc.nodeAt(at)?.attrs['source'] ?? ''))
    image.removeAttribute('width')
    if (width) image.width = width
    if (height) image.height = height
    this.#tell()
  }
}
