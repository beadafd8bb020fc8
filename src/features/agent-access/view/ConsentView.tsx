import { ErrorMessageView, HiddenFieldView, WarningMessageView } from '#features/accounts/view/index.ts'
import type { Reader } from '#platform/view/reader.ts'
import { AUTHORIZE_PATH } from '../shared.ts'

interface ConsentViewProps {
  reader: Reader
  /** As the agent calls itself; may be empty. */
  name: string
  /** Host that the user is returned to. */
  host: string
  isOnThisComputer: boolean
  user: { name: string; username: string }
  /** The most that the agent asks for. */
  scope: 'read' | 'write'
  /** Fields of the request, which the form sends again. */
  fields: Readonly<Record<string, string | undefined>>
}

/** Asks whether an agent may use the wiki in the user's name. */
export function ConsentView({ reader: { t }, name, host, isOnThisComputer, user, scope, fields }: ConsentViewProps) {
  return (
    <>
      <h1>{t('Connect an agent')}</h1>
      <p className="oxf-lead">{t('A program asks to use the wiki in your name.')}</p>
      <dl className="oxf-facts">
        <dt>{t('Program')}</dt>
        <dd>
          <bdi>{name === '' ? t('No name given') : name}</bdi> <span className="oxf-tag">{t('Unverified')}</span>
        </dd>
        <dt>{t('Sends you back to')}</dt>
        <dd>
          <strong>{host}</strong>
          {isOnThisComputer && ` (${t('a program on this computer')})`}
        </dd>
        <dt>{t('Your account')}</dt>
        <dd>
          <bdi>{user.name}</bdi> ({user.username})
        </dd>
      </dl>
      <WarningMessageView
        text={t(
          'Any program can use any name. Allow this only if you have just connected the program yourself and trust the address.',
        )}
      />
      <form className="oxf-form" action={AUTHORIZE_PATH} method="post">
        {Object.entries(fields).map(
          ([field, value]) => value !== undefined && <HiddenFieldView key={field} name={field} value={value} />,
        )}
        <fieldset className="oxf-choices">
          <legend>{t('Access')}</legend>
          <ChoiceView
            value="read"
            isChosen={scope === 'read'}
            label={t('Read')}
            hint={t('It sees what you see, and changes nothing.')}
          />
          {scope === 'write' && (
            <ChoiceView
              value="write"
              isChosen
              label={t('Read and write')}
              hint={t('It sees what you see, and creates and changes pages, comments and files as you may.')}
            />
          )}
        </fieldset>
        <div className="oxf-buttons">
          <button className="oxf-button" name="decision" value="allow" type="submit">
            {t('Allow')}
          </button>
          <button className="oxf-button oxf-quiet" name="decision" value="deny" type="submit">
            {t('Do not allow')}
          </button>
        </div>
      </form>
      <p className="oxf-hint oxf-more">{t('You can disconnect it in your settings, under Access tokens.')}</p>
    </>
  )
}

interface ChoiceViewProps {
  value: 'read' | 'write'
  isChosen: boolean
  label: string
  hint: string
}

function ChoiceView({ value, isChosen, label, hint }: ChoiceViewProps) {
  const id = `access-${value}`
  return (
    <div className="oxf-check">
      <input
        id={id}
        name="access"
        type="radio"
        value={value}
        defaultChecked={isChosen}
        aria-describedby={`${id}-hint`}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        <p className="oxf-hint" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
    </div>
  )
}

/** Says why an agent cannot be connected. */
export function RefusedView({ reader: { t }, text }: { reader: Reader; text: string }) {
  return (
    <>
      <h1>{t('The agent cannot be connected')}</h1>
      <ErrorMessageView texts={[text]} />
      <p className="oxf-more">
        <a href="/">{t('Back to the wiki')}</a>
      </p>
    </>
  )
}
