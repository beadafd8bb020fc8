import './tables.css'
import GripHorizontal from 'lucide-react/icons/grip-horizontal'
import GripVertical from 'lucide-react/icons/grip-vertical'
import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { isInTable, selectionCell, TableMap } from '@tiptap/pm/tables'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { AnchoredMenu } from '#platform/web/ui/Menu.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { areColumnsHeld } from '../tiptap/table-columns.ts'
import { areRowsHeld } from '../tiptap/table-rows.ts'
import { TableItems } from '../toolbar/TableMenu.tsx'
import { usePlaceState } from '../toolbar/use-state.ts'
import type { EditorTools } from '../tools.ts'
import { moveLine, selectLine, type Axis } from './move-line.ts'

/** Way of the pointer from which on it drags, in px. */
const LEAST = 4

const AXES = {
  row: { label: 'Row: drag to move, press for its menu', section: 'Rows', Icon: GripVertical },
  column: { label: 'Column: drag to move, press for its menu', section: 'Columns', Icon: GripHorizontal },
} as const

/** Handles of the row and the column at the cursor: each drags its line of cells, and opens its menu. */
export function TableHandles({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const isShown = isInTable(usePlaceState(tools))
  if (!isShown) return null
  return (
    <>
      <LineHandle tools={tools} axis="row" />
      <LineHandle tools={tools} axis="column" />
      <Placing editor={editor} />
    </>
  )
}

function LineHandle({ tools, axis }: { tools: EditorTools; axis: Axis }) {
  const { editor } = tools
  const [isOpen, setOpen] = useState(false)
  const handle = useRef<HTMLButtonElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const { label, section, Icon } = AXES[axis]
  return (
    <>
      <button
        ref={handle}
        type="button"
        className="ox-line-handle"
        data-axis={axis}
        // By keyboard, the menu of the table in the toolbar has the same commands.
        tabIndex={-1}
        aria-label={t(label)}
        title={t(label)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={event => {
          if (event.button !== 0) return
          event.preventDefault()
          dragLine(editor, axis, event.nativeEvent, line)
        }}
        onClick={() => {
          editor.view.dispatch(selectLine(editor.state, axis))
          setOpen(true)
        }}
      >
        <Icon size={12} />
      </button>
      <div ref={line} className="ox-drop-line" hidden />
      <AnchoredMenu
        anchor={handle}
        label={t(section)}
        isOpen={isOpen}
        onOpenChange={next => {
          setOpen(next)
          if (!next) editor.view.focus()
        }}
      >
        <TableItems tools={tools} only={section} />
      </AnchoredMenu>
    </>
  )
}

/** Keeps the handles at the cell of the cursor. Without React, which would look for the cursor at each letter. */
function Placing({ editor }: { editor: Editor }) {
  useEffect(() => {
    let frame = 0
    const place = () => {
      const cell = cellAtCursor(editor)
      const wrap = cell?.closest('.table-wrap')?.getBoundingClientRect()
      const box = cell?.getBoundingClientRect()
      for (const handle of document.querySelectorAll<HTMLElement>('.ox-line-handle')) {
        handle.hidden = !box || !wrap
        if (!box || !wrap) continue
        const isRow = handle.dataset['axis'] === 'row'
        const middle = (box.left + box.right) / 2
        // Beside what has been scrolled away there is no column.
        handle.hidden = !isRow && (middle < wrap.left || middle > wrap.right)
        handle.style.left = `${isRow ? wrap.left : middle}px`
        handle.style.top = `${isRow ? (box.top + box.bottom) / 2 : wrap.top}px`
      }
    }
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    soon()
    editor.on('transaction', soon)
    window.addEventListener('scroll', soon, { passive: true, capture: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      editor.off('transaction', soon)
      window.removeEventListener('scroll', soon, { capture: true })
      window.removeEventListener('resize', soon)
    }
  }, [editor])
  return null
}

function cellAtCursor({ state, view, isDestroyed }: Editor): HTMLElement | undefined {
  if (isDestroyed || !isInTable(state)) return undefined
  const cell = view.nodeDOM(selectionCell(state).pos)
  return cell instanceof HTMLElement ? cell : undefined
}

function isHeld(state: EditorState, axis: Axis, places: number): boolean {
  const side = places < 0 ? -1 : 1
  return axis === 'row' ? areRowsHeld(side)(state) : areColumnsHeld(side)(state)
}

/** Follows a pointer that is pressed on a handle, and moves the row or column where it is released. */
function dragLine(editor: Editor, axis: Axis, { clientX, clientY }: PointerEvent, line: RefObject<HTMLElement | null>) {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true }
  let places: number | undefined
  const move = (event: PointerEvent) => {
    if (places === undefined && Math.hypot(event.clientX - clientX, event.clientY - clientY) < LEAST) return
    places = showTarget(editor, axis, event, line.current)
  }
  const end = (isDone: boolean) => {
    controller.abort()
    if (line.current) line.current.hidden = true
    if (!isDone || !places) return
    const tr = moveLine(editor.state, axis, places)
    if (tr) editor.view.dispatch(tr)
    else if (isHeld(editor.state, axis, places))
      showToast({ kind: 'warning', title: t('Not possible with these merged cells') })
    editor.view.focus()
  }
  document.addEventListener('pointermove', move, options)
  document.addEventListener('pointerup', () => end(true), options)
  document.addEventListener('pointercancel', () => end(false), options)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), options)
}

/** Shows where the row or column would be. @returns the number of places that it would move by */
function showTarget(editor: Editor, axis: Axis, event: PointerEvent, line: HTMLElement | null): number {
  const cell = cellAtCursor(editor)
  const row = cell?.parentElement
  const wrap = cell?.closest('.table-wrap')?.getBoundingClientRect()
  if (!cell || !row || !wrap || !line) return 0
  const isRow = axis === 'row'
  const boxes = [...(isRow ? (row.parentElement?.children ?? []) : row.children)].map(each =>
    each.getBoundingClientRect(),
  )
  const own = isRow ? [...(row.parentElement?.children ?? [])].indexOf(row) : [...row.children].indexOf(cell)
  const at = isRow ? event.clientY : event.clientX
  const found = boxes.findIndex(box => at < (isRow ? box.bottom : box.right))
  const target = found < 0 ? boxes.length - 1 : found
  const box = boxes[target]
  if (!box) return 0
  line.hidden = target === own
  const isAfter = target > own
  Object.assign(
    line.style,
    isRow
      ? { left: `${wrap.left}px`, top: `${isAfter ? box.bottom : box.top}px`, width: `${wrap.width}px`, height: '3px' }
      : { left: `${isAfter ? box.right : box.left}px`, top: `${wrap.top}px`, width: '3px', height: `${wrap.height}px` },
  )
  return isRow ? target - own : columnsBetween(editor, own, target)
}

/** Columns from the cell at the cursor to another one of its row, which may span several. */
function columnsBetween({ state }: Editor, own: number, target: number): number {
  const $cell = selectionCell(state)
  const map = TableMap.get($cell.node(-1))
  const first = $cell.start(-1)
  const columnOf = (index: number) => map.colCount($cell.posAtIndex(index) - first)
  return columnOf(target) - columnOf(own)
}
