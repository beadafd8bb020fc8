import type { Editor, Range } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { addedEmojiSource, emoticonSource } from '#language/editor/index.ts'
import { RecentNames } from '../recent.ts'
import { emoticonOf } from './common.ts'
import type { AddedEmoji } from './data.ts'

/** Characters that were inserted last on this device. */
export const recentEmoji = new RecentNames('oxbow.editor.recent-emoji', 16)

/** An emoji to insert. */
interface Inserted {
  readonly character: string
  /** One that the wiki has added. */
  readonly added?: AddedEmoji | undefined
}

/**
 * Inserts an emoji and a blank; in code only the character.
 * @param name storage format's emoticon; without one the character is written
 */
export function insertEmoji(
  editor: Editor,
  range: Range,
  { character, added }: Inserted,
  name = emoticonOf(character),
): void {
  recentEmoji.add(character)
  const { parent } = editor.state.doc.resolve(range.from)
  const text = { type: 'text', text: character }
  const source = added ? addedEmojiSource(added.name, added.emojiId) : name && emoticonSource(name)
  const node = source === undefined ? text : { type: 'emoticon', attrs: { source } }
  const words = parent.type.spec.code ? [text] : [node, { type: 'text', text: ' ' }]
  const content = parent.isTextblock ? words : [{ type: 'paragraph', content: words }]
  editor.chain().focus().insertContentAt(range, content).run()
}

/** Range that an emoji of the picker replaces: the selected text, or nothing behind a block that is selected. */
export function emojiRange({ state: { selection } }: Editor): Range {
  const { from, to } = selection
  return { from: selection instanceof TextSelection ? from : to, to }
}
