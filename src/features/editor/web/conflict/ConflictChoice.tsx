import { useId } from 'react'
import { t } from '#platform/web/i18n.ts'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'

export interface ConflictChoiceProps {
  heading: string
  theirs: string
  mine: string
  /** HTML, or plain text. */
  isHtml: boolean
  options: readonly { id: string; label: string }[]
  value: string
  onChange: (id: string) => void
}

/** Both sides of a conflict side by side, and the choice between them. */
export function ConflictChoice({ heading, theirs, mine, isHtml, options, value, onChange }: ConflictChoiceProps) {
  const id = useId()
  return (
    <section className="ox-conflict-choice" aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <div className="ox-conflict">
        <Side title={t('Theirs')} heading={heading} text={theirs} isHtml={isHtml} />
        <Side title={t('Yours')} heading={heading} text={mine} isHtml={isHtml} />
      </div>
      <RadioGroup
        label={t('In the merged text')}
        orientation="horizontal"
        options={options}
        value={value}
        onChange={onChange}
      />
    </section>
  )
}

interface SideProps {
  title: string
  heading: string
  text: string
  isHtml: boolean
}

function Side({ title, heading, text, isHtml }: SideProps) {
  return (
    <div className="ox-conflict-side">
      <h4>{title}</h4>
      {/* Makes it scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="ox-conflict-text" tabIndex={0} role="group" aria-label={`${heading}: ${title}`}>
        {text === '' ? (
          <p className="ox-conflict-deleted">{t('Deleted')}</p>
        ) : isHtml ? (
          <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: text }} />
        ) : (
          <pre>{text}</pre>
        )}
      </div>
    </div>
  )
}
