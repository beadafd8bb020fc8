import { t } from '#platform/web/i18n.ts'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { quotedCql } from '#features/search/cql-shared.ts'
import type { WizardForm } from '../wizard/WizardDialog.tsx'
import type { WizardConfig, WizardValues } from '../wizard/wizard.ts'
import css from './meeting-notes.module.css'

/** The wizard of meeting notes: what they are for, then what the page begins with. */
export function meetingNotesWizard(spaceKey: string): {
  config: WizardConfig
  templates: Readonly<Record<string, WizardForm>>
} {
  const cql = `label = "meeting-notes" and space = ${quotedCql(spaceKey)}`
  return {
    config: {
      pages: [
        { id: 'meeting', title: t('Meeting notes'), templateKey: 'meeting-notes-meeting' },
        {
          id: 'people',
          title: t('Attendees'),
          templateKey: 'meeting-notes-people',
          descriptionHeader: t('Meeting notes of this space'),
          descriptionHeaderLink: `${SEARCH_PATH}?${new URLSearchParams({ cql })}`,
          descriptionContent: t('Each meeting has its own page, and one page lists them all.'),
          last: true,
        },
      ],
    },
    templates: { 'meeting-notes-meeting': Meeting, 'meeting-notes-people': People },
  }
}

function HowTo() {
  const steps = [
    [t('Crowd-source your agenda'), t('Distribute an agenda and keep meetings focused.')],
    [t('Capture meeting minutes'), t('Take notes and make them available to everyone.')],
    [t('Create and assign tasks'), t('Assign action items for attendees to work on afterward.')],
  ] as const
  return (
    <div className={css.howTo}>
      <h3>{t('With meeting notes you can...')}</h3>
      <ol>
        {steps.map(([heading, text]) => (
          <li key={heading}>
            <strong>{heading}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Meeting({ values }: { values: WizardValues }) {
  return (
    <>
      <HowTo />
      <TextField
        name="title"
        label={t('Page title')}
        isRequired
        autoComplete="off"
        maxLength={MAX_TITLE_LENGTH}
        defaultValue={values['title'] ?? `${today()} ${t('Meeting notes')}`}
      />
    </>
  )
}

function People({ values }: { values: WizardValues }) {
  return (
    <TextField
      name="attendees"
      label={t('Attendees')}
      autoComplete="off"
      maxLength={1000}
      defaultValue={values['attendees'] ?? ''}
      description={t('Names of users, separated by commas. You are one of them. Names of no user are added as text.')}
    />
  )
}

/** `YYYY-MM-DD` here. */
function today(): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(new Date())
}
