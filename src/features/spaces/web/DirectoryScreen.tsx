import { useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { allOf, useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { addFavourite, CREATE_SPACE_PATH, removeFavourite, spaceDirectory, type SpaceEntry } from '../contract.ts'
import { DIRECTORY_PAGE, DIRECTORY_PATH, type DirectoryView, directoryViews, iconOf, viewHref, viewOf } from '../directory-view.ts'

const CreatePersonalSpace = lazy(() => import('./PersonalSpace.tsx').then(({ CreatePersonalSpace: screen }) => ({ default: screen })))
const CreateSpaceDialog = lazy(() => import('./CreateSpaceDialog.tsx'))

/** All spaces that the reader may see. The server's first view is server/screens.ts: change both. */
export default function DirectoryScreen({ search }: ScreenProps) {
  const view = viewOf(search['view'])
  const category = [search['label']].flat()[0] || undefined
  return <Directory key={`${view.id} ${category ?? ''}`} view={view} category={category} isCreating={search['create'] === 'space'} />
}

interface DirectoryProps {
  view: DirectoryView
  category: string | undefined
  isCreating: boolean
}

function Directory({ view, category, isCreating }: DirectoryProps) {
  const [filter, setFilter] = useState('')
  const [start, setStart] = useState(0)
  const text = useDebounced(filter.trim())
  const query = {
    ...view.query, limit: DIRECTORY_PAGE, ...(category === undefined ? {} : { label: category }),
    ...(text === '' ? {} : { query: text }), ...(start === 0 ? {} : { start }),
  }
  const { data, error } = useEndpoint(spaceDirectory, { query }, { keepPrevious: true })
  const spaces = data?.results ?? []
  return (
    <div className="ox-directory">
      <div className="ox-directory-head">
        <h1 className="ox-directory-title">{t('Spaces')}</h1>
        <div className="ox-directory-actions">
          {data?.permissions.createPersonalSpace && <Suspense><CreatePersonalSpace /></Suspense>}
          {data?.permissions.createSpace && (
            <a id="create-space-link" className="ox-create" href={CREATE_SPACE_PATH}>
              {t('Create space')}
            </a>
          )}
        </div>
      </div>
      <nav className="ox-directory-views" aria-label={t('Kinds of spaces')}>
        {directoryViews.map(other => (
          <a key={other.id} href={viewHref(other)} aria-current={other.id === view.id ? 'page' : undefined}>
            {t(other.label)}
            <span>{data?.counts[other.count] ?? 0}</span>
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
          value={filter}
          onChange={event => {
            setFilter(event.target.value)
            setStart(0)
          }}
        />
      </div>
      {category !== undefined && (
        <p className="ox-directory-category">
          {t('In the category {{category}}', { category })} <a href={viewHref(view)}>{t('Show all')}</a>
        </p>
      )}
      {error && !data && <p className="ox-directory-empty">{error.message}</p>}
      {spaces.length > 0 && (
        <ul className="ox-directory-list">
          {spaces.map(space => (
            <Row key={space.key} space={space} view={view} />
          ))}
        </ul>
      )}
      {data && spaces.length === 0 && (
        <p className="ox-directory-empty" role="status">
          {text === '' ? t('There are no spaces here.') : t('No space is called like that.')}
        </p>
      )}
      {data && (
        <Pagination
          start={data.start}
          limit={data.limit}
          size={data.size}
          total={data.totalSize}
          hasNext={data._links['next'] !== undefined}
          onChange={setStart}
        />
      )}
      {isCreating && data?.permissions.createSpace && (
        <Suspense>
          <CreateSpaceDialog onClose={() => navigateTo(DIRECTORY_PATH, { replace: true })} />
        </Suspense>
      )}
    </div>
  )
}

function Row({ space, view }: { space: SpaceEntry; view: DirectoryView }) {
  return (
    <li className="ox-directory-row">
      <img className="ox-directory-icon" src={iconOf(space)} alt="" width="32" height="32" />
      <div className="ox-directory-text">
        <a className="ox-directory-name" href={space._links.webui}>
          {space.name}
        </a>
        {space.status === 'archived' && <span className="ox-directory-note">{t('Archived')}</span>}
        <p>{space.summary}</p>
        {space.categories.length > 0 && (
          <ul className="ox-directory-categories" aria-label={t('Categories')}>
            {space.categories.map(category => (
              <li key={category}>
                <a href={viewHref(view, category)}>{category}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <span className="ox-directory-key">{space.key}</span>
      <span className="ox-directory-star">{pageData().user && <StarButton space={space} />}</span>
    </li>
  )
}

function StarButton({ space }: { space: SpaceEntry }) {
  const client = useQueryClient()
  const [isStarred, setStarred] = useState(space.favourite)
  const toggle = async () => {
    const next = !isStarred
    setStarred(next)
    try {
      await (next ? call(addFavourite, { params: { key: space.key }, body: {} }) : call(removeFavourite, { params: { key: space.key } }))
      await client.invalidateQueries({ queryKey: allOf(spaceDirectory) })
    } catch (error) {
      setStarred(!next)
      showFailure(t('The star could not be changed'), error)
    }
  }
  const label = isStarred ? t('Take the star off {{name}}', { name: space.name }) : t('Star {{name}}', { name: space.name })
  return (
    <IconButton label={label} isActive={isStarred} onPress={() => void toggle()}>
      <Star size={20} strokeWidth={1.75} fill={isStarred ? 'currentColor' : 'none'} aria-hidden />
    </IconButton>
  )
}
