import type { Editor } from '@tiptap/core'
import { emoticonSource } from '#language/editor/index.ts'
import { locale } from '#platform/web/i18n.ts'
import { emoticonOf } from './common.ts'
import { foundEmoji, isNamed, loadEmoji } from './data.ts'
import { recentEmoji } from './insert.ts'

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
