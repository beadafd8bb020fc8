import AtSign from 'lucide-react/icons/at-sign'
import Code from 'lucide-react/icons/code'
import Image from 'lucide-react/icons/image'
import Smile from 'lucide-react/icons/smile'
import SquareCode from 'lucide-react/icons/square-code'
import TextQuote from 'lucide-react/icons/text-quote'
import type { Editor } from '@tiptap/core'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { openList } from '../suggest/trigger.ts'
import { CODE } from '../tiptap/behaviour.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { ToolRow } from '../toolbar/ToolRow.tsx'
import { BOLD, BULLETS, ITALIC, LinkTool, NUMBERS, Toggles, type Toggle } from '../toolbar/toggles.tsx'
import { usePlaceState } from '../toolbar/use-state.ts'
import type { EditorTools } from '../tools.ts'

const MARKS: readonly Toggle[] = [
  BOLD,
  ITALIC,
  { name: 'code', label: 'Code', keys: 'Mod-e', Icon: Code, run: chain => chain.toggleMark('code') },
]
const BLOCKS: readonly Toggle[] = [
  BULLETS,
  NUMBERS,
  {
    name: 'blockquote',
    label: 'Quote',
    keys: 'Mod-Shift-b',
    Icon: TextQuote,
    run: chain => chain.toggleWrap('blockquote'),
  },
  {
    name: 'codeBlock',
    label: 'Code block',
    keys: 'Mod-Alt-c',
    Icon: SquareCode,
    run: chain => chain.toggleNode('codeBlock', 'paragraph', CODE),
  },
]

/** The tools of a short text; on a phone the first ones fit. */
export function SmallToolbar({ tools }: { tools: EditorTools }) {
  const { editor, session } = tools
  usePlaceState(tools)
  return (
    <ToolRow label={t('Formatting')}>
      <Toggles editor={editor} toggles={MARKS} />
      <span className="ox-tool-gap" />
      <LinkTool tools={tools} />
      {pageData().user && (
        <ToolButton label={t('Mention a person')} onPress={() => askForPerson(editor)}>
          <AtSign />
        </ToolButton>
      )}
      <ToolButton label={t('Emoji')} onPress={() => tools.open('emoji')}>
        <Smile />
      </ToolButton>
      {session.view.canAttach && (
        <ToolButton label={t('Picture or file')} onPress={() => tools.open('image')}>
          <Image />
        </ToolButton>
      )}
      <span className="ox-tool-gap" />
      <Toggles editor={editor} toggles={BLOCKS} />
    </ToolRow>
  )
}

/** Opens the list of people at the cursor. */
function askForPerson(editor: Editor): void {
  openList(editor.view, '@')
  editor.view.focus()
}
