import MapIcon from 'lucide-react/icons/map'
import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { Button } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import { zoomTo } from '../../scene/camera.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import { CommandButton, CommandItem } from '../parts/CommandItem.tsx'

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 4] as const

/** Zoom controls. */
export function ZoomBar() {
  const { isMinimapOpen, panels } = usePanels()
  return (
    <div className="ox-de-zoom" role="group" aria-label={t('Zoom')}>
      <IconButton
        className="ox-de-zoom-map"
        label={t('Overview')}
        size="small"
        placement="top"
        aria-pressed={isMinimapOpen}
        isActive={isMinimapOpen}
        onPress={() => panels.showMinimap(!isMinimapOpen)}
      >
        <MapIcon />
      </IconButton>
      <CommandButton id="zoomOut" size="small" icon={<Minus />} />
      <Menu
        label={t('Zoom')}
        placement="top end"
        trigger={
          <Button className="ox-de-zoom-value">
            <ZoomValue />
          </Button>
        }
      >
        {ZOOMS.map(zoom => (
          <ZoomItem key={zoom} zoom={zoom} />
        ))}
        <MenuSeparator />
        <CommandItem id="fitAll" />
        <CommandItem id="fitSelection" />
      </Menu>
      <CommandButton id="zoomIn" size="small" icon={<Plus />} />
      <CommandButton id="fitAll" size="small" icon={<Maximize />} />
    </div>
  )
}

/** Separate from its button, which is slow to render, as it changes while zooming. */
function ZoomValue() {
  const percent = usePercent()
  return (
    <>
      <span className="ox-visually-hidden">{t('Zoom')}: </span>
      {percent} %
    </>
  )
}

function ZoomItem({ zoom }: { zoom: number }) {
  const editor = useEditor()
  const percent = usePercent()
  return <MenuItem label={`${zoom * 100} %`} isChecked={percent === zoom * 100} onAction={() => zoomTo(editor, zoom)} />
}

function usePercent(): number {
  return useEditorState(({ camera }) => Math.round(camera.zoom * 100))
}
