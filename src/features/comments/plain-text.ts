/**
 * Conversion between plain text and a comment's storage format. Blank lines separate paragraphs, single ones are line
 * breaks; addresses become links, text between backticks code, paragraphs of lines that begin with `> ` quotes.
 *
 * `storageToText(textToStorage(text))` returns the text, apart from outer blanks and extra blank lines.
 */
const ADDRESS = /\bhttps?:\/\/[^\s<>"`]+[^\s<>"`.,;:!?'’”)\]}]/g

/** Storage format of a text; empty for blank text. */
export function textToStorage(text: string): string {
  const paragraphs = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROL, '')
    .split(/\n[^\S\n]*\n\s*/)
    .map(part => part.trim())
    .filter(part => part !== '')
  return paragraphs.map(paragraph).join('')
}

function paragraph(text: string): string {
  const lines = text.split('\n')
  const isQuote = lines.every(line => /^>(?: |$)/.test(line))
  const quoted = isQuote ? textToStorage(lines.map(line => line.slice(2)).join('\n')) : ''
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
  let text = ''
  let at = 0
  let link: { href: string; from: number } | undefined
  const quotes: number[] = []
  for (const match of storage.matchAll(TOKEN)) {
    if (match.index !== at) return undefined
    at += match[0].length
    const [, slash, name, , href, , entity, plain] = match
    if (plain !== undefined) text += plain
    else if (entity !== undefined) text += decoded(entity)
    else
      switch (name?.toLowerCase()) {
        case 'p':
          text += slash ? '\n\n' : ''
          break
        case 'br':
          text += '\n'
          break
        case 'blockquote':
          if (!slash) quotes.push(text.length)
          else text = quotedFrom(text, quotes.pop() ?? 0)
          break
        case 'code':
          text += '`'
          break
        case 'a':
          if (!slash)
            link = {
              href: (href ?? '').replaceAll(/&(\w+);/g, (whole, entityName: string) => NAMED.get(entityName) ?? whole),
              from: text.length,
            }
          // A link whose text differs from its address is not plain.
          else if (!link || text.slice(link.from) !== link.href) return undefined
          else link = undefined
          break
        default:
          return undefined
      }
  }
  if (at !== storage.length) return undefined
  const result = text.trim()
  // Not plain if the conversion does not round-trip.
  return normal(textToStorage(result)) === normal(storage) ? result : undefined
}

/** A text whose end is a quote. */
function quotedFrom(text: string, from: number): string {
  const lines = text.slice(from).trim().split('\n')
  return `${text.slice(0, from)}${lines.map(line => (line === '' ? '>' : `> ${line}`)).join('\n')}\n\n`
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
