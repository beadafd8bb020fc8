import { t } from '#platform/web/i18n.ts'
import { usePages } from '#platform/web/query.ts'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { listPopular } from '../contract.ts'
import { POPULAR_AT_ONCE } from '../shared.ts'

/** Section of the dashboard: what was liked most in the last weeks. */
export function Popular() {
  const list = usePages(listPopular, { query: { limit: POPULAR_AT_ONCE } })
  if (!list.data) return null
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className="ox-home-heading">
        {t('Popular')}
      </h2>
      {list.items.length > 0 ? (
        <ul className="ox-home-list">
          {list.items.map(page => (
            <li key={page.id}>
              <a className="ox-home-item" href={page.url}>
                <span className="ox-home-item-title">{page.title}</span>
                <span className="ox-home-item-facts">
                  {`${page.space.name} · ${t('{{count}} likes', { count: page.likes })}`}
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="ox-home-empty">{t('Pages that people like show here.')}</p>
      )}
      <LoadMore
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onLoad={list.more}
        label={t('Show more')}
      />
    </section>
  )
}
