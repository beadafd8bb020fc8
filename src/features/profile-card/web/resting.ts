import { PERSON } from './person.ts'

/** So long the pointer or the focus rests on a name before its card shows, and a card stays after they have left it. */
export const SHOW_AFTER_MS = 300
export const HIDE_AFTER_MS = 200

export const CARD_ID = 'profile-card'

/** The name or face at which the card shows; undefined hides it. */
type Show = (anchor: HTMLElement | undefined) => void

/**
 * Shows a card while the pointer or the keyboard's focus is on a name or on the card itself. Escape and a click on
 * either hide it.
 * @param first event on the first name
 * @returns a function that ends it
 */
export function watchNames(first: Event, show: Show): () => void {
  const watcher = new NameWatcher(show)
  const events = new AbortController()
  const on = (kind: string, listener: (event: Event) => void, capture = false) =>
    document.addEventListener(kind, listener, { signal: events.signal, capture })
  on('pointerover', event => watcher.hover(event))
  on('focusin', event => watcher.focus(event))
  on('focusout', event => watcher.blur(event))
  on('click', event => watcher.click(event), true)
  on('keydown', event => watcher.press(event as KeyboardEvent), true)
  if (first.type === 'focusin') watcher.focus(first)
  else watcher.hover(first)
  return () => {
    events.abort()
    watcher.end()
  }
}

class NameWatcher {
  readonly #show: Show
  #shown: HTMLElement | undefined
  #hovered: HTMLElement | undefined
  #focused: HTMLElement | undefined
  #next: HTMLElement | undefined
  #timer: number | undefined

  constructor(show: Show) {
    this.#show = show
  }

  hover(event: Event): void {
    // A touch follows the link.
    if (event instanceof PointerEvent && event.pointerType === 'touch') return
    this.#hovered = this.#personAt(event)
    this.#decide()
  }

  focus(event: Event): void {
    const isByKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
    this.#focused = isByKeyboard ? this.#personAt(event) : undefined
    this.#decide()
  }

  blur(event: Event): void {
    // Focus that moves on comes by `focusin`.
    if ((event as FocusEvent).relatedTarget !== null) return
    this.#focused = undefined
    this.#decide()
  }

  click(event: Event): void {
    if (this.#personAt(event)) this.#dismiss()
  }

  press(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#shown) return
    // Only the card: a dialog below it stays.
    event.preventDefault()
    event.stopPropagation()
    const isInCard = document.activeElement?.closest(`#${CARD_ID}`) !== null
    const anchor = this.#shown
    this.#dismiss()
    if (isInCard) anchor.focus({ preventScroll: true })
    this.#dismiss()
  }

  end(): void {
    window.clearTimeout(this.#timer)
  }

  /** The name or face that an event is on; within the card, the one that it is shown for. */
  #personAt({ target }: Event): HTMLElement | undefined {
    if (!(target instanceof Element)) return undefined
    return target.closest<HTMLElement>(PERSON) ?? (target.closest(`#${CARD_ID}`) ? this.#shown : undefined)
  }

  #decide(): void {
    const wanted = this.#hovered ?? this.#focused
    if (wanted === this.#next) return
    this.#next = wanted
    window.clearTimeout(this.#timer)
    if (wanted === this.#shown) return
    this.#timer = window.setTimeout(() => this.#change(wanted), wanted ? SHOW_AFTER_MS : HIDE_AFTER_MS)
  }

  #dismiss(): void {
    window.clearTimeout(this.#timer)
    this.#hovered = undefined
    this.#focused = undefined
    this.#next = undefined
    this.#change(undefined)
  }

  #change(anchor: HTMLElement | undefined): void {
    this.#shown = anchor
    this.#show(anchor)
  }
}
