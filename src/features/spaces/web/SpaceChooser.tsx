import { useState } from 'react'
import type { NewContentType } from '#platform/create-path.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { chooseHref, chooserQuery, chooserTitle } from '../chooser-view.ts'
import { CREATE_SPACE_PATH, spaceDirectory } from '../contract.ts'
import { iconOf } from '../directory-view.ts'

/** Asks in which space something new begins. The server's first view is server/chooser.ts: change both. */
export default function SpaceChooser({ type, title }: { type: NewContentType; title?: string | undefined }) {
  const [filter, setFilter] = useState('')
  const [start, setStart] = useState(0)
  // As it was opened: while the next screen loads, the address is already that one's.
  const [search] = useState(() => location.search)
  const text = useDebounced(filter.trim())
  const query = { ...chooserQuery(type), ...(text === '' ? {} : { query: text }), ...(start === 0 ? {} : { start }) }
  const { data, error } = useEndpoint(spaceDirectory, { query }, { keepPrevious: true })
  const spaces = data?.results ?? []
  return (
    <div className="ox-directory">
      <div className="ox-directory-head">
        <h1 className="ox-directory-title">{t(chooserTitle(type))}</h1>
      </div>
      <form className="ox-directory-filter" onSubmit={event => event.preventDefault()}>
        <input
          className="ox-search-input"
          type="search"
          name="query"
          aria-label={t('Find a space')}
          placeholder={t('Find a space')}
          maxLength={200}
          value={filter}
          onChange={event => {
            setFilter(event.target.value)
            setStart(0)
          }}
        />
      </form>
      {error && !data && <p className="ox-directory-empty">{error.message}</p>}
      {spaces.length > 0 && (
        <ul className="ox-directory-list">
          {spaces.map(space => (
            <li key={space.key} className="ox-directory-row">
              <img className="ox-directory-icon" src={iconOf(space)} alt="" width="32" height="32" />
              <div className="ox-directory-text">
                <a className="ox-directory-name" href={chooseHref(type, space.key, title, search)}>
                  {space.name}
                </a>
                <p>{space.summary}</p>
              </div>
              <span className="ox-directory-key">{space.key}</span>
            </li>
          ))}
        </ul>
      )}
      {data && spaces.length === 0 && (
        <p className="ox-directory-empty" role="status">
          {text === '' ? t('There is no space in which you may create something.') : t('No space is called like that.')}
        </p>
      )}
      {data && spaces.length === 0 && text === '' && data.permissions.createSpace && (
        <p className="ox-directory-begin">
          <a className="ox-create" href={CREATE_SPACE_PATH}>
            {t('Create space')}
          </a>
        </p>
      )}
      {data && (
        <Pagination start={data.start} limit={data.limit} size={data.size} total={data.totalSize} hasNext={data._links['next'] !== undefined} onChange={setStart} />
      )}
    </div>
  )
}
