import { macros, references, referenceKey, type UserReference } from '#language/index.ts'
import {
  editBlocks,
  MarkdownError,
  markdownOf,
  markdownToStorage,
  readPage,
  rewritePage,
  type BlockEdit,
  type DiagramOutline,
  type MarkdownPlace,
} from '#language/markdown/index.ts'
import type { WorkerTask } from '#platform/server/workers/task.ts'
import { documentOf, malformed, type Malformed } from '../model/documents.ts'

/** A text as Markdown, or a text that is made of Markdown. */
export type MarkdownWork =
  | { readonly kind: 'read' }
  /** The whole text as it should become. */
  | { readonly kind: 'rewrite'; readonly markdown: string }
  | { readonly kind: 'edit'; readonly edits: readonly BlockEdit[] }
  | { readonly kind: 'new'; readonly markdown: string }

export interface MarkdownInput {
  readonly storage: string
  readonly place: Pick<MarkdownPlace, 'pageId' | 'spaceKey' | 'baseUrl'>
  /** Names of the macros that show diagrams, in lower case. */
  readonly diagramMacros: readonly string[]
  readonly work: MarkdownWork
}

/** A block as readers of Markdown see it. */
export interface BlockView {
  /** With the signs of the quotes that it is in. */
  readonly markdown: string
  readonly kind: string
}

export type MarkdownResult =
  | { readonly markdown: string; readonly blocks: readonly BlockView[] }
  | { readonly storage: string }
  /** The Markdown cannot be written: why. */
  | { readonly problem: string }
  | Malformed

/** A macro that may show a diagram. */
export interface AskedMacro {
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
}

/** A thread's question to the wiki. */
export interface MarkdownQuestion {
  readonly users: readonly UserReference[]
  readonly macros: readonly AskedMacro[]
}

export interface MarkdownAnswer {
  /** Names by `referenceKey`. */
  readonly names: ReadonlyMap<string, string>
  /** Outlines by {@link macroText}. */
  readonly outlines: ReadonlyMap<string, DiagramOutline>
}

/** Users and diagrams of one text that are looked up; others are shown as they are stored. */
const MOST_USERS = 500
const MOST_DIAGRAMS = 20

export const markdownTask: WorkerTask<MarkdownInput, MarkdownResult> = {
  name: 'content.markdown',
  async run({ storage, place, diagramMacros, work }, ask) {
    try {
      if (work.kind === 'new') return { storage: markdownToStorage(work.markdown, place) }
      const question = questionOf(storage, diagramMacros)
      const isAsked = question.users.length + question.macros.length > 0
      const answer = isAsked ? ((await ask(question)) as MarkdownAnswer) : undefined
      const known: MarkdownPlace = {
        ...place,
        nameOfUser: user => answer?.names.get(referenceKey(user)),
        outlineOf: macro => answer?.outlines.get(macroText(macro)),
      }
      if (work.kind === 'rewrite') return { storage: rewritePage(storage, work.markdown, known) }
      if (work.kind === 'edit') return { storage: editBlocks(storage, work.edits, known) }
      const page = readPage(storage, known)
      const blocks = page.blocks.map(({ markdown, kind, quotes }) => ({
        kind,
        markdown: quoted(markdown, quotes.length),
      }))
      return { markdown: markdownOf(page), blocks }
    } catch (error) {
      if (error instanceof MarkdownError) return { problem: error.message }
      return malformed(error)
    }
  },
}

function questionOf(storage: string, diagramMacros: readonly string[]): MarkdownQuestion {
  const document = documentOf(storage)
  const users = references(document).filter(reference => reference.kind === 'user')
  const asked = new Map<string, AskedMacro>()
  for (const { name, parameters } of macros(document))
    if (diagramMacros.includes(name.toLowerCase()))
      asked.set(macroText({ name, parameters }), { name, parameters: { ...parameters } })
  return { users: users.slice(0, MOST_USERS), macros: [...asked.values()].slice(0, MOST_DIAGRAMS) }
}

/** Name and parameters of a macro as one text. */
export function macroText({ name, parameters }: AskedMacro): string {
  return `${name}\n${JSON.stringify(parameters)}`
}

function quoted(markdown: string, depth: number): string {
  const sign = '> '.repeat(depth)
  return depth === 0
    ? markdown
    : markdown
        .split('\n')
        .map(line => (sign + line).trimEnd())
        .join('\n')
}
