import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages } from '#platform/web/query.ts'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { diagramUses } from '../../versions-contract.ts'
import css from './versions.module.css'

export interface UsesListProps {
  /** Page of the attachment. */
  ownerPageId: string
  /** Absent for all diagrams of the page, on other pages. */
  name?: string
  empty: string
  /** Shown above a list that is not empty. */
  title?: string
}

/** Pages that show a diagram, of those that the reader may see. */
export default function UsesList({ ownerPageId, name, empty, title }: UsesListProps) {
  const uses = usePages(diagramUses, { query: { pageId: ownerPageId, ...(name === undefined ? {} : { name }) } })
  return (
    <Listing
      list={growingList(uses, t('More pages'))}
      failure={t('The list could not be read')}
      empty={empty === '' ? null : <p>{empty}</p>}
      skeleton={{ rows: 2 }}
    >
      {pages => (
        <>
          {title !== undefined && <p>{title}</p>}
          <ul className={css.uses}>
            {pages.map(page => (
              <li key={page.id}>
                <a href={page.url}>{page.title}</a> <span className="ox-hint">{page.space.name}</span>{' '}
                {page.pinned.length > 0 && (
                  <span className="ox-hint">
                    {page.pinned.map(version => t('v. {{version}}', { version })).join(', ')}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Listing>
  )
}
