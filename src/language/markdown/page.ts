import type { ElementNode } from '../model.ts'
import type { UserReference } from '../references.ts'
import type { MacroInvocation } from '../views.ts'

/** The place of a page, and what the wiki knows about the things on it. */
export interface MarkdownPlace {
  /** Id of the content whose files have no owner in a reference. */
  readonly pageId?: string | undefined
  /** Space of references without a space. */
  readonly spaceKey?: string | undefined
  /** Address of the wiki, which full addresses of its pages begin with. */
  readonly baseUrl?: string | undefined
  /** Name that readers see for a user. */
  readonly nameOfUser?: ((user: UserReference) => string | undefined) | undefined
  /** Name and text outline of the diagram that a macro shows; undefined for any other macro. */
  readonly outlineOf?: ((macro: MacroInvocation) => DiagramOutline | undefined) | undefined
}

/** A diagram as text. */
export interface DiagramOutline {
  readonly name: string
  readonly text: string
}

/** A box with other blocks, which Markdown shows as a quote. */
export interface QuoteBox {
  readonly start: number
  readonly end: number
  /** Offset at which its blocks begin. */
  readonly inner: number
}

export type BlockKind = 'text' | 'heading' | 'list' | 'table' | 'code' | 'rule' | 'head' | 'diagram' | 'storage'

/** A part of a page that is read and replaced as a whole. */
export interface MarkdownBlock {
  readonly kind: BlockKind
  /** Without the signs of the quotes around it. */
  readonly markdown: string
  /** Place in the text in storage format, in UTF-16 units. A head has that of its whole box. */
  readonly start: number
  readonly end: number
  /** The boxes that it is in, outermost first. */
  readonly quotes: readonly QuoteBox[]
  /** Undefined for text that has no paragraph. */
  readonly element: ElementNode | undefined
}

/** Kinds of parts whose storage format is kept as long as they are written the same. */
export type KeptKind = 'block' | 'inline' | 'item' | 'task' | 'task body' | 'row' | 'cell' | 'diagram'

/** Storage format of the parts of a page by their Markdown, from which edited text takes what it still contains. */
export class KeptParts {
  readonly #sources = new Map<string, string>()

  add(kind: KeptKind, markdown: string, source: string): void {
    const key = `${kind}\n${markdown}`
    if (!this.#sources.has(key)) this.#sources.set(key, source)
  }

  get(kind: KeptKind, markdown: string): string | undefined {
    return this.#sources.get(`${kind}\n${markdown}`)
  }
}
