import { Tokenizer, TokenizerMode, type Token } from 'parse5'

export const MOST_CHARACTERS = 300

/** Elements of a head whose content is text, and how it is read. */
const TEXTS: ReadonlyMap<string, Tokenizer['state']> = new Map([
  ['title', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
])
/** Elements that are not in a head. Drawings have titles, too. */
const BEYOND: ReadonlySet<string> = new Set(['body', 'svg'])

/**
 * The title of an HTML page as one line of plain text: `og:title`, else `<title>`. Reads the tokens of the head alone,
 * in time linear in its length.
 * @returns undefined for a page without a title and for anything else
 */
export function titleIn(html: string): string | undefined {
  let named = ''
  let title = ''
  let state: 'before' | 'in' | 'after' = 'before'
  const add = ({ chars }: Token.CharacterToken) => {
    if (state === 'in') title += chars
  }
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs }) {
        tokenizer.state = TEXTS.get(tagName) ?? tokenizer.state
        if (BEYOND.has(tagName)) tokenizer.pause()
        else if (tagName === 'title' && state === 'before') state = 'in'
        else if (tagName === 'meta') named ||= openGraphTitle(attrs)
      },
      onEndTag({ tagName }) {
        if (tagName === 'title' && state === 'in') state = 'after'
        if (tagName === 'head') tokenizer.pause()
      },
      onCharacter: add,
      onWhitespaceCharacter: add,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  )
  tokenizer.write(html, true)
  const line = oneLine(named) || oneLine(title)
  return line === '' ? undefined : line
}

function openGraphTitle(attrs: Token.TagToken['attrs']): string {
  const valueOf = (name: string) => attrs.find(attribute => attribute.name === name)?.value ?? ''
  return (valueOf('property') || valueOf('name')).trim().toLowerCase() === 'og:title' ? oneLine(valueOf('content')) : ''
}

/** Marks that change the direction of the text around them, and characters that XML does not have. */
const UNWANTED = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/g

/** A text without control characters, cut at {@link MOST_CHARACTERS}. Empty for a text in another encoding. */
function oneLine(text: string): string {
  const line = text
    .replaceAll(UNWANTED, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (line.includes('\uFFFD')) return ''
  if (line.length <= MOST_CHARACTERS) return line.toWellFormed()
  const head = line.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${head.trimEnd()}…`
}
