import GitCompare from 'lucide-react/icons/git-compare'
import ImageOff from 'lucide-react/icons/image-off'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { TimeView } from '#platform/view/TimeView.tsx'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useReader } from '#platform/web/reader.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { AttachmentVersionView } from '#features/attachments/view-contract.ts'
import { thumbnailPath } from '../../reference-shared.ts'
import css from './history.module.css'
import { comparisonHref, versionHref, type HistoryPlace } from './history-address.ts'

interface VersionRowProps {
  version: AttachmentVersionView
  /** Number of the version before; absent for the first, and while that is not loaded. */
  before: number | undefined
  place: HistoryPlace
  isNewest: boolean
  isShown: boolean
  isPicked: boolean
  onPick: () => void
  /** Absent for the newest, and for who may not. */
  onRestore?: () => void
}

/** A version: its picture, who saved it, when, and with which comment. */
export function VersionRow({
  version,
  before,
  place,
  isNewest,
  isShown,
  isPicked,
  onPick,
  onRestore,
}: VersionRowProps) {
  const reader = useReader()
  const { number } = version
  return (
    <li className={css.version} data-shown={isShown || undefined}>
      <label className={css.pick}>
        <input
          type="checkbox"
          aria-label={t('Select version {{number}}', { number })}
          checked={isPicked}
          onChange={onPick}
        />
      </label>
      <a
        className={css.open}
        href={versionHref(place, isNewest ? undefined : number)}
        aria-current={isShown ? 'true' : undefined}
      >
        <Thumbnail src={thumbnailPath({ ownerPageId: Number(place.pageId), name: place.name, version: number })} />
        <span className={css.about}>
          <strong>
            {t('Version {{version}}', { version: number })}
            {isNewest && <span className="ox-tag">{t('Current')}</span>}
          </strong>
          {/* No link to the person: this is within one. */}
          <span>{version.author?.displayName ?? t('Anonymous')}</span>
          <span className="ox-hint">
            <TimeView at={version.at} reader={reader} />
          </span>
          {version.comment !== '' && <span className={css.comment}>{version.comment}</span>}
        </span>
      </a>
      <span className={css.actions}>
        {before !== undefined && (
          <IconButton
            size="small"
            label={t('What changed in version {{number}}', { number })}
            onPress={() => navigateTo(comparisonHref(place, before, number))}
          >
            <GitCompare />
          </IconButton>
        )}
        {onRestore && (
          <IconButton size="small" label={t('Restore version {{number}}', { number })} onPress={onRestore}>
            <RotateCcw />
          </IconButton>
        )}
      </span>
    </li>
  )
}

/** Drawn by the server when it comes into view. */
function Thumbnail({ src }: { src: string }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className={css.thumbnail}>
      {isBroken ? <ImageOff size={20} /> : <img src={src} alt="" loading="lazy" onError={() => setBroken(true)} />}
    </span>
  )
}
