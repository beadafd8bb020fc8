/** What the server sent where its document is all that an address shows. */
export interface ServerMarkup {
  main: string
  /** Absent where the page has no sidebar. */
  sidebar: string | undefined
  layout: 'normal' | 'bare'
}

let kept: (ServerMarkup & { pathname: string; search: string }) | undefined
let hasAnswered = false

/** Keeps the server's markup for as long as its address is shown. */
export function keepServerMarkup(container: HTMLElement): void {
  const main = container.querySelector('#main')
  if (!main) return
  const { pathname, search } = location
  kept = {
    pathname, search,
    main: main.innerHTML,
    sidebar: container.querySelector('.ox-sidebar-body')?.innerHTML,
    layout: container.querySelector<HTMLElement>('.ox-frame')?.dataset.layout === 'bare' ? 'bare' : 'normal',
  }
}

/** The server's markup, if the address is still the document's own. */
export function serverMarkup(): ServerMarkup | undefined {
  return kept && kept.pathname === location.pathname && kept.search === location.search ? kept : undefined
}

/** Whether the document is the answer to a screen that is opened: once, at its own address. Later ones are asked for anew. */
export function isAnsweredByDocument(pathname: string): boolean {
  const isAnswer = !hasAnswered && kept?.pathname === pathname
  hasAnswered = true
  return isAnswer
}
