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
  questionPath,
} from '../shared.ts'

export interface CaptchaShown {
  id: string
  /** A sentence; undefined until it was asked for. */
  question: string | undefined
}

interface CaptchaViewProps {
  captcha: CaptchaShown
  reader: Reader
  /** Error of the last answer. */
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
      {onAsk === undefined ? (
        <QuestionLinkView id={id} reader={reader} />
      ) : (
        <QuestionView question={question} reader={reader} onAsk={onAsk} />
      )}
    </div>
  )
}

/** The captcha of the sign-in form, whose fields have visible labels. */
export function SignInCaptchaView({ captcha: { id }, reader }: Pick<CaptchaViewProps, 'captcha' | 'reader'>) {
  return (
    <div className="oxf-captcha">
      <PictureView id={id} reader={reader} />
      <HiddenFieldView name={CAPTCHA_ID} value={id} />
      <FieldView name={CAPTCHA_RESPONSE} label={reader.t(CAPTCHA_PLACEHOLDER)} autoComplete="off" />
      <QuestionLinkView id={id} reader={reader} />
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

/** The question in a separate tab, so that a form without script keeps the text typed so far, and holds no question. */
function QuestionLinkView({ id, reader: { t } }: { id: string; reader: Reader }) {
  return (
    <p className="ox-captcha-question">
      <a href={questionPath(id)} target="_blank" rel="noopener">
        {t('I cannot see the picture')}
      </a>
    </p>
  )
}

/** Content of the document that shows a question. */
export function QuestionPageView({ text }: { text: string }) {
  return (
    <main>
      <p>{text}</p>
    </main>
  )
}

function QuestionView({
  question,
  reader: { t },
  onAsk,
}: Pick<CaptchaViewProps, 'reader'> & Pick<CaptchaShown, 'question'> & { onAsk: () => void }) {
  return (
    <details
      className="ox-captcha-question"
      onToggle={event => {
        if (event.currentTarget.open) onAsk()
      }}
    >
      <summary>{t('I cannot see the picture')}</summary>
      <p aria-live="polite">{question}</p>
    </details>
  )
}
