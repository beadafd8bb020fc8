/** Facts of an open text: its size and headings. */
import type { Node as ProseNode } from '@tiptap/pm/model'
import type { EditorState } from '@tiptap/pm/state'
import { readingMinutes } from '#features/content/web/index.ts'
import { escapeText } from './tiptap/paste/escape.ts'

export interface TextSize {
  words: number
  /** Characters with blanks, without ends of lines. */
  characters: number
  /** Reading time in minutes, at least 1; undefined without words. */
  minutes: number | undefined
}

export interface TextHeading {
  /** Position of the heading's first character. */
  at: number
  level: number
  text: string
}

/** Size of the selected text, or of all if nothing is selected. */
export function sizeOf({ doc, selection }: EditorState, locale: string): TextSize {
  const { from, to } = selection.empty ? { from: 0, to: doc.content.size } : selection
  const text = doc.textBetween(from, to, '\n', node => (node.type.name === 'hardBreak' ? '\n' : ' '))
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text))
    if (isWordLike) words++
  return { words, characters: [...text.replaceAll('\n', '')].length, minutes: readingMinutes(escapeText(text)) }
}

/** Headings with text, in order. */
export function headingsOf(doc: ProseNode): TextHeading[] {
  const headings: TextHeading[] = []
  doc.descendants((node, at) => {
    const text = node.textContent.trim()
    if (node.type.name === 'heading' && text !== '')
      headings.push({ at: at + 1, level: Number(node.attrs['level']), text })
    return !node.isTextblock
  })
  return headings
}
