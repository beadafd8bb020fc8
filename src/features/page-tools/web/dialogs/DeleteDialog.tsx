import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { deleteContent, movePosition, trashTree, treeChildren, updateContent } from '#features/content/contract.ts'
import type { PageHead } from '../../contract.ts'
import { pagesChanged } from './changed.ts'
import { type PageDialogProps, useHead } from './useHead.ts'

/** Children that an undone deletion brings back below the page. */
const MOST_BROUGHT_BACK = 100

/** Moves a page to the trash: alone, or with everything below it. */
export default function DeleteDialog({ pageId, onClose }: PageDialogProps) {
  const { data: head, error } = useHead(pageId)
  if (head) return <DeleteForm key={head.id} head={head} onClose={onClose} />
  return (
    <Dialog title={t('Delete page')} width={480} onClose={onClose} role="alertdialog">
      {error ? <p className="ox-error" role="alert">{error.message}</p> : <SkeletonText lines={3} />}
    </Dialog>
  )
}

function DeleteForm({ head, onClose }: { head: PageHead; onClose: () => void }) {
  const client = useQueryClient()
  const [extent, setExtent] = useState<'page' | 'hierarchy'>('page')
  const parent = head.ancestors.at(-1)
  const here = [{ spaceKey: head.space.key, parentId: head.parentId }]

  const restore = async (below: readonly string[]) => {
    try {
      await call(updateContent, { params: { id: head.id }, body: { type: head.type, title: head.title, status: 'current', version: { number: head.version + 1 } } })
      for (const id of below) await call(movePosition, { params: { id, position: 'append', target: head.id } })
      await pagesChanged(client, [...here, { spaceKey: head.space.key, parentId: head.id }])
      navigateTo(head.url)
      showToast({ kind: 'success', title: t('“{{title}}” is back', { title: head.title }) })
    } catch (error) {
      showFailure(t('The page could not be restored'), error)
    }
  }
  const remove = useAction(async () => {
    const below = extent === 'page' && head.childCount > 0 && head.permissions.purge ? await childrenOf(head) : []
    if (extent === 'hierarchy') await call(trashTree, { params: { id: head.id } })
    else await call(deleteContent, { params: { id: head.id } })
    onClose()
    navigateTo(parent?.url ?? head.space.url)
    await pagesChanged(client, here)
    const canUndo = extent === 'page' && head.permissions.purge
    showToast({
      kind: 'success',
      title: t('“{{title}}” is in the trash', { title: head.title }),
      ...(canUndo ? { action: { label: t('Undo'), run: () => void restore(below) }, closeAfter: 12_000 } : { body: t('A space administrator can restore it.') }),
    })
  })

  return (
    <Dialog
      title={t('Delete page')}
      id="delete-page-dialog"
      role="alertdialog"
      width={480}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          {/* A dialog must set its first focus: the answer that does no harm. */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <Button onPress={onClose} autoFocus>
            {t('Cancel')}
          </Button>
          <Button variant="danger" isPending={remove.isPending} onPress={() => void remove.run()}>
            {extent === 'hierarchy' ? t('Delete pages') : t('Delete page')}
          </Button>
        </ButtonRow>
      }
    >
      <div className="ox-dialog-stack">
        <p>{t('“{{title}}” goes to the trash, from where a space administrator can restore it.', { title: head.title })}</p>
        {head.childCount > 0 && (
          <RadioGroup
            label={t('What should be deleted?')}
            value={extent}
            onChange={id => setExtent(id as typeof extent)}
            options={[
              {
                id: 'page', label: t('Only this page'),
                description: parent ? t('Pages directly below it move up to “{{title}}”.', { title: parent.title }) : t('Pages directly below it move to the top of the space.'),
              },
              { id: 'hierarchy', label: t('This page and everything below it'), description: t('Pages that you cannot see go too. You must be allowed to delete every one of them.') },
            ]}
          />
        )}
        {remove.error && <p className="ox-error" role="alert">{remove.error.message}</p>}
      </div>
    </Dialog>
  )
}

async function childrenOf(head: PageHead): Promise<string[]> {
  const page = await call(treeChildren, { params: { key: head.space.key }, query: { parent: Number(head.id), limit: MOST_BROUGHT_BACK } })
  return page.results.map(node => node.id)
}
