import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import ArrowUp from 'lucide-react/icons/arrow-up'
import BetweenHorizontalEnd from 'lucide-react/icons/between-horizontal-end'
import BetweenHorizontalStart from 'lucide-react/icons/between-horizontal-start'
import Trash2 from 'lucide-react/icons/trash-2'
import { useSyncExternalStore, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { laneKind, poolOf } from '#diagrams/operations/lanes.ts'
import { objectOf } from '#diagrams/operations/tree.ts'
import { shortcutLabel } from '../tools/shortcut.ts'
import { useEditor, useEditorState } from '../store/useEditor.ts'
import { commands, laneOrPool, runCommand, type Command, type CommandId } from '../tools/commands.ts'
import { selectedBounds, toScreen } from '../scene/camera.ts'

/** Distance from the lane and from the canvas's edges, px. */
const AWAY = 12
const HEIGHT = 38
/** Of the bar of a lane, which has more buttons than that of a pool. */
const WIDTH = { lane: 164, pool: 72 }
const EDGE = 8

/** Toolbar of a selected lane or pool: adds, moves and removes lanes. */
export function LaneBar() {
  const editor = useEditor()
  const { tools } = editor
  const id = useEditorState(state => (state.isReadOnly || state.editing ? null : laneOrPool(editor)))
  const camera = useEditorState(state => state.camera)
  useEditorState((_, { page }) => page)
  const { state } = useSyncExternalStore(tools.subscribe, tools.hints)
  const bounds = id === null ? null : selectedBounds(editor)
  if (id === null || !bounds || state !== 'idle') return null
  const isLane = poolOf(editor.page, id) !== null
  const isLevel = laneKind(objectOf(editor.page, id)) === 'horizontal'
  const width = isLane ? WIDTH.lane : WIDTH.pool
  const [corner, end] = [
    toScreen(camera, { x: bounds.left, y: bounds.top }),
    toScreen(camera, { x: bounds.right, y: bounds.bottom }),
  ]
  // Beside a lane, where no neighbour is: at its end.
  const at =
    isLane && !isLevel
      ? { x: (corner.x + end.x - width) / 2, y: end.y + AWAY }
      : { x: end.x + AWAY, y: isLane ? (corner.y + end.y - HEIGHT) / 2 : corner.y }
  const button = (command: CommandId, icon: ReactNode, name?: string) => {
    const { name: own, shortcut, isPossible }: Command = commands[command]
    return (
      <IconButton
        key={command}
        size="small"
        label={name ?? t(own)}
        {...(shortcut ? { shortcut: shortcutLabel(shortcut) } : {})}
        isDisabled={!isPossible(editor)}
        onPress={() => {
          runCommand(editor, command)
          tools.takeFocus?.()
        }}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <div
      className="ox-de-above ox-de-lane-bar"
      role="toolbar"
      aria-label={isLane ? t('Lane') : t('Lanes')}
      style={{
        left: Math.max(EDGE, Math.min(at.x, editor.viewSize.width - width - EDGE)),
        top: Math.max(EDGE, Math.min(at.y, editor.viewSize.height - HEIGHT - EDGE)),
      }}
    >
      {button('laneBefore', <BetweenHorizontalEnd />)}
      {button('laneAfter', <BetweenHorizontalStart />)}
      {isLane && (
        <>
          {isLevel ? button('laneUp', <ArrowUp />) : button('laneLeft', <ArrowLeft />)}
          {isLevel ? button('laneDown', <ArrowDown />) : button('laneRight', <ArrowRight />)}
          {button('delete', <Trash2 />, t('Remove lane'))}
        </>
      )}
    </div>
  )
}
