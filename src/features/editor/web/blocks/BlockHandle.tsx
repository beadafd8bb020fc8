import './blocks.css'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Copy from 'lucide-react/icons/copy'
import FileOutput from 'lucide-react/icons/file-output'
import GripVertical from 'lucide-react/icons/grip-vertical'
import Link from 'lucide-react/icons/link'
import Plus from 'lucide-react/icons/plus'
import Replace from 'lucide-react/icons/replace'
import Trash from 'lucide-react/icons/trash-2'
import type { Editor } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { NodeSelection, TextSelection, type Command } from '@tiptap/pm/state'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { AnchoredMenu, MenuItem, MenuSeparator, Submenu } from '#platform/web/ui/Menu.tsx'
import { copyLink } from '#features/content/web/index.ts'
import { duplicateBlocks, moveBlocks } from '../tiptap/move-block.ts'
import { keyNames } from '../toolbar/ToolButton.tsx'
import type { EditorTools } from '../tools.ts'
import { openList } from '../suggest/trigger.ts'
import { blockActions } from './block-actions.ts'
import { blockAt, handlePlace, type HandlePlace } from './block-place.ts'
import { dragBlock, type DropLine } from './dragging.ts'
import { LeavingBlock } from './leaving-block.ts'
import { lineBeside } from './line-beside.ts'
import { blockAtSelection, mayMoveAway, removeBlock, type PlacedBlock } from './movable.ts'
import { BLOCK_KINDS, hasMoreThanText, isTurnable } from './turn-into.ts'

/** Size of the handle, in px. */
const SIZE = 24
/** Width of the button beside it, in px. */
const ADD_WIDTH = 20

interface Shown extends HandlePlace {
  readonly at: number
}

interface BlockHandleProps {
  tools: EditorTools
  /** Address and title of the page, for links to its sections. */
  page: () => { url: string; title: string }
}

/** Handle beside the block at the pointer: it drags the block, and opens its menu. */
export function BlockHandle({ tools, page }: BlockHandleProps) {
  const { editor } = tools
  const [shown, setShown] = useState<Shown>()
  const [isOpen, setOpen] = useState(false)
  const [line, setLine] = useState<DropLine>()
  const handle = useRef<HTMLButtonElement>(null)
  const group = useRef<HTMLDivElement>(null)
  const show = (block: PlacedBlock | undefined) => {
    const place = block && handlePlace(editor.view, block, SIZE)
    setShown(place && block ? { ...place, at: block.at } : undefined)
  }
  useShownBlock(editor, group, isOpen || line !== undefined, show)
  const open = () => {
    if (shown) selectBlock(editor, shown.at)
    setOpen(true)
  }
  useBlockKeys(editor, {
    menu: () => {
      show(blockAtSelection(editor.state))
      setOpen(true)
    },
    insert: () => insertBeside(editor, blockAtSelection(editor.state)?.at, 'after'),
  })
  if (!shown) return null
  return (
    <div ref={group}>
      {shown.left >= ADD_WIDTH && (
        <button
          type="button"
          className="ox-block-handle ox-block-add"
          // By keyboard, the menu of the block and a shortcut do the same.
          tabIndex={-1}
          aria-label={t('Insert below this block, with Alt above it')}
          title={t('Insert below this block, with Alt above it')}
          style={{ left: shown.left - ADD_WIDTH, top: shown.top }}
          onPointerDown={event => event.preventDefault()}
          onClick={({ altKey }) => insertBeside(editor, shown.at, altKey ? 'before' : 'after')}
        >
          <Plus />
        </button>
      )}
      <button
        ref={handle}
        type="button"
        className="ox-block-handle"
        // The keyboard has a shortcut, which opens the menu for the block at the cursor.
        tabIndex={-1}
        aria-label={t('Block: drag to move, press for its menu')}
        title={t('Block: drag to move, press for its menu')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        style={{ left: shown.left, top: shown.top }}
        onPointerDown={event => {
          if (event.button !== 0) return
          event.preventDefault()
          dragBlock(editor, shown.at, event.nativeEvent, {
            onLine: setLine,
            onEnd: hasDragged => {
              if (hasDragged) setShown(undefined)
            },
          })
        }}
        onClick={open}
      >
        <GripVertical />
      </button>
      {line && <div className="ox-drop-line" style={{ ...line }} />}
      <AnchoredMenu
        anchor={handle}
        label={t('Block')}
        isOpen={isOpen}
        onOpenChange={next => {
          setOpen(next)
          if (!next) editor.view.focus()
        }}
      >
        <BlockItems tools={tools} page={page} />
      </AnchoredMenu>
    </div>
  )
}

/** Follows the pointer, or on a touch screen the cursor, to the block whose handle is shown. */
function useShownBlock(
  editor: Editor,
  handle: { readonly current: HTMLElement | null },
  isHeld: boolean,
  show: (block: PlacedBlock | undefined) => void,
): void {
  const point = useRef<{ x: number; y: number }>(undefined)
  const look = useEffectEvent(() => {
    if (isHeld || editor.isDestroyed) return
    if (point.current) show(blockAt(editor.view, point.current.x, point.current.y))
  })
  const atCursor = useEffectEvent(() => {
    if (!isHeld && !editor.isDestroyed) show(editor.isFocused ? blockAtSelection(editor.state) : undefined)
  })
  const hide = useEffectEvent(() => {
    if (!isHeld) show(undefined)
  })
  useEffect(() => {
    let frame = 0
    let isTouch = false
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => (isTouch ? atCursor() : look()))
    }
    const move = ({ clientX, clientY, pointerType, target, buttons }: PointerEvent) => {
      isTouch = pointerType === 'touch'
      if (isTouch || buttons > 0 || (target instanceof Node && handle.current?.contains(target))) return
      point.current = { x: clientX, y: clientY }
      soon()
    }
    const press = ({ pointerType }: PointerEvent) => {
      isTouch = pointerType === 'touch'
    }
    // Its place may be another one, or gone.
    const typed = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (isTouch) soon()
      else if (transaction.docChanged) hide()
    }
    document.addEventListener('pointermove', move, { passive: true })
    document.addEventListener('pointerdown', press, { passive: true })
    window.addEventListener('scroll', soon, { passive: true, capture: true })
    editor.on('transaction', typed)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerdown', press)
      window.removeEventListener('scroll', soon, { capture: true })
      editor.off('transaction', typed)
    }
  }, [editor, handle])
}

/** Keys for the block at the cursor: its menu, and a line below it. */
function useBlockKeys(editor: Editor, { menu, insert }: { menu: () => void; insert: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.metaKey) return
    if (event.isComposing || !editor.isFocused) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) menu()
    else insert()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])
}

/** Opens the insert menu in an empty line beside the block at a position. */
function insertBeside({ view }: Editor, at: number | undefined, side: 'before' | 'after'): void {
  const line = at === undefined ? undefined : lineBeside(view.state.tr, { at, side })
  if (!line) return
  view.dispatch(line.scrollIntoView())
  view.focus()
  openList(view, '/')
}

/** Asks for the page that a block moves to. */
function moveAway(tools: EditorTools, block: PlacedBlock): void {
  const { id, isOnFile, space } = tools.session.view
  tools.leaving = new LeavingBlock(tools.editor, block, { pageId: isOnFile ? undefined : id, spaceKey: space.key })
  tools.open('moveAway')
}

/** Selects a block for the commands of its menu: the cursor goes into its text, anything else is selected as a whole. */
function selectBlock({ state, view }: Editor, at: number): void {
  if (blockAtSelection(state)?.at === at) return
  const { doc, tr } = state
  const text = TextSelection.findFrom(doc.resolve(at + 1), 1, true)
  const isText = text && isTurnable(doc.nodeAt(at))
  view.dispatch(tr.setSelection(isText ? text : NodeSelection.create(doc, at)))
}

function BlockItems({ tools, page }: BlockHandleProps) {
  const { editor } = tools
  const block = blockAtSelection(editor.state)
  if (!block) return null
  const { at, node } = block
  const run = (command: Command) => {
    command(editor.state, transaction => editor.view.dispatch(transaction.scrollIntoView()))
    editor.view.focus()
  }
  const end = at + node.nodeSize
  // In a cell, the keys move the row.
  const moveKeys = (arrow: string) => (node.type.name === 'table' ? {} : { shortcut: keyNames(`Alt-Shift-${arrow}`) })
  const copySection = async () => {
    // With the language's outline, which the editor does not need otherwise.
    const { sectionLink } = await import('./section-link.ts')
    const link = sectionLink(editor.state.doc, end, page())
    if (link !== undefined) await copyLink(link)
  }
  return (
    <>
      {isTurnable(node) && <TurnInto editor={editor} />}
      <MenuItem label={t('Insert below…')} icon={<Plus />} onAction={() => insertBeside(editor, at, 'after')} />
      <MenuItem
        label={t('Duplicate')}
        icon={<Copy />}
        shortcut={keyNames('Mod-Shift-d')}
        onAction={() => run(duplicateBlocks)}
      />
      <MenuItem
        label={node.type.name === 'heading' ? t('Copy link') : t('Copy link to the section')}
        icon={<Link />}
        isDisabled={!hasHeading(editor.state.doc, end)}
        onAction={() => void copySection()}
      />
      {node.textContent.trim() !== '' &&
        blockActions(editor).map(({ label, keys, Icon, run: act }) => (
          <MenuItem
            key={label}
            label={t(label)}
            icon={<Icon />}
            {...(keys === undefined ? {} : { shortcut: keyNames(keys) })}
            onAction={() => {
              editor
                .chain()
                .setTextSelection({ from: at + 1, to: at + node.nodeSize - 1 })
                .run()
              act()
            }}
          />
        ))}
      <MenuItem label={t('Move up')} icon={<ArrowUp />} {...moveKeys('↑')} onAction={() => run(moveBlocks(-1))} />
      <MenuItem label={t('Move down')} icon={<ArrowDown />} {...moveKeys('↓')} onAction={() => run(moveBlocks(1))} />
      <MoveAwayItem tools={tools} block={block} />
      <MenuSeparator />
      <MenuItem
        label={t('Delete')}
        icon={<Trash />}
        isDangerous
        onAction={() =>
          run((state, dispatch) => {
            dispatch?.(removeBlock(state.tr, at))
            return true
          })
        }
      />
    </>
  )
}

function MoveAwayItem({ tools, block }: { tools: EditorTools; block: PlacedBlock }) {
  return (
    <MenuItem
      label={t('Move to another page…')}
      icon={<FileOutput />}
      isDisabled={!mayMoveAway(tools.editor.state, block, tools.session.isSuggesting)}
      onAction={() => moveAway(tools, block)}
    />
  )
}

function hasHeading(doc: ProseNode, before: number): boolean {
  let isFound = false
  doc.nodesBetween(0, before, ({ type, isTextblock }) => {
    isFound ||= type.name === 'heading'
    return !isFound && !isTextblock
  })
  return isFound
}

function TurnInto({ editor }: { editor: Editor }) {
  return (
    <Submenu label={t('Turn into')} icon={<Replace />}>
      {BLOCK_KINDS.map(kind => (
        <MenuItem
          key={kind.id}
          label={t(kind.label)}
          icon={<kind.Icon />}
          isChecked={kind.isOn(editor)}
          isDisabled={kind.id === 'codeBlock' && hasMoreThanText(editor)}
          onAction={() => {
            if (!kind.isOn(editor)) kind.run(editor).run()
            editor.view.focus()
          }}
        />
      ))}
    </Submenu>
  )
}
