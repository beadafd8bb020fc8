import { type ReactNode, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint, usePages, useInvalidate } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { comparePath } from '#features/content-core/address-shared.ts'
import { deleteVersion, getPageView, restoreVersion } from '#features/content/contract.ts'
import { getPageHead, getPageInformation, listHistory, type PageHead } from '../../contract.ts'
import { pageIdIn } from '../tool-route.ts'
import { ToolFrame } from '../ToolFrame.tsx'
import { toggledSelection } from './selection.ts'
import { VersionRow } from './VersionRow.tsx'

/** Version history: view, compare, restore, delete. */
export default function HistoryScreen({ search }: ScreenProps) {
  const { data: head } = useEndpoint(getPageHead, { params: { id: pageIdIn(search) } })
  return head ? <History key={head.id} head={head} /> : null
}

type VersionAction = { what: 'restore' | 'delete'; number: number }

function History({ head }: { head: PageHead }) {
  const versions = usePages(listHistory, { params: { id: head.id } })
  const [picked, setPicked] = useState<readonly number[]>()
  const [action, setAction] = useState<VersionAction>()
  // Default: the two newest.
  const selected = picked ?? versions.items.slice(0, 2).map(version => version.number)
  const [one, other] = selected
  return (
    <ToolFrame head={head} title={t('Page history')} tool="history">
      <div className="ox-tool-bar">
        <Button
          isDisabled={one === undefined || other === undefined}
          onPress={() => {
            if (one !== undefined && other !== undefined) navigateTo(comparePath(head.id, one, other))
          }}
        >
          {t('Compare selected versions')}
        </Button>
        <span className="ox-hint" role="status">
          {selected.length === 2 ? '' : t('Select two versions to compare.')}
        </span>
      </div>
      <Listing
        list={growingList(versions, t('Older versions'))}
        failure={t('The list could not be read')}
        empty={null}
        skeleton={{ hasFace: true }}
      >
        {items => (
          <VersionTable>
            {items.map(version => (
              <VersionRow
                key={version.number}
                head={head}
                version={version}
                isSelected={selected.includes(version.number)}
                onSelect={() => setPicked(toggledSelection(selected, version.number))}
                onAct={what => setAction({ what, number: version.number })}
              />
            ))}
          </VersionTable>
        )}
      </Listing>
      {action && (
        <VersionDialog
          pageId={head.id}
          action={action}
          onDone={() =>
            setPicked(action.what === 'delete' ? selected.filter(number => number !== action.number) : undefined)
          }
          onClose={() => setAction(undefined)}
        />
      )}
    </ToolFrame>
  )
}

function VersionTable({ children }: { children: ReactNode }) {
  return (
    <div className="ox-list-scroll">
      <table id="page-history-container" className="ox-list" aria-label={t('Page history')}>
        <thead>
          <tr>
            <th>
              <span className="ox-visually-hidden">{t('Select')}</span>
            </th>
            <th scope="col">{t('Version')}</th>
            <th scope="col">{t('Published')}</th>
            <th scope="col">{t('Changed by')}</th>
            <th scope="col">{t('Comment')}</th>
            <th>
              <span className="ox-visually-hidden">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface VersionDialogProps {
  pageId: string
  action: VersionAction
  onDone: () => void
  onClose: () => void
}

/** Confirms and performs an action on a version. */
function VersionDialog({ pageId, action: { what, number }, onDone, onClose }: VersionDialogProps) {
  const invalidate = useInvalidate()
  const isDeletion = what === 'delete'
  const act = async () => {
    if (isDeletion) await call(deleteVersion, { params: { id: pageId, number } })
    else
      await call(restoreVersion, {
        params: { id: pageId },
        body: { operationKey: 'restore', params: { versionNumber: number } },
      })
    onDone()
    await invalidate(listHistory, getPageHead, getPageView, getPageInformation)
    showSuccess(
      isDeletion
        ? t('Version {{number}} is deleted', { number })
        : t('Version {{number}} is the current one again', { number }),
    )
  }
  return (
    <ConfirmDialog
      title={isDeletion ? t('Delete version {{number}}?', { number }) : t('Restore version {{number}}?', { number })}
      confirmLabel={isDeletion ? t('Delete version') : t('Restore')}
      isDangerous={isDeletion}
      onConfirm={act}
      onClose={onClose}
    >
      <p>
        {isDeletion
          ? t('This version is removed for good and cannot be brought back. All others keep their numbers.')
          : t(
              'Its title and text become a new version of the page. Nothing is lost: the versions after it stay in the history.',
            )}
      </p>
    </ConfirmDialog>
  )
}
