import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { growing } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { allOf, useEndpoint, usePages } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { deleteVersion, getPageView, restoreVersion } from '#features/content/contract.ts'
import { getPageHead, getPageInformation, listHistory, type PageHead } from '../../contract.ts'
import { comparePath } from '../../tools.ts'
import { pageIdIn } from '../tool-route.ts'
import { ToolFrame } from '../ToolFrame.tsx'
import { toggled } from './selection.ts'
import { VersionRow } from './VersionRow.tsx'

/** Versions of a page, newest first: to look at, compare, restore and delete. */
export default function HistoryScreen({ search }: ScreenProps) {
  const { data: head } = useEndpoint(getPageHead, { params: { id: pageIdIn(search) } })
  return head ? <History key={head.id} head={head} /> : null
}

function History({ head }: { head: PageHead }) {
  const client = useQueryClient()
  const versions = usePages(listHistory, { params: { id: head.id } })
  const [picked, setPicked] = useState<readonly number[]>()
  const [asked, setAsked] = useState<{ what: 'restore' | 'delete'; number: number }>()
  // The two newest, until something is picked.
  const selected = picked ?? versions.items.slice(0, 2).map(version => version.number)
  const [one, other] = selected

  const changed = () => Promise.all([listHistory, getPageHead, getPageView, getPageInformation].map(endpoint =>
    client.invalidateQueries({ queryKey: allOf(endpoint) })))
  const act = async () => {
    if (!asked) return
    if (asked.what === 'delete') {
      await call(deleteVersion, { params: { id: head.id, number: asked.number } })
      setPicked(selected.filter(number => number !== asked.number))
    } else {
      await call(restoreVersion, { params: { id: head.id }, body: { operationKey: 'restore', params: { versionNumber: asked.number } } })
      setPicked(undefined)
    }
    await changed()
    showToast({
      kind: 'success',
      title: asked.what === 'delete' ? t('Version {{number}} is deleted', { number: asked.number }) : t('Version {{number}} is the current one again', { number: asked.number }),
    })
  }

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
      <Listing list={growing(versions, t('Older versions'))} failure={t('The list could not be read')} empty={null} skeleton={{ hasFace: true }}>
        {items => (
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
              <tbody>
                {items.map(version => (
                  <VersionRow
                    key={version.number}
                    head={head}
                    version={version}
                    isSelected={selected.includes(version.number)}
                    onSelect={() => setPicked(toggled(selected, version.number))}
                    onAsk={what => setAsked({ what, number: version.number })}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
      {asked && (
        <ConfirmDialog
          title={asked.what === 'delete' ? t('Delete version {{number}}?', { number: asked.number }) : t('Restore version {{number}}?', { number: asked.number })}
          confirmLabel={asked.what === 'delete' ? t('Delete version') : t('Restore')}
          isDangerous={asked.what === 'delete'}
          onConfirm={act}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {asked.what === 'delete'
              ? t('This version is removed for good and cannot be brought back. All others keep their numbers.')
              : t('Its title and text become a new version of the page. Nothing is lost: the versions after it stay in the history.')}
          </p>
        </ConfirmDialog>
      )}
    </ToolFrame>
  )
}
