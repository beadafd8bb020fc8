import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export interface Trigger {
  kind: 'slash' | 'mention' | 'page'
  /** Position of the trigger character. */
  from: number
  to: number
  query: string
}

/** Trigger characters at the start of a word, and what may follow. */
const patterns: readonly (readonly [Trigger['kind'], RegExp])[] = [
  ['slash', /(?:^|\s)\/([\p{L}\d]?[\p{L}\d ]{0,24})$/u],
  ['mention', /(?:^|[\s(])@([\p{L}\d._-]*(?: [\p{L}\d._-]*)?)$/u],
  ['page', /(?:^|[\s(])\[([^\][]{0,80})$/u],
]

/** Characters before the cursor that are examined. */
const REACH = 100

/** Position of the last typed trigger character, while it may have a list; else null. */
const typedSign = new PluginKey<number | null>('typedSign')

/** Tracks typed trigger characters: existing or pasted ones open no list, since Enter would replace them. */
export const suggestTriggers = Extension.create({
  name: 'suggestTriggers',
  addProseMirrorPlugins: () => [
    new Plugin<number | null>({
      key: typedSign,
      state: {
        init: () => null,
        apply(tr, before, _old, state) {
          const marked = tr.getMeta(typedSign) as number | null | undefined
          const place = marked === undefined && before !== null ? tr.mapping.mapResult(before) : undefined
          const sign = marked ?? (place === undefined || place.deletedAfter ? null : place.pos)
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
    }),
  ],
})

/** Query at the cursor; undefined where no list applies. */
export function triggerAt(state: EditorState): Trigger | undefined {
  return typedSign.getState(state) === null ? undefined : matchAt(state)
}

/** Closes the list until the next trigger character. */
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
