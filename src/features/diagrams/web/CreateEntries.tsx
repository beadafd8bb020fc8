import type { Frame } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { CREATE_ENTRIES, createHref } from './create-entries.ts'

/** Diagrams in the create menu. */
export default function CreateEntries({ spaceKey, contentId }: Pick<Frame, 'spaceKey' | 'contentId'>) {
  return CREATE_ENTRIES.map(
    entry =>
      !entry.isPlaceholder && (
        <a key={entry.id} id={entry.id} className="ox-panel-item" href={createHref(entry, { spaceKey, contentId })}>
          {t(entry.label)}
        </a>
      ),
  )
}
