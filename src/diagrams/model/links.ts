const MAX_HREF = 8192
const ABSOLUTE = /^(?:https?:\/\/[^/?#\\]|mailto:.)/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i

/**
 * Whether a shape may link to a URL: http, https, mailto, or relative to this wiki. Browsers drop blanks and control
 * characters in URLs and read `\` as `/`, which could disguise `javascript:` and foreign hosts.
 */
export function isSafeHref(href: string): boolean {
  if (href === '' || href.length > MAX_HREF || hasBlankOrControl(href)) return false
  if (ABSOLUTE.test(href)) return true
  return !SCHEME.test(href) && !/^[/\\]{2}/.test(href) && !href.startsWith('\\')
}

function hasBlankOrControl(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code <= 0x20 || code === 0x7f) return true
  }
  return false
}
