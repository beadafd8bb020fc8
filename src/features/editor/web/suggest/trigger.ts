import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

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
  ['page', /(?:^|[\s(])\[([^\][]{0,80})$/u],
]

/** Longest text before the cursor that is looked at. */
const REACH = 100

/** Position of the sign that was typed last, as long as a list may be open for it; null for none. */
const typedSign = new PluginKey<number | null>('typedSign')

/**
 * Remembers which sign was typed: one that stood in the text before, or came by a paste, opens no list, since Enter
 * would replace it.
 */
export const suggestTriggers = Extension.create({
  name: 'suggestTriggers',
  addProseMirrorPlugins: () => [new Plugin<number | null>({
    key: typedSign,
    state: {
      init: () => null,
      apply(tr, before, _old, state) {
        const told = tr.getMeta(typedSign) as number | null | undefined
        const place = told === undefined && before !== null ? tr.mapping.mapResult(before) : undefined
        const sign = told ?? (place === undefined || place.deletedAfter ? null : place.pos)
        return sign !== null && matchAt(state)?.from === sign ? sign : null
      },
    },
    props: {
      handleTextInput(view, from, _to, text, insert) {
        if (!/[/@[]$/.test(text)) return false
        view.dispatch(insert().setMeta(typedSign, from + text.length - 1))
        return true
      },
    },
  })],
})

/** What is being typed at the cursor; undefined where no list belongs. */
export function triggerAt(state: EditorState): Trigger | undefined {
  return typedSign.getState(state) === null ? undefined : matchAt(state)
}

/** Closes the list: it stays closed until the next sign is typed. */
export function dismissTrigger({ state, dispatch }: EditorView): void {
  dispatch(state.tr.setMeta(typedSign, null))
}

function matchAt({ selection, storedMarks }: Pick<EditorState, 'selection' | 'storedMarks'>): Trigger | undefined {
  const { $from, empty } = selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return undefined
  if ((storedMarks ?? $from.marks()).some(({ type }) => type.name === 'code')) return undefined
  const start = Math.max(0, $from.parentOffset - REACH)
  const before = $from.parent.textBetween(start, $from.parentOffset, undefined, '\ufffc')
  for (const [kind, pattern] of patterns) {
    const query = pattern.exec(before)?.[1]
    if (query === undefined) continue
    return { kind, from: $from.pos - query.length - 1, to: $from.pos, query }
  }
  return undefined
}
