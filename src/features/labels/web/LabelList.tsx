import { useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { getPageView } from '#features/content/contract.ts'
import { allOf, queryOptionsFor, useEndpoint } from '#platform/web/query.ts'
import { usePageChange } from '#features/quick-reload/web/index.ts'
import { LabelBarView } from '../view/LabelBarView.tsx'
import { addLabels, listLabels, removeLabelByName, type LabelWire } from '../contract.ts'

const AddLabel = lazy(async () => ({ default: (await import('./AddLabel.tsx')).AddLabel }))

export interface LabelListProps {
  contentId: string
  spaceKey: string
  /** Labels embedded in the page. */
  labels: readonly LabelWire[]
  mayChange: boolean
}

/** Labels of a page, to follow, add and remove. */
export function LabelList({ contentId, spaceKey, labels: first, mayChange }: LabelListProps) {
  const client = useQueryClient()
  const reader = useReader()
  const [isAdding, setAdding] = useState(false)
  const add = useRef<HTMLButtonElement>(null)
  const query = { limit: 500 }
  // Enabled after a change: the first labels are embedded.
  const { data } = useEndpoint(listLabels, { params: { id: contentId }, query }, { enabled: false })
  const labels = data?.results ?? first
  useShortcut({ id: 'page.labels', keys: 'l', label: 'Add labels', group: 'Page' }, () => {
    if (!mayChange) return false
    setAdding(true)
    return true
  })
  const refresh = async () => {
    await client.fetchQuery({ ...queryOptionsFor(listLabels, { params: { id: contentId }, query }), staleTime: 0 })
    await client.invalidateQueries({ queryKey: allOf(getPageView), refetchType: 'none' })
  }
  usePageChange(contentId, 'labels', () => void refresh().catch(() => undefined))
  const remove = async (label: LabelWire) => {
    try {
      await call(removeLabelByName, { params: { id: contentId }, query: { name: label.label } })
      await refresh()
      add.current?.focus()
      showSuccess(t('Label “{{label}}” is removed', { label: label.label }), {
        action: { label: t('Undo'), run: () => void put([label.label]) },
      })
    } catch (error) {
      showFailure(t('The label could not be removed'), error)
    }
  }
  const put = async (names: readonly string[]) => {
    await call(addLabels, { params: { id: contentId }, body: names.map(name => ({ name })) })
    await refresh()
  }
  if (reader.isLive && labels.length === 0 && !mayChange) return null
  const canChange = mayChange && reader.isLive
  return (
    <LabelBarView
      labels={labels}
      reader={reader}
      removal={canChange ? label => <RemoveButton label={label} onPress={() => void remove(label)} /> : undefined}
    >
      {canChange &&
        (isAdding ? (
          <Suspense>
            <AddLabel
              spaceKey={spaceKey}
              taken={labels.map(label => label.label)}
              onAdd={put}
              onClose={() => {
                setAdding(false)
                requestAnimationFrame(() => add.current?.focus())
              }}
            />
          </Suspense>
        ) : (
          <button
            ref={add}
            type="button"
            id="edit-labels-link"
            className="ox-label-add show-labels-editor"
            data-tooltip={t('Add labels')}
            onClick={() => setAdding(true)}
          >
            <Plus size={14} />
            {labels.length === 0 ? t('Add labels') : <span className="ox-visually-hidden">{t('Add labels')}</span>}
          </button>
        ))}
    </LabelBarView>
  )
}

function RemoveButton({ label: { label }, onPress }: { label: LabelWire; onPress: () => void }) {
  return (
    <button
      type="button"
      className="ox-label-remove"
      aria-label={t('Remove label {{label}}', { label })}
      onClick={onPress}
    >
      <X size={14} />
    </button>
  )
}
