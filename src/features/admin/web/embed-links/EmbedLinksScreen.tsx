import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { formatDate } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useEndpoint, useInvalidate, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import {
  deactivateEmbedLinks,
  getEmbedding,
  listEmbedLinks,
  updateEmbedding,
  type EmbeddingSettings,
  type ListedEmbedLink,
} from '#features/diagram-embed/contract.ts'
import { EMBED_TARGETS } from '#features/diagram-embed/shared.ts'
import { AdminPage } from '../AdminPage.tsx'

/**
 * Links that show diagrams elsewhere: whether there may be any, where they may be framed, and how often each is used.
 */
export default function EmbedLinksScreen() {
  const settings = useEndpoint(getEmbedding)
  return (
    <AdminPage title={t('Embed links')}>
      <Section
        title={t('Diagrams elsewhere')}
        description={t(
          'Everyone with the link sees the diagram and nothing else of the wiki, even without an account. Users who can edit the diagram create and revoke links. A link shows nothing while the page is restricted, in the trash or in an archived space.',
        )}
      >
        <Loaded answer={settings} failure={t('The settings could not be read')} skeleton={3}>
          {found => <SettingsForm settings={found} />}
        </Loaded>
      </Section>
      <Section title={t('Links in use')}>
        <Links />
      </Section>
    </AdminPage>
  )
}

function SettingsForm({ settings }: { settings: EmbeddingSettings }) {
  const setAnswer = useSetAnswer(getEmbedding)
  const [enabled, setEnabled] = useState(settings.enabled)
  const [origins, setOrigins] = useState(settings.origins.join('\n'))
  const save = useAction(async () => {
    const listed = origins
      .split(/\s+/)
      .map(origin => origin.replace(/\/$/, ''))
      .filter(origin => origin !== '')
    setAnswer(await elevated(() => call(updateEmbedding, { body: { enabled, origins: listed } })))
    showSuccess(t('The settings were saved'))
  })
  return (
    <ActionForm action={save} fields={['origins']}>
      <Checkbox
        isSelected={enabled}
        onChange={setEnabled}
        description={t('Spaces can be excepted in their settings. Switched off, no link works.')}
      >
        {t('Allow links that show diagrams elsewhere')}
      </Checkbox>
      <TextArea
        label={t('Sites that may show diagrams in a frame')}
        description={t(
          'One a line, such as https://example.atlassian.net. With *. before the name all below it are meant, with * alone all there are.',
        )}
        rows={3}
        value={origins}
        onChange={setOrigins}
        error={save.fieldError('origins')}
        maxLength={20_000}
      />
    </ActionForm>
  )
}

function Links() {
  const invalidate = useInvalidate()
  const [asked, setAsked] = useState<ListedEmbedLink>()
  const links = usePaged(listEmbedLinks, {}, { staleTime: 0 })
  return (
    <>
      <TableListing
        list={links}
        label={t('Links in use')}
        failure={t('The links could not be read')}
        rowKey={link => link.id}
        columns={columns(setAsked)}
        empty={
          <EmptyState title={t('No links yet')}>
            <p>{t('“Embed” above a diagram makes one.')}</p>
          </EmptyState>
        }
      />
      {asked && (
        <ConfirmDialog
          title={t('Deactivate all links of “{{name}}”?', { name: asked.diagram.name })}
          confirmLabel={t('Deactivate')}
          isDangerous
          onConfirm={async () => {
            const { diagram, page } = asked
            await call(deactivateEmbedLinks, { body: { pageId: page.id, attachmentId: diagram.attachmentId } })
            await invalidate(listEmbedLinks)
            showSuccess(t('The links were deactivated'))
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('All embedded diagrams will no longer be viewable anywhere.')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function columns(onDeactivate: (link: ListedEmbedLink) => void): Column<ListedEmbedLink>[] {
  return [
    {
      id: 'diagram',
      header: t('Diagram'),
      isRowHeader: true,
      cell: ({ diagram }) =>
        diagram.version === null
          ? diagram.name
          : t('{{name}}, version {{version}}', { name: diagram.name, version: diagram.version }),
    },
    { id: 'page', header: t('Page'), cell: ({ page }) => <a href={page.url}>{page.title}</a> },
    { id: 'space', header: t('Space'), cell: ({ space }) => space.name },
    { id: 'creator', header: t('Made by'), cell: ({ creator }) => creator?.displayName ?? t('Unknown') },
    { id: 'created', header: t('Made'), cell: ({ createdAt }) => formatDate(createdAt) },
    { id: 'uses', header: t('Uses'), align: 'end', cell: uses },
    {
      id: 'last',
      header: t('Last used'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? t('Never') : formatDate(lastUsedAt)),
    },
    {
      id: 'deactivate',
      header: t('Actions'),
      align: 'end',
      cell: link => (
        <Button
          size="small"
          variant="subtle"
          aria-label={t('Deactivate all links of “{{name}}”', { name: link.diagram.name })}
          onPress={() => onDeactivate(link)}
        >
          {t('Deactivate')}
        </Button>
      ),
    },
  ]
}

/** How often, and from where, as far as the links record it. */
function uses({ uses: total, sources }: ListedEmbedLink) {
  const known = sources.flatMap(({ source, uses: count }) => {
    const target = EMBED_TARGETS.find(({ id }) => id === source)
    return target ? [`${target.label} ${count}`] : []
  })
  return known.length === 0 ? total : `${total} (${known.join(', ')})`
}
