import { PersistableField } from '#platform/web/persisted.ts'

const addresses = new PersistableField<{ checked: boolean }>('print.addresses', { checked: false })

/** Whether the addresses of links were printed the last time. */
export function printsAddresses(): boolean {
  return addresses.restore().checked
}

/** Opens the browser's dialog to print the page. @param withAddresses prints the address of a link after its words */
export function printPage(withAddresses: boolean): void {
  addresses.persist({ checked: withAddresses })
  const links = withAddresses ? showAddresses(document) : []
  addEventListener(
    'afterprint',
    () => {
      for (const link of links) delete link.dataset['printAddress']
    },
    { once: true },
  )
  print()
}

/**
 * Marks the links of texts with the address that `print.css` writes after their words: not those of mentions, to other
 * sections, of pictures, and of words that are the address.
 */
function showAddresses(root: ParentNode): HTMLAnchorElement[] {
  const links = [...root.querySelectorAll<HTMLAnchorElement>('.wiki-content a[href]')].filter(
    link =>
      !link.matches('.user-mention, [href^="#"], [role="button"], .ox-section-link') &&
      link.textContent.trim() !== '' &&
      link.textContent.trim() !== link.href,
  )
  for (const link of links) link.dataset['printAddress'] = link.href
  return links
}

/** Opens closed expands while a page is printed, in browsers whose style sheets cannot. Returns a cleanup function. */
export function openExpandsInPrint(): () => void {
  if (CSS.supports('selector(::details-content)')) return () => undefined
  const events = new AbortController()
  let closed: HTMLDetailsElement[] = []
  const open = () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>('.wiki-content details:not([open])')]
    for (const expand of closed) expand.open = true
  }
  const close = () => {
    for (const expand of closed) expand.open = false
    closed = []
  }
  addEventListener('beforeprint', open, { signal: events.signal })
  addEventListener('afterprint', close, { signal: events.signal })
  return () => events.abort()
}
