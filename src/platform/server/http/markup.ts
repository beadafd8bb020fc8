/** HTML made by {@link html}: it is not escaped within other HTML. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

type Part = string | number | Markup | null | undefined | false | readonly Part[]

const UNSAFE = /[&<>"']/
const UNSAFE_ALL = /[&<>"']/g
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text escaped for HTML, also within a quoted attribute. */
export function escapeHtml(text: string): string {
  return UNSAFE.test(text) ? text.replace(UNSAFE_ALL, character => ESCAPES[character]!) : text
}

/**
 * Template for HTML: every value is escaped unless it is {@link Markup} itself, so that what users typed cannot become
 * markup. Null, undefined and false print nothing; lists print their parts. Attribute values must be quoted.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  let text = strings[0]!
  for (let i = 0; i < parts.length; i++) text += print(parts[i]) + strings[i + 1]!
  return new Markup(text)
}

/** Takes text as markup. Only for what our own renderer made. */
export function trusted(text: string): Markup {
  return new Markup(text)
}

function print(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'string') return escapeHtml(part)
  if (typeof part === 'number') return String(part)
  return (part as readonly Part[]).map(print).join('')
}

/** JSON for a `<script type="application/json">`: no `<` can end the element. */
export function jsonForScript(value: unknown): Markup {
  return new Markup(
    JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  )
}
