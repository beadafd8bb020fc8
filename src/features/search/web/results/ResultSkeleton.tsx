import { t } from '#platform/web/i18n.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import css from './results.module.css'

export function ResultSkeleton() {
  return (
    <div className={css.results} role="status" aria-label={t('Searching…')}>
      {['52%', '38%', '61%', '45%'].map(width => (
        <div key={width} className={css.result}>
          <Skeleton width="20px" height="20px" />
          <div>
            <Skeleton width={width} height="1em" />
            <p className={css.excerpt}>
              <Skeleton height="0.8em" />
            </p>
            <p className={css.meta}>
              <Skeleton width="30%" height="0.8em" />
            </p>
          </div>
        </div>
      ))}
    </div>
  )
}
