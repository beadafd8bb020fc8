import type { EditorMark, EditorNode } from './schema.ts'

/**
 * Names of what a user has suggested in an editor: marks of text and other inline nodes, and an attribute of blocks.
 * They are of the editor's document alone. Its storage format is what it was without the suggestions.
 */
export const SUGGESTED = {
  /** Mark of inserted inline nodes. */
  insertion: 'suggestedInsertion',
  /** Mark of inline nodes to delete. */
  deletion: 'suggestedDeletion',
  /** Attribute of a block, a {@link BlockSuggestion} or null. */
  block: 'suggestion',
} as const

export type SuggestionKind = 'insertion' | 'deletion'

/** Attributes of the marks. */
export interface Suggestion {
  /** The same for all that was suggested at once. */
  readonly id: string
  /** Key of the user who suggests it. */
  readonly by: string
  /** Display name of that user. */
  readonly name: string
  /** Time in milliseconds since 1970. */
  readonly at: number
}

/** Value of the attribute of a block. */
export interface BlockSuggestion extends Suggestion {
  readonly kind: SuggestionKind
}

/** Whether a mark is of a suggestion. */
export const isSuggestionMark = ({ type }: EditorMark): boolean =>
  type === SUGGESTED.insertion || type === SUGGESTED.deletion

/** Kind of the suggestion that the attributes of a block have; undefined for none. */
export function blockSuggestionOf(attrs: Readonly<Record<string, unknown>> | undefined): SuggestionKind | undefined {
  return (attrs?.[SUGGESTED.block] as BlockSuggestion | null | undefined)?.kind
}

/** Whether a node is there by a suggestion only. */
const isInserted = ({ attrs, marks }: EditorNode): boolean =>
  blockSuggestionOf(attrs) === 'insertion' || (marks?.some(({ type }) => type === SUGGESTED.insertion) ?? false)

/** A node without what is suggested in it: what is inserted is left out, what is deleted is there. */
export function withoutSuggestions<Node extends EditorNode>(node: Node): Node {
  const { content } = node
  if (!content) return node
  let isSame = true
  const original = content.flatMap(child => {
    const stays = isInserted(child) ? undefined : withoutSuggestions(child)
    isSame &&= stays === child
    return stays ?? []
  })
  return isSame ? node : { ...node, content: original }
}
