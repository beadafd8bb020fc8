/**
 * Conversion between plain text and a comment's storage format. Blank lines separate paragraphs, single ones are line
 * breaks; addresses become links, text between backticks code, paragraphs of lines that begin with `> ` quotes.
 *
 * `storageToText(textToStorage(text))` returns the text, apart from outer blanks and extra blank lines.
 */
const ADDRESS = /\bhttps?:\/\/[^\s<>"`]+[^\s<>"`.,;:!?'’”)\]}]/g

/** Deepest nesting of quotes; beyond it, their sign is text. */
const MOST_QUOTED = 30

/** Storage format of a text; empty for blank text. */
export function textToStorage(text: string): string {
  return paragraphsOf(text, 0)
}

/** @param depth number of quotes that the text is in */
function paragraphsOf(text: string, depth: number): string {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROL, '')
    .split(/\n[^\S\n]*\n\s*/)
    .map(part => part.trim())
    .filter(part => part !== '')
  return paragraphs.map(part => paragraph(part, depth)).join('')
}

function paragraph(text: string, depth: number): string {
  const lines = text.split('\n')
  const isQuote = depth < MOST_QUOTED && lines.every(line => /^>(?: |$)/.test(line))
  const quoted = isQuote ? paragraphsOf(lines.map(line => line.slice(2)).join('\n'), depth + 1) : ''
  return quoted === '' ? `<p>${lines.map(inline).join('<br/>')}</p>` : `<blockquote>${quoted}</blockquote>`
}

/** Control characters that XML forbids. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function inline(line: string): string {
  return line
    .split(/(`[^`]+`)/)
    .map(part =>
      part.length > 2 && part.startsWith('`') && part.endsWith('`')
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : linked(part),
    )
    .join('')
}

function linked(text: string): string {
  let html = ''
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const [address] = match
    html += `${escaped(text.slice(at, match.index))}<a href="${escaped(address)}">${escaped(address)}</a>`
    at = match.index + address.length
  }
  return html + escaped(text.slice(at))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const TOKEN =
  /<(\/?)(p|br|code|a|blockquote)(\s+href="([^"]*)")?\s*(\/?)>|&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});|([^<&]+)/gi
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }),
)

/** Plain text of a comment; undefined when its storage format holds more than plain text can express. */
export function storageToText(storage: string): string | undefined {
  // Parts, not a growing string: reading the end of one would copy it each time. Of each open quote a list.
  let parts: string[] = []
  let at = 0
  let link: { href: string; from: number } | undefined
  const outer: string[][] = []
  for (const match of storage.matchAll(TOKEN)) {
    if (match.index !== at) return undefined
    at += match[0].length
    const [, slash, name, , href, , entity, plain] = match
    if (plain !== undefined) parts.push(plain)
    else if (entity !== undefined) parts.push(decoded(entity))
    else
      switch (name?.toLowerCase()) {
        case 'p':
          if (slash) parts.push('\n\n')
          break
        case 'br':
          parts.push('\n')
          break
        case 'blockquote':
          if (link || (slash && outer.length === 0) || (!slash && outer.length === MOST_QUOTED)) return undefined
          if (!slash) {
            outer.push(parts)
            parts = []
          } else {
            const quote = quoted(parts.join(''))
            parts = outer.pop() ?? []
            parts.push(quote)
          }
          break
        case 'code':
          parts.push('`')
          break
        case 'a':
          if (!slash)
            link = {
              href: (href ?? '').replaceAll(/&(\w+);/g, (whole, entityName: string) => NAMED.get(entityName) ?? whole),
              from: parts.length,
            }
          // A link whose text differs from its address is not plain.
          else if (!link || parts.slice(link.from).join('') !== link.href) return undefined
          else link = undefined
          break
        default:
          return undefined
      }
  }
  if (at !== storage.length || outer.length > 0) return undefined
  const result = parts.join('').trim()
  // Not plain if the conversion does not round-trip.
  return normal(textToStorage(result)) === normal(storage) ? result : undefined
}

/** A text as a quote. */
function quoted(text: string): string {
  const lines = text.trim().split('\n')
  return `${lines.map(line => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`
}

function normal(storage: string): string {
  return storage
    .replaceAll(/<br\s*\/?>/g, '<br/>')
    .replaceAll(/&(?:#39|apos);/g, "'")
    .replaceAll(/&(?:quot|#34);/g, '"')
    .replaceAll(/&(?:nbsp|#160);/g, '\u00a0')
    .replaceAll(/>\s+</g, '><')
}

function decoded(entity: string): string {
  if (!entity.startsWith('#')) return NAMED.get(entity.toLowerCase()) ?? ''
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
