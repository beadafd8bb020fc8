/** Names of pages, diagrams and files that are made of each other. */

/** Bytes of a file's name that file systems take, less what is put behind it: `~att123456789012345~200.json`. */
const MOST_FILE_BYTES = 220
/** UTF-8 bytes of a diagram's name. */
const MOST_NAME_BYTES = 240
/** UTF-16 units of a page's title, less the suffix that distinguishes equal ones. */
const MOST_TITLE = 150
const ENDINGS = /\.(?:drawio|dio|xml|gliffy|json)$/i

/** The name of a diagram's page: that of its file without the ending of its format. */
export function titleOfFile(fileName: string): string {
  return titleOf(fileName.replace(ENDINGS, '').replace(ENDINGS, ''))
}

/** A page title of any text. */
export function titleOf(text: string): string {
  const title = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Co}\u202a-\u202e\u2066-\u2069]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
  return cut(title, MOST_TITLE, part => part.length).trim() || 'Untitled'
}

/** Titles to try in turn, until one is free in the space. */
export function* titlesFor(title: string, folder: string): Generator<string> {
  yield title
  if (folder !== '') yield `${title} (${titleOf(folder).slice(0, 90).toWellFormed()})`
  for (let number = 2; number < 1000; number++) yield `${title} (${number})`
}

/** The name of a new diagram of any text. */
export function diagramNameOf(title: string): string {
  const name = title
    .replace(/[:@/\\|^#;[\]{}<>]/g, '-')
    .replace(/^(?:\$|\.\.|~)+/, '')
    .trim()
  return cut(name, MOST_NAME_BYTES, bytesOf).trim() || 'Diagram'
}

/**
 * A name that file systems take (those of Windows and macOS too), without an ending. It holds no `~`, which separates
 * suffixes.
 */
export function fileNameOf(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[<>:"/\\|?*~\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '-')
    .replace(/^[.\s]+/, '')
  const name = cut(plain, MOST_FILE_BYTES, bytesOf).replace(/[.\s]+$/, '')
  if (name === '') return '_'
  // https://learn.microsoft.com/windows/win32/fileio/naming-a-file
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? `_${name}` : name
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}

/** The beginning of a text, never cut within a character. */
function cut(text: string, most: number, measure: (part: string) => number): string {
  if (measure(text) <= most) return text
  let length = 0
  let end = 0
  for (const character of text) {
    length += measure(character)
    if (length > most) break
    end += character.length
  }
  return text.slice(0, end)
}
