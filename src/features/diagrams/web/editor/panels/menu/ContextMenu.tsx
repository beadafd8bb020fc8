import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line'
import BetweenHorizontalEnd from 'lucide-react/icons/between-horizontal-end'
import BetweenHorizontalStart from 'lucide-react/icons/between-horizontal-start'
import Clipboard from 'lucide-react/icons/clipboard'
import Copy from 'lucide-react/icons/copy'
import CopyPlus from 'lucide-react/icons/copy-plus'
import Group from 'lucide-react/icons/group'
import Link2 from 'lucide-react/icons/link-2'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Maximize from 'lucide-react/icons/maximize'
import Move from 'lucide-react/icons/move'
import PaintbrushVertical from 'lucide-react/icons/paintbrush-vertical'
import Scissors from 'lucide-react/icons/scissors'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Shapes from 'lucide-react/icons/shapes'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SquareDashedMousePointer from 'lucide-react/icons/square-dashed-mouse-pointer'
import Stamp from 'lucide-react/icons/stamp'
import Trash2 from 'lucide-react/icons/trash-2'
import Type from 'lucide-react/icons/type'
import Ungroup from 'lucide-react/icons/ungroup'
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { commands, laneOrPool } from '../../tools/commands.ts'
import { hasDefaultStyle } from '../../tools/default-style.ts'
import { usePanels } from '../panels-state.ts'
import { CommandItem } from '../parts/CommandItem.tsx'
import { RouteIcon } from '../style/line-pictures.tsx'
import './menu.css'

const LANE_MOVES = ['laneUp', 'laneDown', 'laneLeft', 'laneRight'] as const

/** Context menu of the selection, opened by the canvas through {@link Panels.showMenu}. */
export function ContextMenu() {
  const { menu, panels } = usePanels()
  const before = useRef<Element | null>(null)
  useEffect(() => {
    if (menu) before.current = document.activeElement
  }, [menu])
  if (!menu) return null
  const close = () => {
    panels.showMenu(null)
    // The anchor disappears: the focus returns to where it was.
    const { current } = before
    requestAnimationFrame(
      () => current instanceof HTMLElement && document.activeElement === document.body && current.focus(),
    )
  }
  return (
    <div className="ox-de-menu-anchor" style={{ left: menu.x, top: menu.y }}>
      <Menu
        // A new menu at another position, so that the list does not jump.
        key={`${menu.x} ${menu.y}`}
        label={t('Menu of the canvas')}
        placement="bottom start"
        isOpen
        onOpenChange={isOpen => {
          if (!isOpen) close()
        }}
        trigger={<Button excludeFromTabOrder aria-label={t('Menu of the canvas')} />}
      >
        <Items />
      </Menu>
    </div>
  )
}

function Items() {
  const { panels } = usePanels()
  const editor = useEditor()
  const hasSelection = useEditorState(({ selection }) => selection.size > 0)
  const isReadOnly = useEditorState(state => state.isReadOnly)
  if (!hasSelection) {
    return (
      <>
        <CommandItem id="paste" icon={<Clipboard />} />
        <CommandItem id="selectAll" icon={<SquareDashedMousePointer />} />
        <MenuSeparator />
        <CommandItem id="fitAll" icon={<Maximize />} />
        {hasDefaultStyle() && <CommandItem id="resetDefaultStyle" icon={<RotateCcw />} />}
        <MenuItem
          label={t('Settings of the page')}
          icon={<SlidersHorizontal />}
          onAction={() => panels.showSide('style')}
        />
      </>
    )
  }
  return (
    <>
      <CommandItem id="editText" icon={<Type />} />
      {commands.swapEnds.isPossible(editor) && (
        <>
          <MenuSeparator />
          <CommandItem id="routeStraight" icon={<RouteIcon route="straight" />} />
          <CommandItem id="routeOrthogonal" icon={<RouteIcon route="orthogonal" />} />
          <CommandItem id="routeCurved" icon={<RouteIcon route="curved" />} />
          <CommandItem id="swapEnds" icon={<ArrowLeftRight />} />
        </>
      )}
      {laneOrPool(editor) !== null && (
        <>
          <MenuSeparator />
          <CommandItem id="laneBefore" icon={<BetweenHorizontalEnd />} />
          <CommandItem id="laneAfter" icon={<BetweenHorizontalStart />} />
          {LANE_MOVES.filter(id => commands[id].isPossible(editor)).map(id => (
            <CommandItem key={id} id={id} icon={<Move />} />
          ))}
        </>
      )}
      <MenuSeparator />
      <CommandItem id="cut" icon={<Scissors />} />
      <CommandItem id="copy" icon={<Copy />} />
      <CommandItem id="paste" icon={<Clipboard />} />
      <CommandItem id="duplicate" icon={<CopyPlus />} />
      <MenuSeparator />
      <CommandItem id="front" icon={<ArrowUpToLine />} />
      <CommandItem id="back" icon={<ArrowDownToLine />} />
      <CommandItem id="group" icon={<Group />} />
      <CommandItem id="ungroup" icon={<Ungroup />} />
      <MenuSeparator />
      <MenuItem
        label={t('Style')}
        isDisabled={isReadOnly}
        icon={<SlidersHorizontal />}
        onAction={() => panels.showSide('style')}
      />
      <CommandItem id="changeShape" icon={<Shapes />} />
      <CommandItem id="formatPainter" icon={<PaintbrushVertical />} />
      <CommandItem id="useLook" icon={<Stamp />} />
      <CommandItem id="link" icon={<Link2 />} />
      <CommandItem id="lock" icon={<Lock />} />
      <CommandItem id="unlock" icon={<LockOpen />} />
      <MenuSeparator />
      <CommandItem id="delete" icon={<Trash2 />} isDangerous />
    </>
  )
}
