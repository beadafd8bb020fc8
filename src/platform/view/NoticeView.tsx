import type { Reader } from './reader.ts'

/** In the place of what cannot be shown: why, and the way to the dashboard. */
export function NoticeView({ reader: { t }, title, message }: { reader: Reader; title: string; message: string }) {
  return (
    <div className="ox-notice">
      <h1>{title}</h1>
      <p>{message}</p>
      <p>
        <a href="/">{t('Go to the dashboard')}</a>
      </p>
    </div>
  )
}
