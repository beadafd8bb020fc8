import { t } from '../i18n.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './SkeletonRows.module.css'

export function SkeletonRows({ rows = 8, hasFace }: { rows?: number; hasFace?: boolean }) {
  return (
    <div className={css.rows} role="status" aria-label={t('Loading…')}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.row}>
          {hasFace && <Skeleton width="32px" height="32px" isRound />}
          <Skeleton width={`${34 - ((row * 7) % 15)}%`} height="0.8em" />
          <Skeleton width="18%" height="0.8em" />
        </div>
      ))}
    </div>
  )
}
