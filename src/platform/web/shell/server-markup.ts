/** What the server drew at the document's own address, for addresses that no feature has a screen for. */
export interface ServerMarkup {
  main: string
  /** Absent where the page has no sidebar. */
  sidebar: string | undefined
  layout: 'normal' | 'bare'
}

let kept: (ServerMarkup & { href: string }) | undefined

/** Keeps the server's markup before React takes its place. */
export function keepServerMarkup(container: HTMLElement): void {
  const main = container.querySelector('#main')
  if (!main) return
  kept = {
    href: location.pathname + location.search,
    main: main.innerHTML,
    sidebar: container.querySelector('.ox-sidebar-body')?.innerHTML,
    layout: container.querySelector<HTMLElement>('.ox-frame')?.dataset.layout === 'bare' ? 'bare' : 'normal',
  }
}

/** The server's markup, if the address is still the document's own. */
export function serverMarkup(): ServerMarkup | undefined {
  return kept && kept.href === location.pathname + location.search ? kept : undefined
}
