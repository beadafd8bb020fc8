/**
 * Client-side navigation. Links are plain `<a href>`: clicks on addresses with a screen are intercepted, others go to
 * the server.
 */
import { loginPath } from '#platform/login-path.ts'

/** Source and destination of a navigation. */
export interface Leaving {
  from: Pick<Location, 'pathname' | 'search'>
  to: Pick<Location, 'pathname' | 'search'>
}

export interface Navigator {
  /** Whether a screen has this path. */
  handles(pathname: string): boolean
  push(href: string): void
  replace(href: string): void
  preload(href: string): void
  /** Adds a guard for all navigation within the site. Returns a cleanup function. */
  guard(mayLeave: (leaving: Leaving) => Promise<boolean>): () => void
}

/** Hover time before a screen is preloaded. */
const PRELOAD_AFTER_MS = 80

let navigator: Navigator | undefined

/** Navigates within the site or elsewhere. `replace` adds no history entry. */
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
 * Guards navigation away from the screen by links or history; `beforeunload` covers the rest. Also called for links
 * within the screen. Returns a cleanup function.
 */
export function guardLeaving(mayLeave: (leaving: Leaving) => Promise<boolean>): () => void {
  return navigator?.guard(mayLeave) ?? (() => {})
}

/** Thrown by `prepare` to redirect. */
export class Redirect extends Error {
  readonly href: string
  constructor(href: string) {
    super(`Redirect to ${href}`)
    this.href = href
  }
}

/** `throw redirectTo('/display/DOCS')` in `prepare`. */
export function redirectTo(href: string): Redirect {
  return new Redirect(href)
}

/** Sign-in address that returns to `destination`. */
export function loginHref(destination: string = location.pathname + location.search): string {
  return loginPath(destination)
}

/** Opens the sign-in screen unless shown. */
export function signIn(): void {
  if (location.pathname !== '/login.action') location.assign(loginHref())
}

/** Intercepts link clicks. Returns a cleanup function. */
export function interceptLinks(target: Navigator): () => void {
  navigator = target
  let timer: number | undefined
  const click = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const url = ownLink(event, target)
    if (!url) return
    // Same-page hash links are native: they scroll and move the focus.
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

/** URL of the event's link if it has a screen. `data-native` opts out. */
function ownLink(event: Event, target: Navigator): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement)) return undefined
  if (link.hasAttribute('download') || link.dataset.native !== undefined) return undefined
  if (link.target !== '' && link.target !== '_self') return undefined
  const url = new URL(link.href, location.href)
  if (url.origin !== location.origin || !target.handles(url.pathname)) return undefined
  return url
}
