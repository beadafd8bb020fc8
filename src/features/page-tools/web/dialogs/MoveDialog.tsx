import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { movePageAction, movePosition } from '#features/content/contract.ts'
import type { PageHead } from '../../contract.ts'
import { pagesChanged } from './changed.ts'
import { PlacePicker, placeOf } from './PlacePicker.tsx'
import { type PageDialogProps, WithPageHead } from './WithPageHead.tsx'

type Position = 'append' | 'before' | 'after'

/** Moves a page with its descendants. */
export default function MoveDialog(props: PageDialogProps) {
  return (
    <WithPageHead {...props} title={t('Move page')} width={600} lines={8}>
      {head => <MoveForm key={head.id} head={head} onClose={props.onClose} />}
    </WithPageHead>
  )
}

function MoveForm({ head, onClose }: { head: PageHead; onClose: () => void }) {
  const client = useQueryClient()
  const [place, setPlace] = useState(() => placeOf(head))
  const [position, setPosition] = useState<Position>('append')
  const move = useAction(async () => {
    if (place.page) await call(movePosition, { params: { id: head.id, position, target: place.page.id } })
    else await call(movePageAction, { body: { pageId: head.id, spaceKey: place.space.key, position: 'topLevel' } })
    onClose()
    await pagesChanged(client, [
      { spaceKey: head.space.key, parentId: head.parentId },
      { spaceKey: place.space.key, parentId: place.page && position === 'append' ? place.page.id : null },
    ])
    showSuccess(t('“{{title}}” is moved', { title: head.title }))
    navigateTo(pagePath(head.id), { replace: true })
  })
  return (
    <Dialog
      title={t('Move page')}
      id="move-page-dialog"
      width={600}
      onClose={onClose}
      footer={
        <DialogFooter onCancel={onClose} isPending={move.isPending} onPress={() => void move.run()}>
          {t('Move')}
        </DialogFooter>
      }
    >
      <div className="ox-dialog-stack">
        <p className="ox-hint">
          {head.childCount > 0
            ? t('“{{title}}” moves with all pages below it.', { title: head.title })
            : t('Where should “{{title}}” go?', { title: head.title })}
        </p>
        <PlacePicker
          label={t('New place')}
          value={place}
          onChange={setPlace}
          without={head.id}
          openTo={head.ancestors.map(page => page.id)}
        />
        {place.page && (
          <Select
            label={t('Position')}
            value={position}
            onChange={id => setPosition(id as Position)}
            options={[
              { id: 'append', label: t('Below this page, as the last child') },
              { id: 'before', label: t('Beside this page, before it') },
              { id: 'after', label: t('Beside this page, after it') },
            ]}
          />
        )}
        <ErrorText error={move.error} />
      </div>
    </Dialog>
  )
}
