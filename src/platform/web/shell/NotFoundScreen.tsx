import { t } from '../i18n.ts'
import { useStartedMark } from '../reader.ts'
import { serverMarkup } from './server-markup.ts'

/**
 * For addresses that no feature has a screen for. At the document's own address the server has answered already:
 * its main part stays as it is.
 */
export function NotFoundScreen() {
  useStartedMark()
  const markup = serverMarkup()
  if (markup !== undefined) return <div className="ox-server-markup" dangerouslySetInnerHTML={{ __html: markup.main }} />
  return (
    <div className="ox-notice">
      <h1>{t('Page Not Found')}</h1>
      <p>{t('It may have been moved or deleted, or you may not be permitted to see it.')}</p>
      <p>
        <a href="/">{t('Go to the dashboard')}</a>
      </p>
    </div>
  )
}
