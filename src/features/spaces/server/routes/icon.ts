import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { spaceIcon } from '../../contract.ts'

/** Two sheets in a folder, quiet enough to stand beside any name. */
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" rx="8" fill="#6b655d"/>' +
  '<path d="M12 17a3 3 0 0 1 3-3h6l3 4h9a3 3 0 0 1 3 3v11a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3z" fill="#f7f6f3"/>' +
  '<path d="M17 24h14M17 29h9" stroke="#6b655d" stroke-width="2" stroke-linecap="round"/></svg>'

/** The picture of spaces; the same for all, so anybody may have it. */
export function iconRoutes(app: App): void {
  app.http.handle(spaceIcon, () => new Answer(200, {
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'public, max-age=86400',
  }, SVG))
}
