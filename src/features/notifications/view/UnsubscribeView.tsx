import type { ReactNode } from 'react'
import { HiddenFieldView } from '#features/accounts/view/index.ts'
import type { Reader } from '#platform/view/reader.ts'
import { unsubscribe } from '../contract.ts'
import { NOTIFICATION_SETTINGS_PATH } from '../shared.ts'

/** Page of a mail's link: `children` between the heading and the way to the settings. */
export function UnsubscribeView({ reader: { t }, children }: { reader: Reader; children: ReactNode }) {
  return (
    <>
      <h1>{t('Mail from the wiki')}</h1>
      {children}
      <p className="oxf-more">
        <a href={NOTIFICATION_SETTINGS_PATH}>{t('Notification settings')}</a>
      </p>
    </>
  )
}

interface UnsubscribeQuestionViewProps {
  reader: Reader
  question: string
  /** Of the link. */
  token: string
}

/** Asks whether some mail is to end. */
export function UnsubscribeQuestionView({ reader: { t }, question, token }: UnsubscribeQuestionViewProps) {
  return (
    <>
      <p className="oxf-lead">{question}</p>
      <form className="oxf-form" action={unsubscribe.path} method="post">
        <HiddenFieldView name="token" value={token} />
        <button className="oxf-button" type="submit">
          {t('Unsubscribe')}
        </button>
      </form>
    </>
  )
}
