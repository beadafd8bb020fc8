import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog, Dialog } from '#platform/web/ui/Dialog.tsx'
import { ReadFailure } from '#platform/web/ui/Loaded.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { navigateTo } from '#platform/web/navigation.ts'
import { compareVersions, convertBody, discardDraft, getContent } from '#features/content/contract.ts'
import { invalidatePages } from '../publish.ts'
import type { EditorSession } from '../session.ts'

export interface ConflictScreenProps {
  session: EditorSession
  onClose: () => void
  /** Publishes this text. */
  onOverwrite: () => void
}

/** Conflict screen: both texts side by side, and the choices. */
export default function ConflictScreen({ session, onClose, onOverwrite }: ConflictScreenProps) {
  const query = useQueryClient()
  const [isDiscarding, setDiscarding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['editor', 'conflict', session.view.id],
    queryFn: () => loadBoth(session),
    staleTime: 0,
    gcTime: 0,
  })
  const goOn = (then?: () => void) => {
    if (!data) return
    session.rebase(data.version)
    onClose()
    then?.()
  }
  const discard = async () => {
    await session.draft.end()
    await call(discardDraft, { params: { id: session.view.id } })
    await invalidatePages(query)
    navigateTo(session.view.url)
  }
  return (
    <Dialog
      title={data?.isMine ? t('You have published this page elsewhere') : t('Somebody else has published this page')}
      width={1200}
      onClose={onClose}
      isDismissable={false}
      id="conflict-screen"
      footer={
        <ButtonRow align="end">
          <Button variant="subtle" onPress={() => setDiscarding(true)} isDisabled={!data}>
            {t('Discard mine')}
          </Button>
          <Button variant="danger" onPress={() => goOn(onOverwrite)} isDisabled={!data}>
            {t('Overwrite with mine')}
          </Button>
          <Button variant="primary" onPress={() => goOn()} isDisabled={!data}>
            {t('Keep editing on top of theirs')}
          </Button>
        </ButtonRow>
      }
    >
      <p className="ox-conflict-lead">
        {data?.isMine
          ? t(
              'You published version {{number}} in another window or on another device, while this text is on version {{base}}. It is safe in the editor; what you published stays in the page history whatever you choose.',
              { number: data.version, base: session.baseVersion },
            )
          : data
            ? t(
                '{{name}} published version {{number}} while you were writing on version {{base}}. Your text is safe in the editor; theirs stays in the page history whatever you choose.',
                { name: data.author, number: data.version, base: session.baseVersion },
              )
            : t('Your text is safe in the editor.')}
      </p>
      {error && (
        <ReadFailure title={t('What was published could not be read')} error={error} onRetry={() => void refetch()} />
      )}
      <div className="ox-conflict">
        <Side title={t('Theirs: what changed since you began')} heading={data?.title} html={data?.theirs} />
        <Side title={t('Yours: not published')} heading={session.title} html={data?.yours} />
      </div>
      {isDiscarding && (
        <ConfirmDialog
          title={t('Discard your changes?')}
          confirmLabel={t('Discard')}
          isDangerous
          onConfirm={discard}
          onClose={() => setDiscarding(false)}
        >
          {t('The page stays as it was published. What you have changed is deleted for good.')}
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function Side({ title, heading, html }: { title: string; heading: string | undefined; html: string | undefined }) {
  return (
    <section className="ox-conflict-side" aria-label={title}>
      <h3>{title}</h3>
      {/* Makes it scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="ox-conflict-text" tabIndex={0} role="group" aria-label={title}>
        {heading !== undefined && <p className="ox-conflict-title">{heading}</p>}
        {html === undefined ? (
          <SkeletonText lines={8} />
        ) : (
          <div className="ox-article wiki-content" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
    </section>
  )
}

async function loadBoth(session: EditorSession) {
  const { id, space } = session.view
  const { storage, baseVersion } = session.text()
  const current = await call(getContent, { params: { id }, query: { expand: 'version,body.view' } })
  const version = current['version'] as { number: number; by?: { username?: string; displayName?: string } }
  const render = async (value: string) =>
    (
      await call(convertBody, {
        params: { to: 'view' },
        query: { spaceKeyContext: space.key, pageIdContext: id },
        body: { value, representation: 'storage' },
      })
    ).value
  const compared =
    version.number > baseVersion && baseVersion > 0
      ? (await call(compareVersions, { params: { id }, query: { from: baseVersion, to: version.number } })).inline
      : ((current['body'] as { view?: { value?: string } } | undefined)?.view?.value ?? '')
  const isMine = version.by?.username !== undefined && version.by.username === pageData().user?.username
  return {
    version: version.number,
    author: version.by?.displayName ?? t('Somebody'),
    isMine,
    title: current.title,
    theirs: compared,
    yours: await render(storage),
  }
}
