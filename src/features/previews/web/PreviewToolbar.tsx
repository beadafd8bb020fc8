import Download from 'lucide-react/icons/download'
import Images from 'lucide-react/icons/images'
import Link from 'lucide-react/icons/link'
import MapPinPlus from 'lucide-react/icons/map-pin-plus'
import Maximize from 'lucide-react/icons/maximize'
import MessageSquare from 'lucide-react/icons/message-square'
import X from 'lucide-react/icons/x'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { copyLink } from '#features/content/web/index.ts'
import type { PreviewFile } from '../contract.ts'
import { badgeText, type PreviewKind } from '../shared.ts'
import { previewPath } from './address.ts'
import css from './Previewer.module.css'
import { isTooLarge } from './too-large.ts'
import type { Zoom } from './useZoom.ts'

const ZOOMED: readonly (PreviewKind | null)[] = ['picture', 'pdf', 'diagram']

interface Panel {
  isShown: boolean
  toggle: () => void
}

interface PreviewToolbarProps {
  file: PreviewFile | undefined
  zoom: Zoom
  /** Row of thumbnails; absent for a single file. */
  strip: Panel | undefined
  /** Comments on the file; absent where the previewer shows none. */
  comments: Panel | undefined
  /** Begins a comment on a point of a picture; absent where none can be written. */
  onPin: (() => void) | undefined
  onClose: () => void
}

/** Actions for the shown file. */
export function PreviewToolbar({ file, zoom, strip, comments, onPin, onClose }: PreviewToolbarProps) {
  return (
    <div className={css.tools} role="toolbar" aria-label={t('Preview')}>
      {file && ZOOMED.includes(file.kind) && !isTooLarge(file) && <ZoomButtons zoom={zoom} />}
      {strip && (
        <IconButton
          label={t('Thumbnails')}
          isActive={strip.isShown}
          aria-pressed={strip.isShown}
          onPress={strip.toggle}
        >
          <Images size={20} />
        </IconButton>
      )}
      {onPin && (
        <IconButton label={t('Comment on a point of the picture')} onPress={onPin}>
          <MapPinPlus size={20} />
        </IconButton>
      )}
      {file && comments && (
        <span className={css.counted}>
          <IconButton
            label={t('Comments on this file')}
            isActive={comments.isShown}
            aria-pressed={comments.isShown}
            onPress={comments.toggle}
          >
            <MessageSquare size={20} />
          </IconButton>
          {file.unresolvedCommentCount > 0 && (
            <span className={css.count} aria-hidden="true">
              {badgeText(file.unresolvedCommentCount)}
            </span>
          )}
        </span>
      )}
      {file && (
        <IconButton
          label={t('Copy link')}
          onPress={() => void copyLink(new URL(previewPath(file), location.href).href)}
        >
          <Link size={20} />
        </IconButton>
      )}
      {file && (
        <IconButton label={t('Download')} onPress={() => location.assign(`${file.downloadUrl}&download=true`)}>
          <Download size={20} />
        </IconButton>
      )}
      <IconButton label={t('Close this dialog')} shortcut="Esc" onPress={onClose}>
        <X size={20} />
      </IconButton>
    </div>
  )
}

function ZoomButtons({ zoom }: { zoom: Zoom }) {
  return (
    <>
      <IconButton label={t('Zoom out')} shortcut="-" onPress={() => zoom.by(-1)}>
        <ZoomOut size={20} />
      </IconButton>
      <IconButton label={t('Zoom in')} shortcut="+" onPress={() => zoom.by(1)}>
        <ZoomIn size={20} />
      </IconButton>
      <IconButton label={t('Fit to window')} shortcut="0" onPress={zoom.fit}>
        <Maximize size={20} />
      </IconButton>
    </>
  )
}
