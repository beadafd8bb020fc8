import type { Editor, Range } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { addedEmojiSource, emoticonSource } from '#language/editor/index.ts'
import { locale } from '#platform/web/i18n.ts'
import { RecentNames } from '../recent.ts'
import { emoticonOf } from './common.ts'
import { type AddedEmoji, foundEmoji, isNamed, loadEmoji } from './data.ts'

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

/**
 * Puts an emoji in place of its name between colons once all of them are loaded, without moving the cursor.
 * @param from position of the first colon
 */
export async function completeEmoji(editor: Editor, from: number, name: string): Promise<void> {
  const all = await loadEmoji(locale())
  if (editor.isDestroyed) return
  const { doc, tr, schema } = editor.state
  const to = from + name.length + 2
  const emoji = foundEmoji(all, name).find(each => isNamed(each, name))
  // Typing goes on meanwhile.
  if (!emoji || to > doc.content.size || doc.textBetween(from, to) !== `:${name}:`) return
  const known = emoticonOf(emoji.character)
  const node = known && schema.nodes['emoticon']?.create({ source: emoticonSource(known) })
  editor.view.dispatch(tr.replaceWith(from, to, node || schema.text(emoji.character)))
  recentEmoji.add(emoji.character)
}

/** Range that an emoji of the picker replaces: the selected text, or nothing behind a block that is selected. */
export function emojiRange({ state: { selection } }: Editor): Range {
  const { from, to } = selection
  return { from: selection instanceof TextSelection ? from : to, to }
}
