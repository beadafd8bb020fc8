import { useRouter } from '@tanstack/react-router'
import { ApiError } from '../api-error.ts'
import { t } from '../i18n.ts'
import { useStartedMark } from '../reader.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'

/** Error in place of a screen. */
export function ErrorScreen({ error, retry }: { error: unknown; retry: () => void }) {
  const router = useRouter()
  useStartedMark()
  if (error instanceof ApiError && error.status === 404) return <NotFoundScreen />
  const again = () => {
    retry()
    void router.invalidate()
  }
  return (
    <div className="ox-notice" role="alert">
      <h1>{titleOf(error)}</h1>
      <p>
        {error instanceof ApiError ? error.message : t('Something went wrong in this page. Reloading it may help.')}
      </p>
      <p className="ox-notice-actions">
        {/* Retrying does not help. */}
        {!(error instanceof ApiError && error.status === 403) && (
          <button type="button" className="ox-create" onClick={again}>
            {t('Try again')}
          </button>
        )}
        <a href="/">{t('Go to the dashboard')}</a>
      </p>
    </div>
  )
}

function titleOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('This page could not be shown')
  if (error.isNetwork) return t('The server cannot be reached')
  if (error.status === 403) return t('You are not permitted to see this')
  return t('This page could not be loaded')
}
