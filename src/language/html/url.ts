const linkSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'ftp'])
const imageSchemes: ReadonlySet<string> = new Set(['http', 'https'])
const imageData = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=\s]*$/i

/**
 * URL of a link if it is http, https, mailto, tel, ftp, or relative (path, query, `#anchor`); undefined for anything
 * else, also when disguised by white space or control characters.
 */
export function safeLink(url: string): string | undefined {
  return safe(url, linkSchemes)
}

/** URL of an image if it is http, https, relative, or base64 data of a raster image. */
export function safeImage(url: string): string | undefined {
  const trimmed = url.trim()
  if (imageData.test(trimmed)) return trimmed
  return safe(url, imageSchemes)
}

function safe(url: string, schemes: ReadonlySet<string>): string | undefined {
  const trimmed = url.trim()
  if (trimmed.length > 100_000) return undefined
  // Browsers drop tabs, line breaks and leading controls before they look for the scheme.
  // oxlint-disable-next-line no-control-regex
  const bare = trimmed.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g, '')
  const scheme = /^([^/?#]*?):/.exec(bare)?.[1]
  if (scheme === undefined) return trimmed
  return schemes.has(scheme.toLowerCase()) ? trimmed : undefined
}

/** Whether a URL has a scheme or a host. */
export function isAbsolute(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
}
