import { useId, useState } from 'react'
import { Link } from 'react-aria-components/Link'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import type { TargetSpace } from '../../copy-contract.ts'
import css from './copy.module.css'
import { PageList } from './PageList.tsx'
import type { DialogContext } from './request.ts'
import { SpaceSelect, type SpaceSelectProps } from './SpaceSelect.tsx'
import { useKnownOfTarget } from './useKnownOfTarget.ts'
import { isComplete, problemsOf, SAVE_TO, type CopyForm, type CopyProblems, type SaveTo } from './validation.ts'

const LABELS: Readonly<Record<SaveTo, string>> = { this: 'This Page', new: 'New Page', existing: 'Existing Page' }

export interface CopyDialogProps {
  context: DialogContext
  /** Name of the diagram that is copied. */
  name: string
  /** The first spaces of all. */
  spaces: readonly TargetSpace[]
  /** Names of the diagrams of the current page. */
  diagrams: readonly string[]
  /** Resolves when it is saved; the caller reports failures. */
  onSave: (form: CopyForm) => Promise<void>
  onFailure: (error: unknown) => void
  onClose: () => void
}

/** Dialog for the target of a copy of a diagram, and its name. */
export function CopyDialog({ context, name, spaces, diagrams, onSave, onFailure, onClose }: CopyDialogProps) {
  const [form, setForm] = useState<CopyForm>({
    name: `${name} Copy`,
    saveTo: 'this',
    title: '',
    space: null,
    page: null,
  })
  const [isPending, setPending] = useState(false)
  const id = useId()
  const known = useKnownOfTarget(form, diagrams, onFailure)
  const problems = problemsOf(form, known)
  const change = (changes: Partial<CopyForm>) => setForm(before => ({ ...before, ...changes }))
  const canSave = isComplete(form, known) && !isPending
  const save = async () => {
    if (!canSave) return
    setPending(true)
    await onSave(form).finally(() => setPending(false))
  }
  return (
    <Dialog
      title={t('Copy To')}
      id="gliffy-copy-dialog"
      width={680}
      height={521}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          <Link className={css.cancel ?? ''} onPress={onClose}>
            {t('Cancel')}
          </Link>
          <Button variant="primary" type="submit" form={id} isDisabled={!canSave && !isPending} isPending={isPending}>
            {t('Save')}
          </Button>
        </ButtonRow>
      }
    >
      <form
        id={id}
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          void save()
        }}
      >
        <Fields
          form={form}
          problems={problems}
          change={change}
          current={{ key: context.spaceKey, name: context.spaceName }}
          first={spaces}
          onFailure={onFailure}
        />
      </form>
    </Dialog>
  )
}

interface FieldsProps extends Pick<SpaceSelectProps, 'current' | 'first' | 'onFailure'> {
  form: CopyForm
  problems: CopyProblems
  change: (changes: Partial<CopyForm>) => void
}

function Fields({ form, problems, change, ...spaces }: FieldsProps) {
  const shown = (problem: string | undefined) => (problem === undefined ? {} : { error: t(problem) })
  return (
    <>
      <TextField
        label={t('Save As')}
        placeholder={t('Name the new diagram...')}
        value={form.name}
        onChange={value => change({ name: value })}
        maxLength={255}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is about the name first
        autoFocus
        {...shown(problems.name)}
      />
      <RadioGroup
        label={t('Save To')}
        orientation="horizontal"
        options={SAVE_TO.map(id => ({ id, label: t(LABELS[id]) }))}
        value={form.saveTo}
        onChange={id => change({ saveTo: id as SaveTo })}
      />
      <Sliding isOpen={form.saveTo === 'new'}>
        <TextField
          label={t('Page Title')}
          placeholder={t('Name the new page...')}
          value={form.title}
          onChange={title => change({ title })}
          maxLength={255}
          {...shown(problems.title)}
        />
        <SpaceSelect
          {...spaces}
          label={t('Space')}
          placeholder={t('Select space...')}
          value={form.space}
          onChange={space => change({ space })}
          {...shown(problems.space)}
        />
      </Sliding>
      <ExistingPage {...spaces} isOpen={form.saveTo === 'existing'} change={change} {...shown(problems.page)} />
    </>
  )
}

interface ExistingPageProps extends Pick<SpaceSelectProps, 'current' | 'first' | 'onFailure'> {
  isOpen: boolean
  change: (changes: Pick<CopyForm, 'page'>) => void
  error?: string
}

/** The choice of a page: a search, a filter by space, and what they find. */
function ExistingPage({ isOpen, change, error, ...spaces }: ExistingPageProps) {
  const [term, setTerm] = useState('')
  const [space, setSpace] = useState<TargetSpace | null>(null)
  // Nothing is requested before the list is opened; results stay when it is closed.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <Sliding isOpen={isOpen}>
      <div className={css.filters}>
        <TextField
          label={t('Search')}
          type="search"
          placeholder={t('Search for pages...')}
          value={term}
          onChange={setTerm}
          onKeyUp={event => setTerm(event.currentTarget instanceof HTMLInputElement ? event.currentTarget.value : term)}
          maxLength={200}
        />
        <SpaceSelect
          {...spaces}
          label={t('Space')}
          placeholder={t('All spaces...')}
          value={space}
          onChange={setSpace}
        />
      </div>
      {wasOpen && (
        <PageList
          term={term}
          spaceKey={space?.key}
          onSelect={page => change({ page })}
          error={error}
          onFailure={spaces.onFailure}
        />
      )}
    </Sliding>
  )
}

/** A part of the form that slides open and closed; closed it cannot be reached. */
function Sliding({ isOpen, children }: { isOpen: boolean; children: React.ReactNode }) {
  return (
    <div className={css.sliding} data-open={isOpen || undefined} inert={!isOpen}>
      <div className={css.slid}>{children}</div>
    </div>
  )
}
