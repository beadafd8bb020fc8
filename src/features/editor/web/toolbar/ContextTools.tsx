import ChevronDown from 'lucide-react/icons/chevron-down'
import Trash from 'lucide-react/icons/trash-2'
import { findParentNode } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem } from '#platform/web/ui/Menu.tsx'
import { askForDiagram, unpinDiagram } from '../diagrams/opening.ts'
import { diagramIn } from '../diagrams/picture.ts'
import { isOpaque, macroAt, openMacro, openSource } from '../macros/opening.ts'
import { macroName } from '../tiptap/macro-dom.ts'
import type { EditorTools } from '../tools.ts'
import { sectionAt } from '../tiptap/sections.ts'
import { CellMenu } from './CellMenu.tsx'
import { CodeTools } from './CodeTools.tsx'
import { boxKinds } from './commands.ts'
import { HeadField } from './HeadField.tsx'
import { SectionMenu } from './SectionMenu.tsx'
import { TableMenu } from './TableMenu.tsx'
import { MenuButton, ToolButton } from './ToolButton.tsx'

/** Tools for the table, code, box or picture at the cursor. */
export function ContextTools({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const { selection } = editor.state
  const selected = selection instanceof NodeSelection ? selection.node : undefined
  const macro = findParentNode(node => node.type.name === 'macro')(selection)
  const code = findParentNode(node => node.type.name === 'codeBlock')(selection)
  const inTable = editor.isActive('table')
  const diagram = selected && diagramIn(selected, tools.session.view.id)
  const inSection = sectionAt(editor.state) !== undefined
  if (!macro && !code && !inTable && !inSection && !selected) return null
  return (
    <>
      <span className="ox-tool-gap" />
      {inSection && <SectionMenu tools={tools} />}
      {inTable && <TableMenu tools={tools} />}
      {inTable && <CellMenu tools={tools} />}
      {code && <CodeTools tools={tools} at={code.pos} />}
      {macro && <MacroKind tools={tools} at={macro.pos} />}
      {macro && hasTitle(tools, macroName(macro.node)) && (
        <HeadField key={`macro ${macro.pos}`} tools={tools} at={macro.pos} name="title" label={t('Title of the box')} />
      )}
      {(code ?? macro) && !selected && (
        <ContextButton
          label={t('Options')}
          onPress={() => openMacro(tools, { kind: 'placed', at: (code ?? macro)?.pos ?? 0 })}
        />
      )}
      {selected && macroAt(tools, selected) !== undefined && (
        <ContextButton label={t('Options')} onPress={() => openMacro(tools, { kind: 'placed', at: selection.from })} />
      )}
      {selected && isOpaque(selected) && !diagram && (
        <ContextButton label={t('Edit source')} onPress={() => openSource(tools, selection.from)} />
      )}
      {selected?.type.name === 'image' && (
        <ContextButton label={t('Picture options')} onPress={() => tools.open('imageOptions')} />
      )}
      {diagram && <ContextButton label={t('Edit diagram')} onPress={() => askForDiagram(tools)} />}
      {diagram && <ContextButton label={t('Diagram options')} onPress={() => tools.open('diagramOptions')} />}
      {diagram?.version !== undefined && (
        <ContextButton label={t('Show newest version')} onPress={() => unpinDiagram(tools, diagram)} />
      )}
      {diagram && String(diagram.ownerPageId) !== tools.session.view.id && (
        <ContextButton label={t('Unlink Diagram')} onPress={() => tools.open('unlink')} />
      )}
      {selected?.type.name === 'status' && (
        <ContextButton label={t('Change status')} onPress={() => tools.open('status')} />
      )}
      {selected?.type.name === 'date' && <ContextButton label={t('Change date')} onPress={() => tools.open('date')} />}
      {(selected ?? macro) && (
        <ToolButton
          label={selected ? t('Delete what is selected') : t('Remove the box, keep its content')}
          onPress={() =>
            selected ? editor.chain().focus().deleteSelection().run() : editor.chain().focus().lift('macro').run()
          }
        >
          <Trash />
        </ToolButton>
      )}
    </>
  )
}

function hasTitle({ session }: EditorTools, name: string): boolean {
  return session.macros.some(macro => macro.name === name && macro.hasTitle)
}

function ContextButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <ToolButton label={label} onPress={onPress}>
      <span className="ox-tool-text">{label}</span>
    </ToolButton>
  )
}

function MacroKind({ tools, at }: { tools: EditorTools; at: number }) {
  const { editor } = tools
  const kinds = boxKinds(tools)
  const node = editor.state.doc.nodeAt(at)
  const name = node ? macroName(node) : ''
  const known = kinds.find(kind => kind.name === name)
  if (!node || !known) return <span className="ox-tool-text">{name}</span>
  return (
    <Menu
      label={t('Kind of box')}
      placement="bottom start"
      trigger={
        <MenuButton label={t('Kind of box')}>
          <span className="ox-tool-text">{known.title}</span>
          <ChevronDown size={12} />
        </MenuButton>
      }
    >
      {kinds.map(kind => (
        <MenuItem
          key={kind.name}
          label={kind.title}
          isChecked={kind.name === name}
          onAction={() => {
            const bag = { ...(node.attrs['attributes'] as Record<string, string>), 'ac:name': kind.name }
            editor
              .chain()
              .focus()
              .command(({ tr }) => {
                tr.setNodeAttribute(at, 'attributes', bag)
                return true
              })
              .run()
          }}
        />
      ))}
    </Menu>
  )
}
