import type { Reader } from './reader.ts'

/** Replaces what cannot be shown: reason, dashboard link. */
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
