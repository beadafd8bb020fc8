import { useSyncExternalStore } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { ShortcutGroups } from '#platform/web/ui/ShortcutGroups.tsx'
import { keyNames } from '../toolbar/ToolButton.tsx'
import { type BlockAction, blockActions, onBlockActions } from '../blocks/block-actions.ts'
import { BLOCK_MENU_KEYS, INSERT_BELOW_KEYS } from '../blocks/keys.ts'
import type { EditorTools } from '../tools.ts'

type Rows = readonly (readonly [label: string, keys: string])[]

const TEXT: Rows = [
  ['Bold', 'Mod-b'],
  ['Italic', 'Mod-i'],
  ['Underline', 'Mod-u'],
  ['Strikethrough', 'Mod-Shift-s'],
  ['Code', 'Mod-e'],
  ['Subscript', 'Mod-,'],
  ['Superscript', 'Mod-.'],
  ['Link', 'Mod-k'],
]
const BLOCKS: Rows = [
  ['Normal text', 'Mod-Alt-0'],
  ['Heading 1 to 6', 'Mod-Alt-1…6'],
  ['Numbered list', 'Mod-Shift-7'],
  ['Bullet list', 'Mod-Shift-8'],
  ['Task list', 'Mod-Shift-9'],
  ['Quote', 'Mod-Shift-b'],
  ['Code block', 'Mod-Alt-c'],
  ['Move the block or table row up', 'Alt-Shift-↑'],
  ['Move the block or table row down', 'Alt-Shift-↓'],
  ['Duplicate the block', 'Mod-Shift-d'],
  ['Insert below the block', INSERT_BELOW_KEYS],
  ['Menu of the block', BLOCK_MENU_KEYS],
]
const PAGE: Rows = [
  ['Undo', 'Mod-z'],
  ['Redo', 'Mod-Shift-z'],
  ['Paste without formatting', 'Mod-Shift-v'],
  ['Find and replace', 'Mod-f'],
  ['Save the draft', 'Mod-s'],
  ['Publish', 'Mod-Enter'],
  ['Keyboard shortcuts', 'Mod-/'],
]
const PLACES: Rows = [
  ['Indent, or next cell', 'Tab'],
  ['Outdent, or previous cell', 'Shift-Tab'],
  ['New line in the same paragraph', 'Shift-Enter'],
  ['To the width and the tools of the selected picture', 'Tab'],
  ['To the toolbar', 'Alt-F10'],
  ['From the toolbar to the text', 'Esc'],
]

/** Keys of the editor. */
export default function KeysDialog({ tools }: { tools: EditorTools }) {
  const actions = useSyncExternalStore(onBlockActions, () => blockActions(tools.editor))
  const groups = [
    group(t('Text'), TEXT),
    group(t('Blocks'), [...BLOCKS, ...actionsOf(actions)]),
    group(t('Page'), PAGE),
    {
      title: t('Moving around'),
      rows: [
        ...group('', PLACES).rows,
        {
          label: t('Leave the text'),
          keys: (
            <>
              <kbd>Esc</kbd> {t('then')} <kbd>Tab</kbd>
            </>
          ),
        },
      ],
    },
    {
      title: t('At the start of a line'),
      rows: [
        ['Heading', '#'],
        ['List', '-'],
        ['Numbered list', '1.'],
        ['Task list', '[]'],
        ['Quote', '>'],
        ['Code block', '```'],
        ['Insert', '/'],
      ].map(([label = '', sign]) => ({ label: t(label), keys: <kbd>{sign}</kbd> })),
    },
  ]
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={tools.close} width={640}>
      <ShortcutGroups groups={groups} />
    </Dialog>
  )
}

/** Keys of the actions that other features add. */
function actionsOf(actions: readonly BlockAction[]): Rows {
  return actions.flatMap(({ label, keys }) => (keys === undefined ? [] : [[label, keys] as const]))
}

function group(title: string, rows: Rows) {
  return { title, rows: rows.map(([label, keys]) => ({ label: t(label), keys: <kbd>{keyNames(keys)}</kbd> })) }
}
