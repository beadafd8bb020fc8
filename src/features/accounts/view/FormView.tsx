import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'

interface FormFrameViewProps {
  siteTitle: string
  /** Of Oxbow. */
  version: string
  children: ReactNode
}

/** The body of a document with one form: the site's name above it, the version below. */
export function FormFrameView({ siteTitle, version, children }: FormFrameViewProps) {
  return (
    <>
      <div className="oxf-main" id="sidebar-container">
        <main className="oxf-card">
          <p className="oxf-brand">
            <span className="oxf-mark" aria-hidden="true" />
            {siteTitle}
          </p>
          {children}
        </main>
      </div>
      <footer className="oxf-foot" id="footer">
        <span id="footer-build-information">{`Oxbow ${version}`}</span>
      </footer>
    </>
  )
}

/** The error messages, announced to screen readers when the page opens. The classes are what scripts look for. */
export function ErrorMessageView({ texts }: { texts: readonly (string | undefined)[] }) {
  const given = texts.filter(text => text !== undefined)
  if (given.length === 0) return null
  return (
    <div className="aui-message aui-message-error" role="alert">
      <ul>
        {given.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

/** A message above a form, or in its place. */
export function InfoMessageView({ text }: { text: string }) {
  return (
    <div className="aui-message aui-message-info" role="status">
      {text}
    </div>
  )
}

/** A message that the user should read before going on. */
export function WarningMessageView({ text }: { text: string }) {
  return <div className="aui-message aui-message-warning">{text}</div>
}

interface FieldViewProps {
  name: string
  label: string
  type?: 'text' | 'password' | 'email'
  value?: string
  autoComplete: HTMLInputAutoCompleteAttribute
  hint?: string
  required?: boolean
  /** Gets the focus when the page opens. */
  isFocused?: boolean
}

/** A labelled input. Its id is its name, as scripts of the old product expect. */
export function FieldView({
  name,
  label,
  type = 'text',
  value = '',
  hint,
  required = true,
  isFocused = false,
  autoComplete,
}: FieldViewProps) {
  return (
    <div className="oxf-field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        defaultValue={value}
        autoCapitalize="none"
        spellCheck={false}
        aria-describedby={hint === undefined ? undefined : `${name}-hint`}
        required={required}
        autoComplete={autoComplete}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form is all that its page has
        autoFocus={isFocused}
      />
      {hint !== undefined && (
        <p className="oxf-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** A field of a form that does not show. */
export function HiddenFieldView({ name, value }: { name: string; value: string }) {
  return <input type="hidden" name={name} defaultValue={value} />
}
