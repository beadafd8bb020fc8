import { t } from '#platform/web/i18n.ts'
import { MenuItem } from '#platform/web/ui/Menu.tsx'
import { openFind } from './find/find-commands.ts'
import { keyNames } from './toolbar/ToolButton.tsx'
import type { EditorTools } from './tools.ts'

/** Menu items for the text as a whole. */
export function TextItems({ tools }: { tools: EditorTools }) {
  return (
    <>
      <MenuItem label={t('Find and replace')} shortcut={keyNames('Mod-f')} onAction={() => openFind(tools.editor)} />
      <MenuItem label={t('Outline and word count')} onAction={() => tools.open('outline')} />
      <MenuItem label={t('Keyboard shortcuts')} shortcut={keyNames('Mod-/')} onAction={() => tools.open('shortcuts')} />
    </>
  )
}
