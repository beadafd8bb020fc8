import type { ReactNode } from 'react'
import { FieldView, HiddenFieldView } from '#features/accounts/view/index.ts'
import type { Reader } from '#platform/view/reader.ts'
import {
  CAPTCHA_HEIGHT,
  CAPTCHA_ID,
  CAPTCHA_PLACEHOLDER,
  CAPTCHA_RESPONSE,
  CAPTCHA_WIDTH,
  captchaPath,
} from '../shared.ts'

export interface CaptchaShown {
  id: string
  /** Undefined until it was asked for. */
  question: { first: number; second: number } | undefined
}

interface CaptchaViewProps {
  captcha: CaptchaShown
  reader: Reader
  /** What was wrong with the last answer. */
  warning?: string | undefined
  /** Beside the picture. */
  actions?: ReactNode
  value?: string
  onChange?: (response: string) => void
  /** Called when the question is opened. */
  onAsk?: () => void
}

/** Picture of a word with the field for it, and a question for who cannot see the picture. */
export function CaptchaView({
  captcha: { id, question },
  reader,
  warning,
  actions,
  value,
  onChange,
  onAsk,
}: CaptchaViewProps) {
  const label = reader.t(CAPTCHA_PLACEHOLDER)
  return (
    <div className="ox-captcha">
      <div className="ox-captcha-row">
        <PictureView id={id} reader={reader} />
        {actions}
      </div>
      <input type="hidden" name={CAPTCHA_ID} value={id} />
      <input
        className="ox-captcha-word"
        name={CAPTCHA_RESPONSE}
        type="text"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        placeholder={label}
        aria-label={label}
        aria-invalid={warning === undefined ? undefined : true}
        aria-describedby={warning === undefined ? undefined : 'captcha-warning'}
        {...(onChange === undefined ? {} : { value, onChange: event => onChange(event.target.value) })}
      />
      {warning !== undefined && (
        <p id="captcha-warning" className="ox-captcha-warning" role="alert">
          {warning}
        </p>
      )}
      <QuestionView question={question} reader={reader} {...(onAsk === undefined ? {} : { onAsk })} />
    </div>
  )
}

/** The captcha of the sign-in form, whose fields have visible labels. */
export function SignInCaptchaView({ captcha: { id, question }, reader }: Pick<CaptchaViewProps, 'captcha' | 'reader'>) {
  return (
    <div className="oxf-captcha">
      <PictureView id={id} reader={reader} />
      <HiddenFieldView name={CAPTCHA_ID} value={id} />
      <FieldView name={CAPTCHA_RESPONSE} label={reader.t(CAPTCHA_PLACEHOLDER)} autoComplete="off" />
      <QuestionView question={question} reader={reader} />
    </div>
  )
}

function PictureView({ id, reader: { t } }: { id: string; reader: Reader }) {
  return (
    <img
      className="ox-captcha-picture"
      src={captchaPath(id)}
      alt={t('Picture of a word')}
      width={CAPTCHA_WIDTH}
      height={CAPTCHA_HEIGHT}
    />
  )
}

function QuestionView({
  question,
  reader: { t },
  onAsk,
}: Pick<CaptchaViewProps, 'reader' | 'onAsk'> & Pick<CaptchaShown, 'question'>) {
  return (
    <details
      className="ox-captcha-question"
      onToggle={event => {
        if (event.currentTarget.open) onAsk?.()
      }}
    >
      <summary>{t('I cannot see the picture')}</summary>
      <p aria-live="polite">
        {question &&
          t('How much is {{first}} plus {{second}}? Type the number in the place of the word.', { ...question })}
      </p>
    </details>
  )
}
