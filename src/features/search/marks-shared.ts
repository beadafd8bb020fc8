/** Text segments; matches have `hit`. */
export type Marked = readonly { text: string; hit: boolean }[]

/** Splits a text at its match marks. */
export function marksIn(text: string): Marked {
  const parts = text.split(/@@@hl@@@|@@@endhl@@@/)
  return parts.map((part, index) => ({ text: part, hit: index % 2 === 1 })).filter(part => part.text !== '')
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Unescapes HTML entities of REST excerpts. */
export function plainText(escaped: string): string {
  return escaped.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
