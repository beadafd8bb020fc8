import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/Dialog.tsx'
import { ReadFailure } from '#platform/web/ui/Loaded.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { navigateTo } from '#platform/web/navigation.ts'
import { resolve, type Choice, type Conflict } from '#language/merge.ts'
import { serialise } from '#language/serialise.ts'
import { discardDraft } from '#features/content/contract.ts'
import { noteDraftEnd } from '#features/hints/web/index.ts'
import { invalidatePages } from '../publish.ts'
import type { EditorSession } from '../session.ts'
import { ConflictChoice } from './ConflictChoice.tsx'
import { loadMerge, type LoadedMerge } from './load-merge.ts'

export interface ConflictScreenProps {
  session: EditorSession
  onClose: () => void
  /** Publishes this text. */
  onOverwrite: () => void
}

/** Conflict screen: this text merged with the one published meanwhile, and a choice where both changed the same. */
export default function ConflictScreen({ session, onClose, onOverwrite }: ConflictScreenProps) {
  const query = useQueryClient()
  const [confirming, setConfirming] = useState<'discard' | 'overwrite'>()
  const [choices, setChoices] = useState<ReadonlyMap<Conflict, Choice>>(new Map())
  const [isMyTitle, setMyTitle] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['editor', 'conflict', session.view.id],
    queryFn: () => loadMerge(session),
    staleTime: 0,
    gcTime: 0,
    // Another reading has other conflicts, without the choices made here.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const takeMerged = () => {
    if (!data) return
    session.takeMerged({
      title: isMyTitle ? (data.title.mine ?? data.title.title) : data.title.title,
      storage: serialise(resolve(data.merge, conflict => choices.get(conflict) ?? 'both')),
      baseVersion: data.version,
    })
    onClose()
    session.editor.commands.focus()
  }
  const overwrite = () => {
    if (!data) return
    session.rebase(data.version)
    onOverwrite()
  }
  const discard = async () => {
    await session.draft.end()
    await call(discardDraft, { params: { id: session.view.id } })
    await invalidatePages(query)
    noteDraftEnd()
    navigateTo(session.view.url)
  }
  return (
    <Dialog
      title={data?.isMine ? t('You have published this page elsewhere') : t('Another user has published this page')}
      width={1200}
      onClose={onClose}
      isDismissable={false}
      id="conflict-screen"
      footer={
        <ButtonRow align="end">
          <Button variant="subtle" onPress={() => setConfirming('overwrite')} isDisabled={!data}>
            {t('Overwrite with mine')}
          </Button>
          <Button variant="subtle" onPress={() => setConfirming('discard')} isDisabled={!data}>
            {t('Discard mine')}
          </Button>
          <Button variant="primary" onPress={takeMerged} isDisabled={!data}>
            {t('Continue with the merged text')}
          </Button>
        </ButtonRow>
      }
    >
      <p className="ox-conflict-lead">{leadOf(data, session.baseVersion)}</p>
      {error && (
        <ReadFailure title={t('The published text could not be read')} error={error} onRetry={() => void refetch()} />
      )}
      {data ? (
        <Conflicts
          data={data}
          choices={choices}
          onChoose={(conflict, choice) => setChoices(new Map(choices).set(conflict, choice))}
          isMyTitle={isMyTitle}
          onChooseTitle={setMyTitle}
        />
      ) : (
        !error && <SkeletonText lines={8} />
      )}
      {confirming === 'overwrite' && data && (
        <OverwriteDialog version={data.version} onConfirm={overwrite} onClose={() => setConfirming(undefined)} />
      )}
      {confirming === 'discard' && <DiscardDialog onConfirm={discard} onClose={() => setConfirming(undefined)} />}
    </Dialog>
  )
}

interface ConfirmProps {
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

function OverwriteDialog({ version, ...on }: ConfirmProps & { version: number }) {
  return (
    <ConfirmDialog
      title={t('Overwrite version {{number}}?', { number: version })}
      confirmLabel={t('Overwrite')}
      isDangerous
      {...on}
    >
      {t('Your text is published without the changes of version {{number}}. They stay in the page history only.', {
        number: version,
      })}
    </ConfirmDialog>
  )
}

function DiscardDialog(on: ConfirmProps) {
  return (
    <ConfirmDialog title={t('Discard your changes?')} confirmLabel={t('Discard')} isDangerous {...on}>
      {t('The page stays as it was published. Your changes are deleted for good.')}
    </ConfirmDialog>
  )
}

interface ConflictsProps {
  data: LoadedMerge
  choices: ReadonlyMap<Conflict, Choice>
  onChoose: (conflict: Conflict, choice: Choice) => void
  isMyTitle: boolean
  onChooseTitle: (isMine: boolean) => void
}

function Conflicts({ data, choices, onChoose, isMyTitle, onChooseTitle }: ConflictsProps) {
  const count = data.conflicts.length
  const sides = [
    { id: 'theirs', label: t('Theirs') },
    { id: 'mine', label: t('Yours') },
  ]
  return (
    <>
      <p className="ox-conflict-lead">
        {count === 0
          ? t('Your changes and theirs are in different places of the text. The merged text has both.')
          : t('{{count}} places were changed on both sides. The merged text has all other changes.', { count })}
      </p>
      {data.title.mine !== undefined && (
        <ConflictChoice
          heading={t('Title')}
          theirs={data.title.title}
          mine={data.title.mine}
          isHtml={false}
          options={sides}
          value={isMyTitle ? 'mine' : 'theirs'}
          onChange={id => onChooseTitle(id === 'mine')}
        />
      )}
      {data.conflicts.map(({ conflict, theirs, mine, isRendered }, index) => (
        <ConflictChoice
          key={index}
          heading={t('Conflict {{number}} of {{count}}', { number: index + 1, count })}
          theirs={theirs}
          mine={mine}
          isHtml={isRendered}
          options={[{ id: 'both', label: t('Both, theirs first') }, ...sides]}
          value={choices.get(conflict) ?? 'both'}
          onChange={id => onChoose(conflict, id as Choice)}
        />
      ))}
      {data.changes !== undefined && (
        <details className="ox-conflict-changes" open={count === 0}>
          <summary>{t('Theirs: what changed since you began')}</summary>
          {/* Makes it scrollable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className="ox-conflict-text" tabIndex={0} role="group" aria-label={t('Their changes')}>
            <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: data.changes }} />
          </div>
        </details>
      )}
    </>
  )
}

function leadOf(data: LoadedMerge | undefined, base: number): string {
  if (!data) return t('Your text is safe in the editor.')
  return data.isMine
    ? t(
        'You published version {{number}} in another window or on another device, while this text is on version {{base}}. It is safe in the editor; what you published stays in the page history whatever you choose.',
        { number: data.version, base },
      )
    : t(
        '{{name}} published version {{number}} while you were writing on version {{base}}. Your text is safe in the editor; theirs stays in the page history whatever you choose.',
        { name: data.author, number: data.version, base },
      )
}
