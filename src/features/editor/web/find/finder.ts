/** Search in the text of one block. */
import { SUGGESTED } from '#language/editor/index.ts'
import type { Node as ProseNode } from '@tiptap/pm/model'

export interface FindQuery {
  text: string
  isCaseSensitive: boolean
  /** Whether a match has to begin and end at the edges of words. */
  isWholeWord: boolean
  isPattern: boolean
}

/** Part of a block's text that was found. */
export interface Hit {
  start: number
  end: number
  /** The whole match of an expression, and what its groups matched. */
  groups?: readonly string[]
}

/** Stands for what is no text, such as a picture, with the length that it has in the document. */
const OBJECT = '\uFFFC'

const WORD = /[\p{L}\p{N}\p{M}_]/u

/** Finds a query in blocks of text, and remembers what it found in those that stay as they are. */
export class Finder {
  readonly #search: (text: string) => readonly Hit[]
  readonly #isWholeWord: boolean
  readonly #hits = new WeakMap<ProseNode, readonly Hit[]>()

  constructor(search: (text: string) => readonly Hit[], isWholeWord: boolean) {
    this.#search = search
    this.#isWholeWord = isWholeWord
  }

  hitsIn(block: ProseNode): readonly Hit[] {
    const known = this.#hits.get(block)
    if (known) return known
    const text = block.children.map(lettersOf).join('')
    const hits = this.#search(text).filter(
      ({ start, end }) =>
        !text.slice(start, end).includes(OBJECT) && (!this.#isWholeWord || isWholeWord(text, start, end)),
    )
    this.#hits.set(block, hits)
    return hits
  }
}

/** Letters of an inline node; those that are suggested to be deleted are none. */
function lettersOf({ text, nodeSize, marks }: ProseNode): string {
  return text === undefined || marks.some(({ type }) => type.name === SUGGESTED.deletion)
    ? OBJECT.repeat(nodeSize)
    : text
}

/** Finder of characters as they are; a blank finds one without a line break too. */
export function textFinder({ text, isCaseSensitive, isWholeWord }: FindQuery): Finder {
  const source = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll(' ', String.raw`[ \u00a0]`)
  const expression = new RegExp(source, isCaseSensitive ? 'gu' : 'giu')
  const search = (inside: string): Hit[] =>
    text === ''
      ? []
      : Array.from(inside.matchAll(expression), match => ({ start: match.index, end: match.index + match[0].length }))
  return new Finder(search, isWholeWord)
}

/** Replacement of a hit: for an expression, `$1` stands for its first group and `$&` for all of it. */
export function replacementOf({ groups }: Hit, template: string): string {
  if (!groups) return template
  return template.replaceAll(/\$(?:([$&])|(\d))/g, (sign: string, special?: string, digit?: string) =>
    special === '$' ? '$' : (groups[special === '&' ? 0 : Number(digit)] ?? sign),
  )
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const isEdge = (at: number): boolean => !WORD.test(characterBefore(text, at)) || !WORD.test(characterAt(text, at))
  return isEdge(start) && isEdge(end)
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0)
const characterBefore = (text: string, at: number): string =>
  /.?$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? ''
