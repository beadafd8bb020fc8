import { useId, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { usePages } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import type { ResponseOf } from '#platform/contract.ts'
import { listAttachmentVersions } from '#features/attachments/view-contract.ts'
import type { loadDiagram } from '../../contract.ts'
import css from './history.module.css'
import { comparisonHref, type HistoryPlace } from './history-address.ts'
import { RestoreDialog } from './RestoreDialog.tsx'
import { VersionRow } from './VersionRow.tsx'

/** Skeleton rows at most. */
const MOST_SKELETONS = 6

export interface VersionsPanelProps {
  /** Diagram shown beside the list. */
  diagram: ResponseOf<typeof loadDiagram>
  place: HistoryPlace
  /** Versions that are chosen to be compared, two at most. */
  picked: readonly number[]
  onPick: (picked: readonly number[]) => void
}

/** All versions of a diagram, the newest first: to open, to restore, and to choose two that are compared. */
export function VersionsPanel({ diagram, place, picked, onPick }: VersionsPanelProps) {
  const versions = usePages(listAttachmentVersions, { params: { id: diagram.pageId, aid: diagram.attachmentId } })
  const [asked, setAsked] = useState<number>()
  const title = useId()
  const [one, other] = picked
  const { items } = versions
  return (
    <section className={css.panel} aria-labelledby={title}>
      <header className={css.head}>
        <h2 id={title}>{t('Versions')}</h2>
        <Button
          size="small"
          isDisabled={one === undefined || other === undefined}
          onPress={() => {
            if (one !== undefined && other !== undefined) navigateTo(comparisonHref(place, one, other))
          }}
        >
          {t('Compare selected versions')}
        </Button>
        <p className="ox-hint" role="status">
          {picked.length === 2 ? '' : t('Select two versions to compare.')}
        </p>
      </header>
      <div className={css.scroll}>
        <Listing
          list={growingList(versions, t('Older versions'))}
          failure={t('The list could not be read')}
          empty={null}
          skeleton={{ rows: Math.min(diagram.latest, MOST_SKELETONS) }}
        >
          {rows => (
            <ol className={css.versions}>
              {rows.map((version, index) => (
                <VersionRow
                  key={version.number}
                  version={version}
                  before={items[index + 1]?.number}
                  place={place}
                  isNewest={version.number === diagram.latest}
                  isShown={version.number === diagram.version}
                  isPicked={picked.includes(version.number)}
                  onPick={() => onPick(toggled(picked, version.number))}
                  {...(diagram.may.update && version.number !== diagram.latest
                    ? { onRestore: () => setAsked(version.number) }
                    : {})}
                />
              ))}
            </ol>
          )}
        </Listing>
      </div>
      {asked !== undefined && (
        <RestoreDialog diagram={diagram} place={place} version={asked} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

/** A third one takes the place of the first. */
function toggled(picked: readonly number[], number: number): number[] {
  return picked.includes(number) ? picked.filter(other => other !== number) : [...picked, number].slice(-2)
}
