let main: { href: string; html: string } | undefined

/** Keeps the server's main part before React takes its place, for addresses that no feature has a screen for. */
export function keepServerMarkup(container: HTMLElement): void {
  const element = container.querySelector('#main')
  if (element) main = { href: location.pathname + location.search, html: element.innerHTML }
}

/** The server's main part, if the address is still the document's own. */
export function serverMarkup(): string | undefined {
  return main && main.href === location.pathname + location.search ? main.html : undefined
}
