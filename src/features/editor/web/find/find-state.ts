/** Matches of a search in the document, and their decorations. The document stays as it is. */
import { blockSuggestionOf } from '#language/editor/index.ts'
import { Extension } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { textFinder, type Finder, type FindQuery, type Hit } from './finder.ts'

export interface Match extends Hit {
  from: number
  to: number
}

/** Open search. */
export interface FindState {
  readonly query: FindQuery
  /** Undefined for an expression that is invalid. */
  readonly finder: Finder | undefined
  readonly matches: readonly Match[]
  /** Whether the document has further matches than these. */
  readonly hasMore: boolean
  /** Index of the current match; -1 for none. */
  readonly current: number
  readonly decorations: DecorationSet
  /** Number of times that the search was asked for. */
  readonly asked: number
  readonly limits: Limits
}

/** Limits of a search while its query is typed. */
interface Limits {
  readonly matches: number
  readonly milliseconds: number
}

const LIMITS: Limits = { matches: 2000, milliseconds: 200 }

/** State of the search; undefined while it is closed. A transaction sets it with its meta, or closes it with null. */
export const findKey = new PluginKey<FindState | undefined>('find')

export const findMatches = Extension.create({
  name: 'findMatches',
  addProseMirrorPlugins: () => [
    new Plugin<FindState | undefined>({
      key: findKey,
      state: {
        init: () => undefined,
        apply(tr, before) {
          const given = tr.getMeta(findKey) as FindState | null | undefined
          if (given !== undefined) return given ?? undefined
          if (!before || !tr.docChanged) return before
          const at = before.matches[before.current]?.from ?? 0
          return searched(before, tr.doc, tr.mapping.map(at))
        },
      },
      props: { decorations: state => findKey.getState(state)?.decorations },
    }),
  ],
})

/** State of a search for characters that begins. */
export function begun({ doc, selection }: EditorState, asked: number): FindState {
  const { $from, from, to } = selection
  const selected = $from.sameParent(selection.$to) ? doc.textBetween(from, to) : ''
  const query: FindQuery = { text: selected, isCaseSensitive: false, isWholeWord: false, isPattern: false }
  const empty = { matches: [], hasMore: false, current: -1, decorations: DecorationSet.empty, limits: LIMITS }
  return searched({ ...empty, query, finder: textFinder(query), asked }, doc, from)
}

/** The search with its matches in a document; the current one is the first from a position on. */
export function searched(state: FindState, doc: ProseNode, at: number): FindState {
  const { finder, limits } = state
  const { matches, hasMore } = finder
    ? matchesIn(doc, finder, limits.matches, performance.now() + limits.milliseconds)
    : { matches: [], hasMore: false }
  const next = matches.findIndex(({ from }) => from >= at)
  return withCurrent({ ...state, matches, hasMore }, doc, next < 0 && matches.length > 0 ? 0 : next)
}

export function withCurrent(state: FindState, doc: ProseNode, current: number): FindState {
  const decorations = state.matches.map(({ from, to }, index) =>
    Decoration.inline(from, to, { class: index === current ? 'ox-found ox-found-current' : 'ox-found' }),
  )
  return { ...state, current, decorations: DecorationSet.create(doc, decorations) }
}

/** Matches in all blocks of text, also those in tables, boxes and code, up to a number and a time. */
export function matchesIn(
  doc: ProseNode,
  finder: Finder,
  most = Infinity,
  until = Infinity,
): { matches: Match[]; hasMore: boolean } {
  const matches: Match[] = []
  let hasMore = false
  doc.descendants((node, at) => {
    if (blockSuggestionOf(node.attrs) === 'deletion') return false
    if (!node.isTextblock) return !hasMore
    hasMore ||= matches.length >= most || performance.now() > until
    if (hasMore) return false
    for (const hit of finder.hitsIn(node)) matches.push({ ...hit, from: at + 1 + hit.start, to: at + 1 + hit.end })
    return false
  })
  return { matches, hasMore }
}
