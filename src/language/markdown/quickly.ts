/** An item of a list. */
export const ITEM = /^\s*(?:[-*+]|\d{1,6}[.)]) +\S/

/** Signs of emphasis in one paragraph from which parsing takes long: it relates each to each. */
const MOST_EMPHASIS = 1000

/** Whether a parser of Markdown is done with a text soon. */
export function isQuicklyParsed(text: string): boolean {
  let signs = 0
  return text.split('\n').every(line => {
    if (line.trim() === '' || line.startsWith('|') || ITEM.test(line)) signs = 0
    signs += line.match(/[*_~]/g)?.length ?? 0
    return signs < MOST_EMPHASIS
  })
}
