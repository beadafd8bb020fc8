import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Table, type Column } from '#platform/web/ui/Table.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { listSiteEmoji, removeSiteEmoji, type SiteEmoji } from '#features/site-emoji/contract.ts'
import { AdminPage } from '../AdminPage.tsx'
import { AddEmojiDialog } from './AddEmojiDialog.tsx'
import css from './emoji.module.css'

/** Emoji that the wiki has beside those of Unicode. */
export default function EmojiScreen() {
  const invalidate = useInvalidate()
  const answer = useEndpoint(listSiteEmoji, {}, { staleTime: 0 })
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<SiteEmoji>()
  const changed = () => invalidate(listSiteEmoji)
  return (
    <AdminPage title={t('Emoji')}>
      <Toolbar actions={<CreateButton onPress={() => setAdding(true)}>{t('Add emoji')}</CreateButton>} />
      <Loaded answer={answer} failure={t('The emoji could not be loaded')}>
        {({ emoji }) => (
          <Table
            label={t('Emoji')}
            rows={emoji}
            rowKey={({ id }) => id}
            columns={columns(setRemoved)}
            empty={
              <EmptyState title={t('No emoji yet')}>
                <p>{t('Users find the pictures that you add among the emoji of the editor, and by their names.')}</p>
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isAdding && <AddEmojiDialog onAdded={changed} onClose={() => setAdding(false)} />}
      {removed && <RemoveDialog emoji={removed} onRemoved={changed} onClose={() => setRemoved(undefined)} />}
    </AdminPage>
  )
}

function columns(onRemove: (emoji: SiteEmoji) => void): Column<SiteEmoji>[] {
  return [
    {
      id: 'name',
      header: t('Name'),
      isRowHeader: true,
      cell: ({ name, url }) => (
        <span className={css.name}>
          <img className={css.picture} src={url} alt="" />:{name}:
        </span>
      ),
    },
    {
      id: 'actions',
      header: t('Actions'),
      isHeaderHidden: true,
      align: 'end',
      cell: emoji => (
        <Button
          size="small"
          aria-label={t('Remove {{name}}', { name: `:${emoji.name}:` })}
          onPress={() => onRemove(emoji)}
        >
          {t('Remove')}
        </Button>
      ),
    },
  ]
}

interface RemoveDialogProps {
  emoji: SiteEmoji
  onRemoved: () => Promise<void>
  onClose: () => void
}

function RemoveDialog({ emoji: { id, name }, onRemoved, onClose }: RemoveDialogProps) {
  const shortname = `:${name}:`
  return (
    <ConfirmDialog
      title={t('Remove {{name}}?', { name: shortname })}
      confirmLabel={t('Remove emoji')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await elevated(() => call(removeSiteEmoji, { params: { id } }))
        await onRemoved()
        showSuccess(t('{{name}} was removed', { name: shortname }))
      }}
    >
      <p>{t('Pages that have it show its name. An emoji of the same name that you add later shows in them again.')}</p>
    </ConfirmDialog>
  )
}
