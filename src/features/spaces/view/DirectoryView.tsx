import type { ComponentProps, ReactNode } from 'react'
import type { ResponseOf } from '#platform/contract.ts'
import type { Reader } from '#platform/view/reader.ts'
import type { spaceDirectory, SpaceEntry } from '../contract.ts'
import { CREATE_SPACE_PATH } from '../shared.ts'
import { directoryViews, iconOf, directoryTabHref, type DirectoryTab as Kind } from '../directory-view.ts'

interface DirectoryViewProps {
  reader: Reader
  /** Undefined while loading. */
  page: ResponseOf<typeof spaceDirectory> | undefined
  kind: Kind
  category: string | undefined
  /** Browser-only props of the filter field. */
  filter?: ComponentProps<'input'>
  /** Text of an empty list. */
  empty: string
  /** Browser-only parts: actions, stars, content after the list. */
  actions?: ReactNode
  star: (space: SpaceEntry) => ReactNode
  children?: ReactNode
}

export function DirectoryView({
  reader: { t },
  page,
  kind,
  category,
  filter,
  empty,
  actions,
  star,
  children,
}: DirectoryViewProps) {
  return (
    <div className="ox-directory">
      <div className="ox-directory-head">
        <h1 className="ox-directory-title">{t('Spaces')}</h1>
        <div className="ox-directory-actions">
          {actions}
          {page?.permissions.createSpace && (
            <a id="create-space-link" className="ox-create" href={CREATE_SPACE_PATH}>
              {t('Create space')}
            </a>
          )}
        </div>
      </div>
      <nav className="ox-directory-views" aria-label={t('Kinds of spaces')}>
        {directoryViews.map(other => (
          <a key={other.id} href={directoryTabHref(other)} aria-current={other.id === kind.id ? 'page' : undefined}>
            {t(other.label)}
            <span>{page?.counts[other.count] ?? 0}</span>
          </a>
        ))}
      </nav>
      <div className="ox-directory-filter">
        <input
          className="ox-search-input"
          type="search"
          aria-label={t('Filter spaces')}
          placeholder={t('Filter spaces')}
          maxLength={200}
          {...filter}
        />
      </div>
      {category !== undefined && (
        <p className="ox-directory-category">
          {`${t('In the category {{category}}', { category })} `}
          <a href={directoryTabHref(kind)}>{t('Show all')}</a>
        </p>
      )}
      {page && page.results.length > 0 && (
        <ul className="ox-directory-list">
          {page.results.map(space => (
            <SpaceRowView
              key={space.key}
              space={space}
              href={space._links.webui}
              note={space.status === 'archived' ? t('Archived') : undefined}
              star={star}
            >
              {space.categories.length > 0 && (
                <ul className="ox-directory-categories" aria-label={t('Categories')}>
                  {space.categories.map(name => (
                    <li key={name}>
                      <a href={directoryTabHref(kind, name)}>{name}</a>
                    </li>
                  ))}
                </ul>
              )}
            </SpaceRowView>
          ))}
        </ul>
      )}
      {page?.results.length === 0 && (
        <p className="ox-directory-empty" role="status">
          {empty}
        </p>
      )}
      {children}
    </div>
  )
}

interface SpaceRowViewProps {
  space: SpaceEntry
  href: string
  note?: string | undefined
  star?: (space: SpaceEntry) => ReactNode
  children?: ReactNode
}

export function SpaceRowView({ space, href, note, star, children }: SpaceRowViewProps) {
  return (
    <li className="ox-directory-row">
      <img className="ox-directory-icon" src={iconOf(space)} alt="" width="32" height="32" />
      <div className="ox-directory-text">
        <a className="ox-directory-name" href={href}>
          {space.name}
        </a>
        {note !== undefined && <span className="ox-directory-note">{note}</span>}
        <p>{space.summary}</p>
        {children}
      </div>
      <span className="ox-directory-key">{space.key}</span>
      {star && <span className="ox-directory-star">{star(space)}</span>}
    </li>
  )
}
