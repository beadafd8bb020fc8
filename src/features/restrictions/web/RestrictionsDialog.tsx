import { useQueryClient } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { getPageView, openTree } from '#features/content/contract.ts'
import { getRestrictionsView, replaceRestrictions, type RestrictionsView } from '../contract.ts'
import { bodyOf, keyOf, type Entry, type Mode, problemOf, type Restrictions, restrictionsOf, type Who, withEntry } from './model.ts'
import { SubjectPicker } from './SubjectPicker.tsx'

/** Who may see and who may edit the page. */
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
  const client = useQueryClient()
  const [value, setValue] = useState<Restrictions>(() => restrictionsOf(view))
  const [tried, setTried] = useState(false)
  const problem = problemOf(value)
  const save = useAction(async () => {
    await call(replaceRestrictions, { params: { id: pageId }, body: bodyOf(value) })
    onClose()
    await Promise.all([getRestrictionsView, getPageView, openTree].map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
    showToast({ kind: 'success', title: value.mode === 'none' ? t('The page is open to all of the space') : t('The restrictions are stored') })
  })
  const choose = (id: string) => {
    const mode = id as Mode
    const me = pageData().user
    // Whoever restricts a page keeps it: nobody wants to lock out themselves.
    const next = mode !== 'none' && value.entries.length === 0 && me ? withEntry(value, { kind: 'user', person: me }) : value
    setValue({ ...next, mode })
    save.reset()
  }
  const change = (entries: readonly Entry[]) => {
    setValue({ ...value, entries })
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
        {view.inherited.length > 0 && <Inherited view={view} />}
        <div className="restrictions-dialog-option">
          <RadioGroup
            label={t('Who can see and edit this page?')}
            value={value.mode}
            onChange={choose}
            isDisabled={!view.mayChange}
            options={[
              { id: 'none', label: t('No restrictions'), description: t('Everyone who sees the space can view this page; who may add pages can edit it.') },
              { id: 'edit', label: t('Editing restricted'), description: t('Everyone who sees the space can view this page; only some can edit it.') },
              { id: 'view', label: t('Viewing and editing restricted'), description: t('Only some can view this page, and the pages below it.') },
            ]}
          />
        </div>
        {value.mode !== 'none' && (
          <>
            {view.mayChange && <SubjectPicker taken={value.entries.map(entry => keyOf(entry.who))} onPick={who => setValue(withEntry(value, who))} />}
            <ul className="ox-subjects" aria-label={t('Users and groups who are let in')}>
              {value.entries.map(entry => (
                <EntryRow
                  key={keyOf(entry.who)}
                  entry={entry}
                  mode={value.mode}
                  mayChange={view.mayChange}
                  onChange={edit => change(value.entries.map(other => (other === entry ? { ...entry, edit } : other)))}
                  onRemove={() => change(value.entries.filter(other => other !== entry))}
                />
              ))}
            </ul>
          </>
        )}
        {tried && problem && <p className="ox-error" role="alert">{t(problem)}</p>}
        {save.error && <p className="ox-error" role="alert">{save.error.message}</p>}
      </div>
    </Dialog>
  )
}

function Inherited({ view }: { view: RestrictionsView }) {
  return (
    <Banner tone="info" title={t('Viewing is also restricted above')}>
      <ul className="ox-inherited">
        {view.inherited.map(page => (
          <li key={page.id}>
            <a href={page.url}>{page.title}</a>: {[...page.read.users.map(user => user.displayName), ...page.read.groups].join(', ')}
          </li>
        ))}
      </ul>
    </Banner>
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
          <Users size={16} strokeWidth={1.75} aria-hidden />
        </span>
      )}
      <span className="ox-subject-name">{name}</span>
      {mode === 'view' ? (
        <select aria-label={t('What {{name}} can do', { name })} value={entry.edit ? 'edit' : 'view'} disabled={!mayChange} onChange={event => onChange(event.target.value === 'edit')}>
          <option value="view">{t('Can view')}</option>
          <option value="edit">{t('Can view and edit')}</option>
        </select>
      ) : (
        <span className="ox-hint">{t('Can edit')}</span>
      )}
      {mayChange && (
        <IconButton size="small" label={t('Remove {{name}}', { name })} onPress={onRemove}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function nameOf(who: Who): string {
  return who.kind === 'user' ? who.person.displayName : who.name
}
