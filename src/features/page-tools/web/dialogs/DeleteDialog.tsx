import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { deleteContent, movePosition, trashTree, treeChildren, updateContent } from '#features/content/contract.ts'
import type { PageHead } from '../../contract.ts'
import { pagesChanged } from './changed.ts'
import { deleteCompletePath } from './deleted-hierarchy.ts'
import { type PageDialogProps, WithPageHead } from './WithPageHead.tsx'

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Data of the question before a page is deleted. */
    'page.delete': { pageId: string }
  }
}

/** Children restored by undo. */
const MAX_RESTORED_CHILDREN = 100

/** Moves a page, or its subtree, to the trash. */
export default function DeleteDialog(props: PageDialogProps) {
  return (
    <WithPageHead {...props} title={t('Delete page')} width={480} lines={3} role="alertdialog">
      {head => <DeleteForm key={head.id} head={head} onClose={props.onClose} />}
    </WithPageHead>
  )
}

type Extent = 'page' | 'hierarchy'

function DeleteForm({ head, onClose }: { head: PageHead; onClose: () => void }) {
  const [extent, setExtent] = useState<Extent>('page')
  const remove = useDelete(head, extent, onClose)
  return (
    <Dialog
      title={t('Delete page')}
      id="delete-page-dialog"
      role="alertdialog"
      width={480}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          {/* Initial focus on the harmless answer. */}
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
        <p>
          {t('“{{title}}” goes to the trash, from where a space administrator can restore it.', { title: head.title })}
        </p>
        <Slot name="page.delete" context={{ pageId: head.id }} />
        {head.childCount > 0 && <ExtentChoice parent={head.ancestors.at(-1)} value={extent} onChange={setExtent} />}
        <ErrorText error={remove.error} />
      </div>
    </Dialog>
  )
}

interface ExtentChoiceProps {
  parent: PageHead['ancestors'][number] | undefined
  value: Extent
  onChange: (extent: Extent) => void
}

function ExtentChoice({ parent, value, onChange }: ExtentChoiceProps) {
  return (
    <RadioGroup
      label={t('What should be deleted?')}
      value={value}
      onChange={id => onChange(id as Extent)}
      options={[
        {
          id: 'page',
          label: t('Only this page'),
          description: parent
            ? t('Pages directly below it move up to “{{title}}”.', { title: parent.title })
            : t('Pages directly below it move to the top of the space.'),
        },
        {
          id: 'hierarchy',
          label: t('This page and everything below it'),
          description: t('Pages that you cannot see go too. You must be allowed to delete every one of them.'),
        },
      ]}
    />
  )
}

/** Deletes a page or its subtree, with undo where possible. */
function useDelete(head: PageHead, extent: Extent, onClose: () => void) {
  const client = useQueryClient()
  const here = [{ spaceKey: head.space.key, parentId: head.parentId }]

  const restore = async (children: readonly string[]) => {
    try {
      await call(updateContent, {
        params: { id: head.id },
        body: { type: head.type, title: head.title, status: 'current', version: { number: head.version + 1 } },
      })
      for (const id of children) await call(movePosition, { params: { id, position: 'append', target: head.id } })
      await pagesChanged(client, [...here, { spaceKey: head.space.key, parentId: head.id }])
      navigateTo(head.url)
      showSuccess(t('“{{title}}” is back', { title: head.title }))
    } catch (error) {
      showFailure(t('The page could not be restored'), error)
    }
  }
  return useAction(async () => {
    const children = extent === 'page' && head.childCount > 0 && head.permissions.purge ? await childrenOf(head) : []
    if (extent === 'hierarchy') await call(trashTree, { params: { id: head.id } })
    else await call(deleteContent, { params: { id: head.id } })
    onClose()
    const above = head.ancestors.at(-1)?.url ?? head.space.url
    if (extent === 'hierarchy') {
      const { title, parentId, space } = head
      return navigateTo(deleteCompletePath(above, { title, parentId, spaceKey: space.key }))
    }
    navigateTo(above)
    await pagesChanged(client, here)
    const canUndo = head.permissions.purge
    showSuccess(
      t('“{{title}}” is in the trash', { title: head.title }),
      canUndo
        ? { action: { label: t('Undo'), run: () => void restore(children) }, closeAfter: 12_000 }
        : { body: t('A space administrator can restore it.') },
    )
  })
}

async function childrenOf(head: PageHead): Promise<string[]> {
  const page = await call(treeChildren, {
    params: { key: head.space.key },
    query: { parent: Number(head.id), limit: MAX_RESTORED_CHILDREN },
  })
  return page.results.map(node => node.id)
}
