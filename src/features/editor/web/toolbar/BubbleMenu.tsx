import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code'
import Italic from 'lucide-react/icons/italic'
import Strikethrough from 'lucide-react/icons/strikethrough'
import { TextSelection } from '@tiptap/pm/state'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Slot } from '#platform/web/slots.tsx'
import type {} from '../slots.ts'
import type { EditorTools } from '../tools.ts'
import { LinkTool } from './toggles.tsx'
import { ToolButton } from './ToolButton.tsx'
import { useDialog, usePlaceState } from './use-state.ts'

const MARKS = [
  ['bold', 'Bold', 'Mod-b', Bold],
  ['italic', 'Italic', 'Mod-i', Italic],
  ['strike', 'Strikethrough', 'Mod-Shift-s', Strikethrough],
  ['code', 'Code', 'Mod-e', Code],
] as const
/** Between selection and menu, in px. */
const GAP = 8

/** Formatting tools at a pointer selection; keyboard users have the toolbar and shortcuts. */
export function BubbleMenu({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const { selection } = usePlaceState(tools)
  const dialog = useDialog(tools)
  const menu = useRef<HTMLDivElement>(null)
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    const down = (event: PointerEvent) => {
      if (!(event.target instanceof Element && event.target.closest('.ox-bubble'))) setPressed(true)
    }
    const up = () => setPressed(false)
    document.addEventListener('pointerdown', down)
    document.addEventListener('pointerup', up)
    return () => {
      document.removeEventListener('pointerdown', down)
      document.removeEventListener('pointerup', up)
    }
  }, [])
  const isShown =
    selection instanceof TextSelection &&
    !selection.empty &&
    !isPressed &&
    dialog === undefined &&
    editor.isFocused &&
    !editor.isActive('codeBlock') &&
    editor.state.doc.textBetween(selection.from, selection.to, ' ').trim() !== ''
  useLayoutEffect(() => {
    const element = menu.current
    if (!isShown || !element) return
    const start = editor.view.coordsAtPos(selection.from)
    const end = editor.view.coordsAtPos(selection.to)
    const { width, height } = element.getBoundingClientRect()
    const middle = start.top === end.top ? (start.left + end.left) / 2 : start.left + width / 2
    const above = start.top - height - GAP
    element.style.left = `${Math.max(GAP, Math.min(middle - width / 2, innerWidth - width - GAP))}px`
    // Below the selection where the sticky strip would cover it.
    element.style.top = `${above < 96 ? end.bottom + GAP : above}px`
  })
  if (!isShown) return null
  return (
    <div ref={menu} className="ox-bubble" role="toolbar" aria-label={t('Formatting of the selection')}>
      {MARKS.map(([name, label, keys, Icon]) => (
        <ToolButton
          key={name}
          label={t(label)}
          keys={keys}
          isActive={editor.isActive(name)}
          onPress={() => editor.chain().focus().toggleMark(name).run()}
        >
          <Icon />
        </ToolButton>
      ))}
      <LinkTool tools={tools} />
      <Slot
        name="editor.tools"
        context={{ contentId: tools.session.view.id, editor, Button: ToolButton, hasKeys: false }}
      />
    </div>
  )
}
