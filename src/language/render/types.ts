import type { Html, HtmlAttributes, HtmlChild } from '../html/html.ts'
import type { MacroRegistry } from '../macros/registry.ts'
import type { ElementNode, StorageDocument, StorageNode } from '../model.ts'
import type { Heading } from '../outline.ts'
import type { Reference } from '../references.ts'
import type { MacroInvocation } from '../views.ts'

/** The content whose body is rendered. For a comment, `id` and `title` are those of the page it stands on. */
export interface RenderPage {
  readonly id: string
  readonly title: string
  readonly spaceKey: string
  readonly version?: number
  readonly contentType: string
  /** Content that the text is stored in, where it is not `id`: a comment's own. */
  readonly holderId?: string
}

export type RenderMode = 'view' | 'export_view' | 'styled_view' | 'preview'

/** What a reference was found to be. All `url`s are paths from the wiki's root (`/display/…`) or absolute. */
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
  /** What people call the type, e.g. `Image`, `PDF Document`. */
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
  /** Absent for somebody who has no profile any more. */
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

/** What the children macro asks for. */
export interface ChildrenQuery {
  /** Whose children; undefined means the page itself. */
  readonly parent: Reference | 'home' | 'parent' | undefined
  /** Levels below the parent, at least 1. */
  readonly depth: number
  readonly sort: 'position' | 'title' | 'creation' | 'modified'
  readonly reverse: boolean
  /** At most so many children of the parent. */
  readonly first: number | undefined
  /** Whether the pages' excerpts are wanted. */
  readonly excerpts: boolean
}

export interface ChildPage {
  readonly id: string
  readonly title: string
  readonly url: string
  /** Plain text, if it was asked for and there is one. */
  readonly excerpt?: string
  readonly children: readonly ChildPage[]
}

/** A page that another one shows in part or in whole. */
export interface IncludedPage {
  readonly page: RenderPage
  readonly url: string
  readonly document: StorageDocument
}

/** What the language asks of the wiki. Every answer holds only what the reader may see. */
export interface RenderHost {
  /**
   * Looks up many references at once; called at most once for each document that is rendered.
   *
   * @param page what references without a space or a container are relative to
   * @returns what was found, by `referenceKey`
   */
  resolve(references: readonly Reference[], page: RenderPage): Promise<ReadonlyMap<string, Resolved>>
  children?(query: ChildrenQuery, page: RenderPage): Promise<readonly ChildPage[]>
  includePage?(reference: Reference, page: RenderPage): Promise<IncludedPage | undefined>
}

/** Translates an English text; `{name}` in it stands for the variable of that name. */
export type Translate = (text: string, variables?: Readonly<Record<string, string | number>>) => string

export interface RenderOptions {
  readonly host: RenderHost
  readonly page: RenderPage
  readonly macros?: MacroRegistry
  readonly mode?: RenderMode
  /** Where the wiki stands, e.g. `https://wiki.example.com/confluence`, without a slash at the end. */
  readonly baseUrl?: string
  readonly t?: Translate
  /** For dates; `en-GB` by default. */
  readonly locale?: string
  /** Told of each macro that failed; the page then shows a box in its place. */
  readonly onError?: (error: unknown, macroName: string) => void
  /** At most so many UTF-16 units of HTML. */
  readonly maxLength?: number
  /** The clock by which the work is limited, in milliseconds. */
  readonly now?: () => number
}

/** What the HTML depends on: it stays true as long as none of this changes. */
export interface RenderDependencies {
  /** Ids of content it shows or links to. */
  readonly contentIds: readonly string[]
  /** What it points at, found or not. */
  readonly references: readonly Reference[]
  /** Names of the macros it calls. */
  readonly macros: readonly string[]
  /** It differs from reader to reader. */
  readonly perUser: boolean
  /** It may change without any change of content, e.g. with time, or lists what may grow. */
  readonly volatile: boolean
}

export interface RenderResult {
  readonly html: string
  readonly dependencies: RenderDependencies
  readonly outline: readonly OutlineEntry[]
}

/** A heading as a table of contents needs it. */
export interface OutlineEntry {
  readonly level: number
  readonly text: string
  readonly id: string
}

/** What a macro's renderer works with. */
export interface RenderContext {
  readonly page: RenderPage
  readonly mode: RenderMode
  readonly host: RenderHost
  readonly t: Translate
  /** Ids of the pages around this one that include it, outermost first. */
  readonly including: readonly string[]
  /** The headings of the document, with the ids they get. */
  readonly headings: readonly Heading[]
  /** Makes a path of the wiki into what a link must say in this mode. */
  url(path: string): string
  /** What a reference was found to be; only those of the document and of `Macro.references` are known. */
  resolved(reference: Reference): Resolved | undefined
  /** Renders nodes of storage format. */
  nodes(nodes: readonly StorageNode[]): Html
  /** Renders the link of a resource with its usual text or with that body. */
  link(reference: Reference, body?: HtmlChild): Html
  /** Colours code of a language, as the code macro names it. */
  readonly highlight: (source: string, language: string) => Promise<Html>
  /** Renders part of another page; a box explains it where the page cannot be shown. */
  include(
    reference: Reference,
    show: (included: IncludedPage, nodes: (nodes: readonly StorageNode[]) => Promise<Html>) => Promise<Html>,
  ): Promise<Html>
  /** The nearest headings inside an element, in order. */
  headingsIn(element: ElementNode): readonly Heading[]
  /**
   * To be called before a macro writes much more than its own text (a list of all headings, say): takes so many
   * entries from the budget of this rendering, and says whether it was enough.
   */
  spend(entries: number): boolean
  readonly depends: {
    content(id: string): void
    reference(reference: Reference): void
    perUser(): void
    volatile(): void
  }
}

/** A macro's call as its renderer gets it. */
export interface MacroCall<Parameters> {
  readonly name: string
  /** Checked by the macro's schema; a value that does not fit is as if it were not there. */
  readonly parameters: Parameters
  readonly invocation: MacroInvocation
  /** Whether it stands in a line of text. */
  readonly inline: boolean
  /** The text of a plain body; of a rich one, where a client wrote that instead, the text in it. */
  readonly plain: string
  /** The rendered body: rich nodes, or plain text as text. */
  body(): Html
  /** The macro's outermost element, with the marks that all macro output carries. */
  root(name: string, attributes: HtmlAttributes, ...children: readonly HtmlChild[]): Html
}
