import type { ReactElement } from 'react'
import { html, type Markup } from './markup.ts'
import { renderStatic } from './view.ts'

interface PlainDocument {
  /** Language tag. */
  locale: string
  title: string
  /** Further elements of the head. */
  head?: Markup | undefined
  body: ReactElement
  bodyClass?: string
  theme?: string
}

/** Lets the browser choose the colours by what its user prefers. */
export const LIGHT_OR_DARK = html`<meta name="color-scheme" content="light dark">\n`

/** An HTML document without the wiki's frame and script, of a view that nothing hydrates. */
export function plainDocument({ locale, title, head, body, bodyClass, theme }: PlainDocument): string {
  return html`<!doctype html>
<html lang="${locale}"${theme !== undefined && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}</head>
<body${bodyClass !== undefined && html` class="${bodyClass}"`}>
${renderStatic(body)}
</body>
</html>
`.text
}
