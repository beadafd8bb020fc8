import type { Html, HtmlAttributes, HtmlChild } from '../html/html.ts'
import type { MacroRegistry } from '../macros/registry.ts'
import type { ElementNode, StorageDocument, StorageNode } from '../model.ts'
import type { Heading } from '../outline.ts'
import type { Reference } from '../references.ts'
import type { MacroInvocation } from '../views.ts'
import type { RenderBudget } from './budget.ts'

/** The content being rendered. For a comment, `id` and `title` are those of its page. */
export interface RenderPage {
  readonly id: string
  readonly title: string
  readonly spaceKey: string
  readonly version?: number
  readonly contentType: string
  /** Content that stores the text, where it is not `id`: a comment's own. */
  readonly holderId?: string
}

export type RenderMode = 'view' | 'export_view' | 'styled_view' | 'preview'

/** Result of resolving a reference. All `url`s are paths from the wiki's root (`/display/…`) or absolute. */
export type Resolved = ResolvedContent | ResolvedAttachment | ResolvedUser | ResolvedSpace | ResolvedUrl

export interface ResolvedContent {
  readonly kind: 'content'
  readonly id: string
  readonly type: string
  readonly title: string
  readonly spaceKey: string
  readonly url: string
  readonly version?: number
}
export interface ResolvedAttachment {
  readonly kind: 'attachment'
  readonly id: string
  readonly version: number
  readonly filename: string
  readonly mediaType: string
  /** Display name of the type, e.g. `Image`, `PDF Document`. */
  readonly niceType?: string
  readonly url: string
  readonly thumbnailUrl?: string
  readonly containerId: string
  readonly containerVersion?: number
  readonly unresolvedComments?: number
  /** Of an image, in pixels. */
  readonly width?: number
  readonly height?: number
}
export interface ResolvedUser {
  readonly kind: 'user'
  readonly username: string
  readonly userKey?: string
  readonly displayName: string
  /** Absent for a user without a profile, and where the reader may not view it: they are then named in no attribute. */
  readonly url?: string | undefined
}
export interface ResolvedSpace {
  readonly kind: 'space'
  readonly key: string
  readonly name: string
  readonly url: string
}
export interface ResolvedUrl {
  readonly kind: 'url'
  readonly url: string
}

/** Query of the children macro. */
export interface ChildrenQuery {
  /** Undefined means the page itself. */
  readonly parent: Reference | 'home' | 'parent' | undefined
  /** Levels below the parent, at least 1. */
  readonly depth: number
  readonly sort: 'position' | 'title' | 'creation' | 'modified'
  readonly reverse: boolean
  /** Maximum of children of the parent. */
  readonly first: number | undefined
  /** Whether to include excerpts. */
  readonly excerpts: boolean
}

export interface ChildPage {
  readonly id: string
  readonly title: string
  readonly url: string
  /** Plain text, if requested. */
  readonly excerpt?: string
  readonly children: readonly ChildPage[]
}

/** A page included in whole or in part. */
export interface IncludedPage {
  readonly page: RenderPage
  readonly url: string
  readonly document: StorageDocument
}

/** The wiki as the language sees it; every answer holds only what the reader may see. */
export interface RenderHost {
  /**
   * Resolves many references at once; called at most once for each rendered document.
   *
   * @param page the base for references without a space or a container
   * @returns results by `referenceKey`
   */
  resolve(references: readonly Reference[], page: RenderPage): Promise<ReadonlyMap<string, Resolved>>
  children?(query: ChildrenQuery, page: RenderPage): Promise<readonly ChildPage[]>
  includePage?(reference: Reference, page: RenderPage): Promise<IncludedPage | undefined>
  /** Address of the picture of an emoji that the wiki adds to those of Unicode. @param name without colons */
  emojiPicture?(name: string): Promise<string | undefined>
}

/** Translates an English text; `{name}` is replaced by the variable of that name. */
export type Translate = (text: string, variables?: Readonly<Record<string, string | number>>) => string

export interface RenderOptions {
  readonly host: RenderHost
  readonly page: RenderPage
  readonly macros?: MacroRegistry
  readonly mode?: RenderMode
  /** Base URL of the wiki without a trailing slash, e.g. `https://wiki.example.com/confluence`. */
  readonly baseUrl?: string
  readonly t?: Translate
  /** For dates; `en-GB` by default. */
  readonly locale?: string
  /** Of the page, where it is rendered in several parts. */
  readonly budget?: RenderBudget
  /** Called for each macro that failed; a box replaces it on the page. */
  readonly onError?: (error: unknown, macroName: string) => void
  /** Maximum of UTF-16 units of HTML. */
  readonly maxLength?: number
  /** Clock for the time limit, ms. */
  readonly now?: () => number
}

/** Dependencies of the HTML: it is valid until one of them changes. */
export interface RenderDependencies {
  /** Ids of content that it shows or links to. */
  readonly contentIds: readonly string[]
  /** References, resolved or not. */
  readonly references: readonly Reference[]
  readonly macros: readonly string[]
  /** It differs between readers. */
  readonly perUser: boolean
  /** It may change without a change of content, e.g. with time, or lists something that may grow. */
  readonly volatile: boolean
  /** It has words or dates of the reader's language, beside those of the author. */
  readonly worded: boolean
}

export interface RenderResult {
  readonly html: string
  readonly dependencies: RenderDependencies
  readonly outline: readonly OutlineEntry[]
}

/** A heading for a table of contents. */
export interface OutlineEntry {
  readonly level: number
  readonly text: string
  readonly id: string
}

/** Services for a macro's renderer. */
export interface RenderContext {
  readonly page: RenderPage
  readonly mode: RenderMode
  readonly host: RenderHost
  readonly t: Translate
  /** Ids of the including pages, outermost first. */
  readonly including: readonly string[]
  readonly headings: readonly Heading[]
  /** URL of a path of the wiki in this mode. */
  url(path: string): string
  /** Result of a reference; only for those of the document and of `Macro.references`. */
  resolved(reference: Reference): Resolved | undefined
  nodes(nodes: readonly StorageNode[]): Html
  /** The link of a resource with its usual text or a given body. */
  link(reference: Reference, body?: HtmlChild): Html
  /** Highlights code; the language is named as by the code macro. */
  readonly highlight: (source: string, language: string) => Promise<Html>
  /** Renders part of another page, or a notice where it cannot be shown. */
  include(
    reference: Reference,
    show: (included: IncludedPage, nodes: (nodes: readonly StorageNode[]) => Promise<Html>) => Promise<Html>,
  ): Promise<Html>
  /** The nearest headings inside an element, in order. */
  headingsIn(element: ElementNode): readonly Heading[]
  /**
   * Consumes entries of this rendering's budget before a macro writes much more than its own text (a list of all
   * headings, say); false when it is exhausted.
   */
  spend(entries: number): boolean
  readonly depends: {
    content(id: string): void
    reference(reference: Reference): void
    perUser(): void
    volatile(): void
  }
}

/** A macro call. */
export interface MacroCall<Parameters> {
  readonly name: string
  /** Validated by the macro's schema; invalid values are absent. */
  readonly parameters: Parameters
  readonly invocation: MacroInvocation
  readonly inline: boolean
  /** Text of a plain body, or of a rich one that a client wrote instead. */
  readonly plain: string
  /** The rendered body: rich nodes, or plain text as text. */
  body(): Html
  /** The macro's outermost element, with the attributes common to all macro output. */
  root(name: string, attributes: HtmlAttributes, ...children: readonly HtmlChild[]): Html
}
