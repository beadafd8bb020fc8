/**
 * Going from page to page. Every link of the product is a plain `<a href>`: clicks on addresses that a feature
 * has a screen for are taken here, all others (files, forms, the old product's pages) go to the server.
 */
import { loginPath } from '#platform/login-path.ts'

/** From which address of this site somebody goes to which. */
export interface Leaving {
  from: Pick<Location, 'pathname' | 'search'>
  to: Pick<Location, 'pathname' | 'search'>
}

export interface Navigator {
  /** Whether a feature has a screen for this path. */
  handles(pathname: string): boolean
  push(href: string): void
  replace(href: string): void
  preload(href: string): void
  /** Asks before another address of this site is shown, whichever way it was asked for. Returns a function that ends it. */
  guard(mayLeave: (leaving: Leaving) => Promise<boolean>): () => void
}

/** Rest of the pointer on a link before its screen is fetched in advance. */
const PRELOAD_AFTER_MS = 80

let navigator: Navigator | undefined

/** Goes to an address of this site or elsewhere. `replace` leaves no entry in the history. */
export function navigateTo(href: string, options: { replace?: boolean } = {}): void {
  const url = new URL(href, location.href)
  if (!navigator || url.origin !== location.origin || !navigator.handles(url.pathname)) {
    if (options.replace) location.replace(url)
    else location.assign(url)
    return
  }
  const path = url.pathname + url.search + url.hash
  if (options.replace) navigator.replace(path)
  else navigator.push(path)
}

/**
 * Asks before the screen gives way to another, by a link or by the browser's Back. What leaves the site altogether, and the
 * closing of the tab, only `beforeunload` can hold. Links within the screen ask too. Returns a function that ends it.
 */
export function guardLeaving(mayLeave: (leaving: Leaving) => Promise<boolean>): () => void {
  return navigator?.guard(mayLeave) ?? (() => {})
}

/** Thrown by a screen's `prepare` to go elsewhere. */
export class Redirect extends Error {
  readonly href: string
  constructor(href: string) {
    super(`Redirect to ${href}`)
    this.href = href
  }
}

/** `throw redirectTo('/display/DOCS')` in a screen's `prepare`. */
export function redirectTo(href: string): Redirect {
  return new Redirect(href)
}

/** Address of the sign-in screen that comes back to `destination` (default: here). */
export function loginHref(destination: string = location.pathname + location.search): string {
  return loginPath(destination)
}

/** Leaves for the sign-in screen, unless it is already shown. */
export function signIn(): void {
  if (location.pathname !== '/login.action') location.assign(loginHref())
}

/** Takes clicks on links of the whole document. Returns a function that ends it. */
export function interceptLinks(target: Navigator): () => void {
  navigator = target
  let timer: number | undefined
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const url = ownLink(event, target)
    if (!url) return
    // A link into the same page is the browser's: it scrolls and moves the focus.
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return
    event.preventDefault()
    target.push(url.pathname + url.search + url.hash)
  }
  const over = (event: PointerEvent) => {
    window.clearTimeout(timer)
    if (event.pointerType === 'touch') return
    const url = ownLink(event, target)
    if (!url || (url.pathname === location.pathname && url.search === location.search)) return
    timer = window.setTimeout(() => target.preload(url.pathname + url.search), PRELOAD_AFTER_MS)
  }
  document.addEventListener('click', click)
  document.addEventListener('pointerover', over)
  return () => {
    window.clearTimeout(timer)
    document.removeEventListener('click', click)
    document.removeEventListener('pointerover', over)
    navigator = undefined
  }
}

/** The link under an event, if it leads to a screen of this app. `data-native` on a link leaves it alone. */
function ownLink(event: Event, target: Navigator): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement)) return undefined
  if (link.hasAttribute('download') || link.dataset.native !== undefined) return undefined
  if (link.target !== '' && link.target !== '_self') return undefined
  const url = new URL(link.href, location.href)
  if (url.origin !== location.origin || !target.handles(url.pathname)) return undefined
  return url
}
