import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { BANNER_MS } from '../shared.ts'
import { type Created, forgetCreated, storedCreated } from './created.ts'

const ERRORS_ID = 'jira-issues-errors'

/** Tells which issues were created from the page. Goes by itself if all were. */
export default function CreatedBanner() {
  const [told, setTold] = useState(storedCreated)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => forgetCreated(), [])
  const isSuccess = told !== undefined && told.errors.length === 0 && told.isPlaced !== false
  useEffect(() => {
    if (!isSuccess) return undefined
    const timer = setTimeout(() => setTold(undefined), BANNER_MS)
    return () => clearTimeout(timer)
  }, [isSuccess])
  if (!told) return null
  const { created, errors, isPlaced } = told
  return (
    <Banner
      tone={isSuccess ? 'success' : 'warning'}
      title={t('{{count}} issues were created in Jira.', { count: created.length })}
      actions={
        <IconButton label={t('Close')} size="small" onPress={() => setTold(undefined)}>
          <X />
        </IconButton>
      }
    >
      <p className="ox-created-issues">
        {created.map(({ key, url, summary }) => (
          <a key={key} href={url} title={summary}>
            {key}
          </a>
        ))}
      </p>
      {isPlaced === false && <p>{t('The page does not show them, because it was changed meanwhile.')}</p>}
      {errors.length > 0 && (
        <>
          <p>
            {t('{{count}} issues could not be created.', { count: errors.length })}{' '}
            {!isOpen && (
              <a
                href={`#${ERRORS_ID}`}
                onClick={event => {
                  event.preventDefault()
                  setOpen(true)
                }}
              >
                {t('view more')}
              </a>
            )}
          </p>
          {isOpen && <Errors errors={errors} />}
        </>
      )}
    </Banner>
  )
}

function Errors({ errors }: Pick<Created, 'errors'>) {
  return (
    <ul id={ERRORS_ID} tabIndex={-1} ref={element => element?.focus()}>
      {errors.map(({ summary, message }) => (
        <li key={summary}>
          <strong>{summary}</strong>: {message}
        </li>
      ))}
    </ul>
  )
}
