import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { formatDateTime, formatRelative } from '#platform/web/format.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList, type List } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { usePages, useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { deleteContent, emptyTrash, getRestoreObstacles, listTrash, updateContent } from '#features/content/contract.ts'
import { refreshPageTree } from '#features/content/web/index.ts'
import { RestoreDialog, type Obstacles } from './RestoreDialog.tsx'
import { spaceKeyIn, SettingsPage } from './SettingsPage.tsx'
import css from './space-settings.module.css'

/** Fields used of a trashed content. */
interface Trashed {
  id: string
  type: 'page' | 'blogpost' | 'comment' | 'attachment'
  title: string
  version: { number: number; when: string; by?: { displayName: string } }
}

const TYPE_NAMES = { page: 'Page', blogpost: 'Blog post', comment: 'Comment', attachment: 'Attachment' } as const

export default function TrashScreen({ search }: ScreenProps) {
  return (
    <SettingsPage current="/pages/viewtrash.action" spaceKey={spaceKeyIn(search)}>
      {space => <TrashList spaceKey={space.key} />}
    </SettingsPage>
  )
}

export function TrashList({ spaceKey }: { spaceKey: string }) {
  const invalidate = useInvalidate()
  const phone = useIsPhone()
  const trash = growingList(
    usePages(listTrash, { params: { key: spaceKey }, query: { expand: 'version', limit: 50 } }),
  ) as unknown as List<Trashed>
  const [purging, setPurging] = useState<Trashed>()
  const [emptying, setEmptying] = useState(false)
  const reload = () => invalidate(listTrash)
  const [hindered, setHindered] = useState<{ row: Trashed; obstacles: Obstacles }>()
  const putBack = usePutBack(spaceKey, reload)
  const restore = useAction(async (row: Trashed) => {
    const obstacles = await call(getRestoreObstacles, { params: { id: row.id } as never })
    if (obstacles.isTitleTaken || obstacles.parentInTrash) setHindered({ row, obstacles })
    else await putBack(row, row.title)
  })
  return (
    <Section
      title={t('Trash')}
      description={t('Deleted pages, posts and files stay here until they are removed for good.')}
      actions={(trash.rows?.length ?? 0) > 0 && <Button onPress={() => setEmptying(true)}>{t('Empty trash…')}</Button>}
    >
      {restore.error && <Banner tone="danger" title={restore.error.message} />}
      <TableListing
        list={trash}
        label={t('Trash')}
        failure={t('The trash could not be read')}
        rowKey={row => row.id}
        columns={columns({
          phone,
          isPending: restore.isPending,
          restore: row => void restore.run(row),
          purge: setPurging,
        })}
        empty={
          <EmptyState icon={<Trash2 size={20} />} title={t('The trash is empty')}>
            <p>{t('Deleted content of this space is listed here and can be restored.')}</p>
          </EmptyState>
        }
      />
      {hindered && (
        <RestoreDialog
          title={hindered.row.title}
          obstacles={hindered.obstacles}
          onRestore={title => putBack(hindered.row, title)}
          onClose={() => setHindered(undefined)}
        />
      )}
      {purging && <PurgeDialog row={purging} onDone={reload} onClose={() => setPurging(undefined)} />}
      {emptying && <EmptyTrashDialog spaceKey={spaceKey} onDone={reload} onClose={() => setEmptying(false)} />}
    </Section>
  )
}

/** Restores a row, under its title or another. */
function usePutBack(spaceKey: string, reload: () => Promise<void>) {
  return async (row: Trashed, title: string): Promise<void> => {
    const { _links } = await call(updateContent, {
      params: { id: row.id } as never,
      body: {
        id: row.id,
        type: row.type,
        title,
        status: 'current',
        version: { number: row.version.number + 1 },
      },
    })
    await Promise.all([reload(), refreshPageTree(spaceKey, [null])])
    const href = _links['webui']
    showSuccess(
      t('{{title}} is back', { title }),
      href ? { action: { label: t('Open'), run: () => navigateTo(href) } } : {},
    )
  }
}

interface TrashDialogProps {
  onDone: () => Promise<void>
  onClose: () => void
}

function PurgeDialog({ row, onDone, onClose }: { row: Trashed } & TrashDialogProps) {
  return (
    <ConfirmDialog
      title={t('Remove {{title}} for good?', { title: row.title })}
      confirmLabel={t('Remove for good')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await call(deleteContent, { params: { id: row.id } as never, query: { status: 'trashed' } })
        await onDone()
      }}
    >
      <p>{t('Its versions, comments and attachments go with it. This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}

function EmptyTrashDialog({ spaceKey, onDone, onClose }: { spaceKey: string } & TrashDialogProps) {
  return (
    <ConfirmDialog
      title={t('Remove everything in the trash for good?')}
      confirmLabel={t('Empty trash')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await call(emptyTrash, { params: { key: spaceKey } })
        await onDone()
        showSuccess(t('The trash is empty'))
      }}
    >
      <p>{t('This cannot be undone.')}</p>
    </ConfirmDialog>
  )
}

interface ColumnOptions {
  phone: boolean
  isPending: boolean
  restore: (row: Trashed) => void
  purge: (row: Trashed) => void
}

function columns({ phone, isPending, restore, purge }: ColumnOptions): Column<Trashed>[] {
  const title: Column<Trashed> = {
    id: 'title',
    header: t('Title'),
    isRowHeader: true,
    cell: row => (
      <>
        <span className={css.name}>{row.title}</span>
        <span className={css.sub}>{t(TYPE_NAMES[row.type])}</span>
      </>
    ),
  }
  const changed: Column<Trashed> = {
    id: 'changed',
    header: t('Last changed'),
    width: '14rem',
    cell: row => (
      <>
        <time dateTime={row.version.when} title={formatDateTime(row.version.when)}>
          {formatRelative(row.version.when)}
        </time>
        {row.version.by && <span className={css.sub}>{row.version.by.displayName}</span>}
      </>
    ),
  }
  const actions: Column<Trashed> = {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    cell: row => (
      <span className={css.rowActions}>
        <Button
          size="small"
          isDisabled={isPending}
          onPress={() => restore(row)}
          aria-label={t('Restore {{title}}', { title: row.title })}
        >
          {t('Restore')}
        </Button>
        <Button
          size="small"
          variant="subtle"
          onPress={() => purge(row)}
          aria-label={t('Remove {{title}} for good', { title: row.title })}
        >
          {t('Remove')}
        </Button>
      </span>
    ),
  }
  return phone ? [title, actions] : [title, changed, actions]
}
