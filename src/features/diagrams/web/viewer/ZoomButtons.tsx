import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { Stage } from './useStage.ts'

/** Zoom of a drawing, and the whole of it. */
export function ZoomButtons({ view: { zoom, zoomBy, fit } }: { view: Stage }) {
  return (
    <div className="ox-diagram-group" role="group" aria-label={t('Zoom')}>
      <IconButton label={t('Zoom out')} shortcut="-" onPress={() => zoomBy(-1)}>
        <Minus />
      </IconButton>
      <span className="ox-diagram-zoom" aria-live="polite">
        {Math.round(zoom * 100)} %
      </span>
      <IconButton label={t('Zoom in')} shortcut="+" onPress={() => zoomBy(1)}>
        <Plus />
      </IconButton>
      <IconButton label={t('Show all')} shortcut="0" onPress={fit}>
        <Maximize />
      </IconButton>
    </div>
  )
}
