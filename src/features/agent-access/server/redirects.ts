const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a client may register an address to return to: HTTPS, or plain HTTP to the user's own computer (RFC 8252).
 * Other schemes could start any program, or run script.
 */
export function isAllowedRedirect(text: string): boolean {
  const url = URL.parse(text)
  if (!url || text.includes('#') || url.username !== '' || url.password !== '') return false
  // A browser drops control characters and turns backslashes around.
  if (/[\p{Cc}\s\\]/u.test(text)) return false
  return url.protocol === 'https:' || isLoopback(url)
}

/** Whether an address is a registered one. On the user's own computer any port may be used (RFC 8252, 7.3). */
export function isRegisteredRedirect(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true
  const url = URL.parse(given)
  if (!url || !isAllowedRedirect(given) || !isLoopback(url)) return false
  return registered.some(one => {
    const known = URL.parse(one)
    return known !== null && isLoopback(known) && withoutPort(known) === withoutPort(url)
  })
}

/** Host of an address to return to, without its port. */
export function redirectHost(redirectUri: string): string {
  return new URL(redirectUri).hostname
}

/** Whether the address is on the user's own computer. */
export function isOnThisComputer(redirectUri: string): boolean {
  return isLoopback(new URL(redirectUri))
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname)
}

function withoutPort(url: URL): string {
  const copy = new URL(url)
  copy.port = ''
  return copy.href
}
