import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { getPageView, openTree } from '#features/content/contract.ts'
import { getRestrictionsView, replaceRestrictions, type RestrictionsView } from '../contract.ts'
import {
  bodyOf,
  subjectKey,
  type Entry,
  type Mode,
  problemOf,
  type Restrictions,
  restrictionsOf,
  type Who,
  withEntry,
  withLetIn,
} from './model.ts'
import { SubjectPicker } from './SubjectPicker.tsx'

export default function RestrictionsDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const { data, error } = useEndpoint(getRestrictionsView, { params: { id: pageId } }, { staleTime: 0 })
  if (data) return <Form pageId={pageId} view={data} onClose={onClose} />
  return (
    <Dialog title={t('Restrictions')} width={600} onClose={onClose}>
      {error ? (
        <p className="ox-error" role="alert">
          {t('There was an error loading the page restrictions. Please try again later.')}
        </p>
      ) : (
        <SkeletonText lines={6} />
      )}
    </Dialog>
  )
}

function Form({ pageId, view, onClose }: { pageId: string; view: RestrictionsView; onClose: () => void }) {
  const [value, setValue] = useState<Restrictions>(() => restrictionsOf(view))
  const [known, setKnown] = useState(view)
  if (known !== view) {
    setKnown(view)
    setValue(withLetIn(value, restrictionsOf(known), restrictionsOf(view)))
  }
  const [tried, setTried] = useState(false)
  const problem = problemOf(value)
  const save = useSave(pageId, value, onClose)
  const change = (next: Restrictions) => {
    setValue(next)
    save.reset()
  }
  return (
    <Dialog
      title={t('Restrictions')}
      id="page-restrictions-dialog"
      width={600}
      onClose={onClose}
      isDismissable={!view.mayChange}
      footer={
        <ButtonRow align="end">
          <Button onPress={onClose}>{view.mayChange ? t('Cancel') : t('Close')}</Button>
          {view.mayChange && (
            <Button
              id="page-restrictions-dialog-save-button"
              variant="primary"
              isPending={save.isPending}
              onPress={() => {
                setTried(true)
                if (problem === undefined) void save.run()
              }}
            >
              {t('Apply')}
            </Button>
          )}
        </ButtonRow>
      }
    >
      <div className="ox-dialog-stack">
        <Slot name="restrictions.dialog" context={{ pageId }} />
        {view.inherited.length > 0 && <Inherited view={view} />}
        <ModeChoice value={value} onChange={change} isDisabled={!view.mayChange} />
        {value.mode !== 'none' && (
          <>
            {view.mayChange && (
              <SubjectPicker
                taken={value.entries.map(entry => subjectKey(entry.who))}
                onPick={who => setValue(withEntry(value, who))}
              />
            )}
            <EntryList value={value} onChange={change} mayChange={view.mayChange} />
          </>
        )}
        {tried && problem && (
          <p className="ox-error" role="alert">
            {t(problem)}
          </p>
        )}
        <ErrorText error={save.error} />
      </div>
    </Dialog>
  )
}

function useSave(pageId: string, value: Restrictions, onClose: () => void) {
  const invalidate = useInvalidate()
  return useAction(async () => {
    await call(replaceRestrictions, { params: { id: pageId }, body: bodyOf(value) })
    onClose()
    await invalidate(getRestrictionsView, getPageView, openTree)
    showSuccess(value.mode === 'none' ? t('The page is open to all of the space') : t('The restrictions are stored'))
  })
}

interface ModeChoiceProps {
  value: Restrictions
  onChange: (value: Restrictions) => void
  isDisabled: boolean
}

function ModeChoice({ value, onChange, isDisabled }: ModeChoiceProps) {
  const choose = (id: string) => {
    const me = pageData().user
    // Users who restrict a page stay included, so as not to lock themselves out.
    const isLocked = id !== 'none' && value.entries.length === 0
    onChange({ ...(isLocked && me ? withEntry(value, { kind: 'user', person: me }) : value), mode: id as Mode })
  }
  return (
    <div className="restrictions-dialog-option">
      <RadioGroup
        label={t('Who can see and edit this page?')}
        value={value.mode}
        onChange={choose}
        isDisabled={isDisabled}
        options={[
          {
            id: 'none',
            label: t('No restrictions'),
            description: t('Everyone who sees the space can view this page; who may add pages can edit it.'),
          },
          {
            id: 'edit',
            label: t('Editing restricted'),
            description: t('Everyone who sees the space can view this page; only some can edit it.'),
          },
          {
            id: 'view',
            label: t('Viewing and editing restricted'),
            description: t('Only some can view this page, and the pages below it.'),
          },
        ]}
      />
    </div>
  )
}

function Inherited({ view }: { view: RestrictionsView }) {
  return (
    <Banner tone="info" title={t('Viewing is also restricted above')}>
      <ul className="ox-inherited">
        {view.inherited.map(page => (
          <li key={page.id}>
            <a href={page.url}>{page.title}</a>:{' '}
            {[...page.read.users.map(user => user.displayName), ...page.read.groups].join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

interface EntryListProps {
  value: Restrictions
  onChange: (value: Restrictions) => void
  mayChange: boolean
}

function EntryList({ value, onChange, mayChange }: EntryListProps) {
  const { mode, entries } = value
  return (
    <ul className="ox-subjects" aria-label={t('Users and groups who are let in')}>
      {entries.map(entry => (
        <EntryRow
          key={subjectKey(entry.who)}
          entry={entry}
          mode={mode}
          mayChange={mayChange}
          onChange={edit =>
            onChange({ mode, entries: entries.map(other => (other === entry ? { ...entry, edit } : other)) })
          }
          onRemove={() => onChange({ mode, entries: entries.filter(other => other !== entry) })}
        />
      ))}
    </ul>
  )
}

interface EntryRowProps {
  entry: Entry
  mode: Mode
  mayChange: boolean
  onChange: (edit: boolean) => void
  onRemove: () => void
}

function EntryRow({ entry, mode, mayChange, onChange, onRemove }: EntryRowProps) {
  const name = nameOf(entry.who)
  return (
    <li>
      {entry.who.kind === 'user' ? (
        <Avatar name={name} picture={entry.who.person.avatarUrl} size={24} isDecorative />
      ) : (
        <span className="ox-subject-group">
          <Users />
        </span>
      )}
      <span className="ox-subject-name">{name}</span>
      {mode === 'view' ? (
        <select
          aria-label={t('Permissions of {{name}}', { name })}
          value={entry.edit ? 'edit' : 'view'}
          disabled={!mayChange}
          onChange={event => onChange(event.target.value === 'edit')}
        >
          <option value="view">{t('Can view')}</option>
          <option value="edit">{t('Can view and edit')}</option>
        </select>
      ) : (
        <span className="ox-hint">{t('Can edit')}</span>
      )}
      {mayChange && (
        <IconButton size="small" label={t('Remove {{name}}', { name })} onPress={onRemove}>
          <X />
        </IconButton>
      )}
    </li>
  )
}

function nameOf(who: Who): string {
  return who.kind === 'user' ? who.person.displayName : who.name
}
