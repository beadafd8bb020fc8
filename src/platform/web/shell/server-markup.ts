/** What the server sent where its document is all that an address shows. */
export interface ServerMarkup {
  main: string
  /** Absent where the page has no sidebar. */
  sidebar: string | undefined
  layout: 'normal' | 'bare'
}

let kept: (ServerMarkup & { pathname: string }) | undefined
/** A screen of the browser has this address, and the document says why it cannot be shown. */
let isAnswer = false
let isFirst = true

/** Keeps the server's markup for its address. */
export function keepServerMarkup(container: HTMLElement): void {
  const main = container.querySelector('#main')
  if (!main) return
  kept = {
    pathname: location.pathname,
    main: main.innerHTML,
    sidebar: container.querySelector('.ox-sidebar-body')?.innerHTML,
    layout: container.querySelector<HTMLElement>('.ox-frame')?.dataset.layout === 'bare' ? 'bare' : 'normal',
  }
}

/**
 * The server's markup, where it is all that the document's address shows. An answer for a screen counts until the address
 * is left: when somebody comes back, the screen is asked for anew.
 * @param isHere whether the address is the document's own
 */
export function serverMarkup(isHere: boolean): ServerMarkup | undefined {
  if (!isHere && isAnswer) kept = undefined
  return isHere ? kept : undefined
}

/** Whether the document is the answer for the screen that is opened first: asking again would give the same. */
export function isAnsweredByDocument(pathname: string): boolean {
  const isAnswered = isFirst && kept?.pathname === pathname
  isFirst = false
  isAnswer ||= isAnswered
  return isAnswered
}
