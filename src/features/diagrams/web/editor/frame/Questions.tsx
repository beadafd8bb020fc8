import { useId, useState, useSyncExternalStore, type FocusEvent, type FormEvent } from 'react'
import { formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import type { Conflict } from '../protocol.ts'
import type { FrameSession, Question } from './session.ts'

/** Dialogs for the session's questions. */
export function Questions({ session }: { session: FrameSession }) {
  const { question, name } = useSyncExternalStore(session.subscribe, session.state)
  switch (question?.kind) {
    case 'name':
      return <NameQuestion session={session} question={question} former={name} />
    case 'close':
      return <CloseQuestion session={session} />
    case 'conflict':
      return <ConflictQuestion session={session} conflict={question.conflict} name={name} />
    default:
      return null
  }
}

type NameAsked = Extract<Question, { kind: 'name' }>

/** Titles of the question about a name; keys of i18n. */
const NAME_TITLES: Readonly<Record<NameAsked['purpose'], string>> = {
  new: 'Name the diagram',
  copy: 'Save as a new diagram',
  rename: 'Rename the diagram',
}

function proposedName({ purpose, refused }: NameAsked, former: string): string {
  if (refused) return refused.name
  if (purpose === 'copy') return t('{{name}} (my version)', { name: former })
  return purpose === 'rename' && former !== '' ? former : t('Diagram')
}

function NameQuestion({ session, question, former }: { session: FrameSession; question: NameAsked; former: string }) {
  const id = useId()
  const [name, setName] = useState(() => proposedName(question, former))
  const isRename = question.purpose === 'rename'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    session.giveName(name)
  }
  return (
    <Dialog
      title={t(NAME_TITLES[question.purpose])}
      width={440}
      isDismissable={false}
      onClose={session.dismiss}
      footer={
        <DialogFooter onCancel={session.dismiss} type="submit" form={id} isPending={question.isPending ?? false}>
          {isRename ? t('Rename') : t('Save')}
        </DialogFooter>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        {/* A dialog must set its first focus: here, where one writes. */}
        <TextField
          label={t('Diagram name')}
          value={name}
          onChange={setName}
          maxLength={251}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={(event: FocusEvent<Element>) => {
            if (event.target instanceof HTMLInputElement) event.target.select()
          }}
          description={
            isRename
              ? t('Pages that show the diagram go on showing it.')
              : t('The page keeps the diagram as a file with this name.')
          }
          // The error was about another name.
          {...(question.refused?.name === name ? { error: question.refused.problem } : {})}
        />
      </form>
    </Dialog>
  )
}

function CloseQuestion({ session }: { session: FrameSession }) {
  const { isShared, people } = session.state()
  // Others go on with what is drawn.
  const isLast = !isShared || people.length === 0
  return (
    <Dialog
      title={t('Save your changes?')}
      role="alertdialog"
      width={460}
      onClose={session.dismiss}
      footer={
        <ButtonRow align="end">
          <Button onPress={session.dismiss}>{t('Keep drawing')}</Button>
          <Button variant="danger" onPress={() => session.discard()}>
            {isLast ? t('Discard changes') : t('Close without saving')}
          </Button>
          <Button
            variant="primary"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- initial focus of a dialog: the harmless answer
            autoFocus
            onPress={() => session.saveAndClose()}
          >
            {t('Save and close')}
          </Button>
        </ButtonRow>
      }
    >
      {isLast
        ? t('The diagram has changes that are not saved to the page.')
        : t('The diagram has changes that are not saved to the page. Others still have it open and can save them.')}
    </Dialog>
  )
}

function ConflictQuestion({ session, conflict, name }: { session: FrameSession; conflict: Conflict; name: string }) {
  const { at, version } = conflict
  const by = conflict.by ?? t('Somebody')
  const isGone = version === 0
  return (
    <Dialog
      title={isGone ? t('The diagram is gone') : t('Another user has saved the diagram')}
      role="alertdialog"
      width={540}
      isDismissable={false}
      onClose={session.dismiss}
      footer={
        <ButtonRow align="end">
          <Button onPress={session.dismiss}>{t('Decide later')}</Button>
        </ButtonRow>
      }
    >
      <p>
        {isGone
          ? t('“{{name}}” was removed or renamed. Your drawing is kept here.', { name })
          : t('{{by}} saved version {{version}} of “{{name}}” on {{when}}. Your drawing is kept here.', {
              by,
              version,
              name,
              when: at === null ? '' : formatDateTime(at),
            })}
      </p>
      <ul className="ox-de-ways">
        {!isGone && (
          <Way label={t('Load theirs')} onPress={() => session.resolve('theirs')}>
            {t('Yours stays on this device and can be restored.')}
          </Way>
        )}
        <Way label={t('Save mine as a new diagram')} onPress={() => session.resolve('copy')}>
          {t('Both stay on the page, under two names.')}
        </Way>
        <Way
          label={isGone ? t('Save it again') : t('Replace theirs with mine')}
          onPress={() => session.resolve('replace')}
        >
          {isGone ? t('Under the name that it had.') : t('Theirs stays in the history of the file.')}
        </Way>
      </ul>
    </Dialog>
  )
}

function Way({ label, onPress, children }: { label: string; onPress: () => void; children: string }) {
  const note = useId()
  return (
    <li>
      <Button onPress={onPress} aria-describedby={note}>
        {label}
      </Button>
      <span id={note}>{children}</span>
    </li>
  )
}
