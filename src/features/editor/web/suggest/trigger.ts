import { Extension } from '@tiptap/core'
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

export interface Trigger {
  kind: 'slash' | 'mention' | 'page' | 'emoji'
  /** Position of the trigger character. */
  from: number
  to: number
  query: string
}

/** Characters of words, with those that input methods and dead keys show before a letter is complete. */
const WORD = String.raw`\p{L}\p{M}\p{Sk}\d'’`

/** Trigger characters at the start of a word, and what may follow. */
const patterns: readonly (readonly [Trigger['kind'], RegExp])[] = [
  ['slash', new RegExp(String.raw`(?:^|\s)/([${WORD}]?[${WORD} ]{0,24})$`, 'u')],
  ['mention', new RegExp(String.raw`(?:^|[\s(])@([${WORD}._-]*(?: [${WORD}._-]*)?)$`, 'u')],
  ['page', /(?:^|[\s(])\[([^\][]{0,80})$/u],
  ['emoji', new RegExp(String.raw`(?:^|[\s(]):((?:[\p{L}\p{Sk}][${WORD} _-]{0,23})?)$`, 'u')],
]

/** Characters before the cursor that are examined. */
const REACH = 100

/** Trigger character that may have a list. */
interface Sign {
  at: number
  /** By a button, so that its whole list shows. */
  isAsked: boolean
}

const typedSign = new PluginKey<Sign | null>('typedSign')

/** Tracks typed trigger characters: existing or pasted ones open no list, since Enter would replace them. */
export const suggestTriggers = Extension.create({
  name: 'suggestTriggers',
  addProseMirrorPlugins: () => [
    new Plugin<Sign | null>({
      key: typedSign,
      state: {
        init: () => null,
        apply(tr, before, _old, state) {
          const marked = tr.getMeta(typedSign) as Sign | null | undefined
          const sign = marked === undefined ? moved(before, tr) : marked
          return sign !== null && matchAt(state)?.from === sign.at ? sign : null
        },
      },
      props: {
        handleTextInput(view, _from, _to, text, insert) {
          if (!/[/@[:]$/.test(text)) return false
          const typed = insert()
          // Between blocks, a line is made for it.
          view.dispatch(typed.setMeta(typedSign, { at: typed.selection.from - 1, isAsked: false } satisfies Sign))
          return true
        },
      },
    }),
  ],
})

function moved(sign: Sign | null, { mapping }: Transaction): Sign | null {
  const place = sign && mapping.mapResult(sign.at)
  return place && !place.deletedAfter ? { ...sign, at: place.pos } : null
}

/** Query at the cursor; undefined where no list applies. */
export function triggerAt(state: EditorState): Trigger | undefined {
  const sign = typedSign.getState(state)
  const found = sign ? matchAt(state) : undefined
  // Many a colon is just one.
  const isBareColon = found?.kind === 'emoji' && found.query === '' && sign?.isAsked === false
  return isBareColon ? undefined : found
}

/** Closes the list until the next trigger character. One that a button wrote goes, unless something follows it. */
export function dismissTrigger({ state, dispatch }: EditorView): void {
  const sign = typedSign.getState(state)
  const { tr } = state
  if (sign?.isAsked && matchAt(state)?.query === '') tr.delete(sign.at, sign.at + 1)
  dispatch(tr.setMeta(typedSign, null))
}

/** Opens a list as by typing its character. */
export function openList({ state, dispatch }: EditorView, character: '@' | '/'): void {
  const { $from, from, to } = state.selection
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const blank = /(?:^|[\s(])$/.test(before) ? '' : ' '
  dispatch(
    state.tr
      .insertText(blank + character, from, to)
      .setMeta(typedSign, { at: from + blank.length, isAsked: true } satisfies Sign),
  )
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
