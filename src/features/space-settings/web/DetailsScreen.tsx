import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { SpaceEmbedding } from '#features/diagram-embed/web/index.ts'
import { archiveSpaceCall, restoreSpaceCall } from '#features/spaces/contract.ts'
import { CategoriesSection } from './CategoriesSection.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { spaceKeyIn, SettingsPage, type SpaceDetails } from './SettingsPage.tsx'
import { useInvalidateSpace } from './useInvalidateSpace.ts'

const DeleteSpaceDialog = lazy(() => import('./DeleteSpaceDialog.tsx'))

/** Space details and deletion. */
export default function DetailsScreen({ search }: ScreenProps) {
  return (
    <SettingsPage current="/spaces/spaceadmin.action" spaceKey={spaceKeyIn(search)}>
      {space => (
        <>
          <Section title={t('Details')}>
            <DetailsForm key={space.key} space={space} />
          </Section>
          <CategoriesSection space={space} />
          <Suspense>
            <SpaceEmbedding spaceKey={space.key} />
          </Suspense>
          <ArchiveSection space={space} />
          <DeleteSection space={space} />
        </>
      )}
    </SettingsPage>
  )
}

function ArchiveSection({ space }: { space: SpaceDetails }) {
  const forget = useInvalidateSpace()
  const [asking, setAsking] = useState(false)
  const archived = space.status === 'archived'
  const params = { key: space.key }
  const restore = useAction(async () => {
    await call(restoreSpaceCall, { params, body: {} })
    await forget()
    showSuccess(t('{{name}} is back from the archive', { name: space.name }))
  })
  return (
    <Section
      title={t('Archive')}
      description={t(
        'An archived space stays readable, but is left out of the directory, of search and of the dashboard.',
      )}
      actions={
        archived ? (
          <Button isPending={restore.isPending} onPress={() => void restore.run()}>
            {t('Take out of the archive')}
          </Button>
        ) : (
          <Button onPress={() => setAsking(true)}>{t('Archive space')}</Button>
        )
      }
    >
      {archived && <Lozenge tone="warning">{t('Archived')}</Lozenge>}
      {restore.error && <p role="alert">{restore.error.message}</p>}
      {asking && (
        <ConfirmDialog
          title={t('Archive {{name}}?', { name: space.name })}
          confirmLabel={t('Archive space')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await call(archiveSpaceCall, { params, body: {} })
            await forget()
            showSuccess(t('{{name}} is archived', { name: space.name }), {
              action: { label: t('Undo'), run: () => void restore.run() },
            })
          }}
        >
          <p>{t('You can take it out again at any time.')}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

function DeleteSection({ space }: { space: SpaceDetails }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title={t('Delete')}
      description={t(
        'Deletes every page, comment and attachment of the space, with all versions, and the space itself.',
      )}
      isDangerous
      actions={<Button onPress={() => setAsking(true)}>{t('Delete space…')}</Button>}
    >
      {asking && (
        <Suspense>
          <DeleteSpaceDialog space={space} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Section>
  )
}
