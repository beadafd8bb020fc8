import type { ReactNode } from 'react'
import type { Reader } from './reader.ts'

/** Id of the element for what features add where nothing is shown. */
export const MISSING_PARTS_ID = 'ox-missing-parts'

interface NoticeViewProps {
  reader: Reader
  title: string
  message: string
  children?: ReactNode
}

/** Replaces what cannot be shown: reason, what features offer, dashboard link. */
export function NoticeView({ reader: { t }, title, message, children }: NoticeViewProps) {
  return (
    <div className="ox-notice">
      <h1>{title}</h1>
      <p>{message}</p>
      {children}
      <p>
        <a href="/">{t('Go to the dashboard')}</a>
      </p>
    </div>
  )
}
