import type { EditorState } from '@tiptap/pm/state'

export interface Trigger {
  kind: 'slash' | 'mention' | 'page'
  /** Where its sign stands. */
  from: number
  to: number
  /** What follows the sign. */
  query: string
}

/** Signs that open a list, at the beginning of a word; what may follow while it stays open. */
const patterns: readonly (readonly [Trigger['kind'], RegExp])[] = [
  ['slash', /(?:^|\s)\/([\p{L}\d]?[\p{L}\d ]{0,24})$/u],
  ['mention', /(?:^|[\s(])@([\p{L}\d._-]*(?: [\p{L}\d._-]*)?)$/u],
  ['page', /(?:^|[\s(])\[([^\][]{1,80})$/u],
]

/** Longest text before the cursor that is looked at. */
const REACH = 100

/** What is being typed at the cursor; undefined where no list belongs. */
export function triggerAt({ selection }: EditorState): Trigger | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  const start = Math.max(0, $from.parentOffset - REACH)
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, '\ufffc')
  for (const [kind, pattern] of patterns) {
    const query = pattern.exec(before)?.[1]
    if (query === undefined) continue
    return { kind, from: $from.pos - query.length - 1, to: $from.pos, query }
  }
  return undefined
}
