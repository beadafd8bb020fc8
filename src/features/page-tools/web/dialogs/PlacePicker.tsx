import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useId, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, usePages } from '#platform/web/query.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { SearchField } from '#platform/web/ui/SearchField.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { treeChildren, type PageTreeNode } from '#features/content/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import type { PageHead } from '../../contract.ts'
import css from './PlacePicker.module.css'

export interface Place {
  space: { key: string; name: string }
  /** Null: top of the space. */
  page: { id: string; title: string } | null
}

/** Current place of a page. */
export function placeOf({ space, ancestors }: PageHead): Place {
  const parent = ancestors.at(-1)
  return {
    space: { key: space.key, name: space.name },
    page: parent ? { id: parent.id, title: parent.title } : null,
  }
}

export interface PlacePickerProps {
  label: string
  value: Place
  onChange: (place: Place) => void
  /** Excluded subtree: the page being moved. */
  without?: string
  /** Ancestor ids to expand initially. */
  openTo?: readonly string[]
}

/** Picker for a page or the top of a space, by title or tree. */
export function PlacePicker({ label, value, onChange, without, openTo = [] }: PlacePickerProps) {
  const group = useId()
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const found = useEndpoint(quickSearch, { query: { query } }, { enabled: query !== '', keepPrevious: true })
  const hits = (found.data?.results ?? []).filter(item => item.type === 'page' && item.id !== without)
  const option = (page: { id: string; title: string } | null, space: Place['space'], note?: string) => (
    <label className={css.option}>
      <input
        type="radio"
        name={group}
        checked={(value.page?.id ?? null) === (page?.id ?? null) && value.space.key === space.key}
        onChange={() => onChange({ space, page })}
      />
      <span>
        {page?.title ?? t('Top of the space')}
        {note && <small>{note}</small>}
      </span>
    </label>
  )
  return (
    <fieldset className={css.picker}>
      <legend>{label}</legend>
      <SpaceField value={value.space} onChange={space => onChange({ space, page: null })} />
      <SearchField label={t('Find a page by its title')} value={text} onChange={setText} />
      <div className={css.box}>
        {query === '' ? (
          <ul className={css.level}>
            <li>
              <div className={css.row}>
                <span className={css.gap} />
                {option(null, value.space)}
              </div>
            </li>
            <Level
              key={value.space.key}
              spaceKey={value.space.key}
              parent={null}
              without={without}
              openTo={openTo}
              option={node => option(node, value.space)}
            />
          </ul>
        ) : (
          <ul className={css.level}>
            {hits.map(item => (
              <li key={item.id}>
                <div className={css.row}>
                  {option(
                    { id: item.id, title: item.title.map(part => part.text).join('') },
                    item.space ?? value.space,
                    item.space?.name,
                  )}
                </div>
              </li>
            ))}
            {hits.length === 0 && (
              <li className={css.empty}>{found.isFetching ? t('Searching…') : t('No page has such a title.')}</li>
            )}
          </ul>
        )}
      </div>
      <p className={css.chosen} role="status">
        {value.page
          ? t('Chosen: {{title}} in {{space}}', { title: value.page.title, space: value.space.name })
          : t('Chosen: the top of {{space}}', { space: value.space.name })}
      </p>
    </fieldset>
  )
}

function SpaceField({ value, onChange }: { value: Place['space']; onChange: (space: Place['space']) => void }) {
  const [text, setText] = useState(value.name)
  const query = useDebounced(text === value.name ? '' : text)
  const spaces = useEndpoint(
    spaceDirectory,
    { query: { query, permission: 'create:page', limit: 20 } },
    { keepPrevious: true },
  )
  const known = (spaces.data?.results ?? []).map(space => ({
    id: space.key,
    label: space.name,
    description: space.key,
  }))
  const options = known.some(option => option.id === value.key)
    ? known
    : [{ id: value.key, label: value.name, description: value.key }, ...known]
  return (
    <ComboBox
      label={t('Space')}
      options={options}
      value={value.key}
      inputValue={text}
      onInputChange={setText}
      isLoading={spaces.isFetching}
      onChange={key => {
        const option = options.find(one => one.id === key)
        if (!option) return
        setText(option.label)
        if (option.id !== value.key) onChange({ key: option.id, name: option.label })
      }}
    />
  )
}

interface LevelProps {
  spaceKey: string
  parent: string | null
  without: string | undefined
  openTo: readonly string[]
  option: (node: PageTreeNode) => ReactNode
}

function Level({ parent, ...rest }: LevelProps) {
  const { spaceKey, without } = rest
  const nodes = usePages(treeChildren, {
    params: { key: spaceKey },
    query: parent === null ? {} : { parent: Number(parent) },
  })
  if (nodes.isPending)
    return (
      <li className={css.empty}>
        <Skeleton width="12rem" />
      </li>
    )
  return (
    <>
      {nodes.error && (
        <li className={css.empty} role="alert">
          {nodes.error.message}
        </li>
      )}
      {nodes.items
        .filter(node => node.id !== without)
        .map(node => (
          <Node key={node.id} node={node} parent={parent} {...rest} />
        ))}
      {nodes.hasNextPage && (
        <li className={css.empty}>
          <button type="button" className="ox-link-button" onClick={nodes.more}>
            {t('Show more')}
          </button>
        </li>
      )}
    </>
  )
}

function Node({ node, ...rest }: LevelProps & { node: PageTreeNode }) {
  const [open, setOpen] = useState(rest.openTo.slice(0, -1).includes(node.id))
  return (
    <li>
      <div className={css.row}>
        {node.hasChildren ? (
          <button
            type="button"
            className={css.toggle}
            aria-expanded={open}
            aria-label={t('Pages below {{title}}', { title: node.title })}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight />
          </button>
        ) : (
          <span className={css.gap} />
        )}
        {rest.option(node)}
      </div>
      {open && (
        <ul className={css.level}>
          <Level {...rest} parent={node.id} />
        </ul>
      )}
    </li>
  )
}
