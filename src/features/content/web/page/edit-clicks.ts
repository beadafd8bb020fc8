import { track } from '#platform/web/tracking.ts'

const EDIT_CLICKED = 'confluence.edit.button.clicked'
const EDIT_BUTTON = '#editPageLink'

/** The way to the button: with the pointer, after scrolling with the bar in view, or otherwise, as by keyboard. */
type Method = 'hover' | 'scroll' | 'other'

/** Records that the editor is opened by the keyboard shortcut of the page. */
export function trackEditShortcut(): void {
  track(EDIT_CLICKED, { method: 'other' satisfies Method })
}

/** Records clicks on the edit button with how they came about. @returns a function that ends it */
export function watchEditButton(): () => void {
  let method: Method = 'other'
  const events = new AbortController()
  const { signal } = events
  const isButton = ({ target }: Event) => target instanceof Element && target.closest(EDIT_BUTTON) !== null
  document.addEventListener(
    'pointerover',
    event => {
      if (isButton(event) && event.pointerType === 'mouse') method = 'hover'
    },
    { signal },
  )
  window.addEventListener(
    'scroll',
    () => {
      method = 'scroll'
    },
    { passive: true, signal },
  )
  document.addEventListener(
    'click',
    event => {
      if (isButton(event)) track(EDIT_CLICKED, { method })
    },
    { capture: true, signal },
  )
  return () => events.abort()
}
