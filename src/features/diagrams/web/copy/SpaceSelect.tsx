import { useMemo, useReducer, useState } from 'react'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import type { TargetSpace } from '../../copy-contract.ts'
import { DROPDOWN_DEFAULTS, isNearEnd } from './dropdown.ts'
import { PagedSearch, SPACE_SEARCH } from './paged-search.ts'
import { withFirst } from './spaces.ts'
import { findSpaces } from './wiki-calls.ts'

export interface SpaceSelectProps {
  label: string
  placeholder: string
  /** The space of the page; first in the list of all. */
  current: TargetSpace
  /** The first spaces of all. */
  first: readonly TargetSpace[]
  value: TargetSpace | null
  onChange: (space: TargetSpace | null) => void
  error?: string | undefined
  onFailure: (error: unknown) => void
}

/** Selects one space from a list that loads while it is scrolled, and that is searched by name and key. */
export function SpaceSelect({ current, first, value, onChange, onFailure, ...field }: SpaceSelectProps) {
  const [typed, setTyped] = useState<string>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const term = useDebounced(typed?.trim() ?? '', DROPDOWN_DEFAULTS.loadThrottle)
  const search = useMemo(() => {
    const made = new PagedSearch<TargetSpace>({
      ...SPACE_SEARCH,
      fetch: range => findSpaces(term, range),
      ...(term === '' ? { first } : {}),
    })
    if (term !== '') made.more().then(redraw, onFailure)
    return made
    // The list depends on the words alone; the callbacks for failures do not change it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [term, first])
  const listed = term === '' ? withFirst(current, search.items) : search.items
  // The chosen one stays in the list, which the field takes its text from.
  const spaces = !value || listed.some(({ key }) => key === value.key) ? listed : [value, ...listed]
  return (
    <ComboBox
      {...field}
      value={value?.key ?? null}
      inputValue={typed ?? value?.name ?? ''}
      onInputChange={text => {
        // The field also reports its own texts: the initial one, and that of what was chosen.
        setTyped(text === (value?.name ?? '') ? undefined : text)
        if (text === '' && value) onChange(null)
      }}
      onChange={key => {
        const space = spaces.find(candidate => candidate.key === key)
        if (!space || space.key === value?.key) return
        setTyped(undefined)
        onChange(space)
      }}
      isLoading={search.items.length === 0 && search.hasMore}
      options={spaces.map(({ key, name }) => ({ id: key, label: name, description: key }))}
      onListScroll={list => {
        if (search.hasMore && isNearEnd(list)) search.more().then(redraw, onFailure)
      }}
    />
  )
}
