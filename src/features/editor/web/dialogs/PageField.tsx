import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { quickSearch } from '#features/search/contract.ts'

/** Page title; without `spaceKey` in the edited page's space. */
interface NamedPage {
  readonly title: string
  readonly spaceKey: string | undefined
}

export interface FoundPage extends NamedPage {
  readonly id: string
  readonly spaceName: string
}

export interface PageChoice {
  /** Picked or typed page; empty title for none. */
  readonly chosen: NamedPage
  readonly typed: string
  readonly found: readonly FoundPage[]
  readonly isLoading: boolean
  /** No known page has the typed title. */
  readonly isNew: boolean
  type(text: string): void
  pick(page: NamedPage): void
}

/** Page choice by title: the picked page, an existing one with the typed title, or one to be created. */
export function usePageChoice(before: NamedPage | undefined, spaceKey: string): PageChoice {
  const [picked, setPicked] = useState(before)
  const [typed, setTyped] = useState(before?.title ?? '')
  const written = typed.trim()
  const { found, query, isFetching } = useFoundPages(written, spaceKey)
  const named = found
    .filter(({ title }) => title.toLowerCase() === written.toLowerCase())
    .toSorted((a, b) => Number(a.spaceKey !== undefined) - Number(b.spaceKey !== undefined))[0]
  const isPicked = picked !== undefined && picked.title === written
  return {
    chosen: isPicked
      ? picked
      : named
        ? { title: named.title, spaceKey: named.spaceKey }
        : { title: written, spaceKey: undefined },
    typed,
    found,
    isLoading: isFetching,
    isNew: written !== '' && !isPicked && !named && !isFetching && query === written,
    type: setTyped,
    pick: page => {
      setPicked({ title: page.title, spaceKey: page.spaceKey })
      setTyped(page.title)
    },
  }
}

/** Pages whose title has the words; the space is only named if it is another one. */
export function useFoundPages(written: string, spaceKey: string) {
  const query = useDebounced(written)
  const { data, isFetching } = useEndpoint(
    quickSearch,
    { query: { query } },
    { enabled: query !== '', keepPrevious: true },
  )
  const found = (data?.results ?? [])
    .filter(({ type }) => type === 'page')
    .map((page): FoundPage => {
      const key = page.space?.key
      return {
        id: page.id,
        title: page.title.map(({ text }) => text).join(''),
        spaceKey: key === spaceKey ? undefined : key,
        spaceName: page.space?.name ?? '',
      }
    })
  return { found, query, isFetching }
}

interface PageFieldProps {
  choice: PageChoice
  /** Whether an address is typed in place of a title. */
  isAddress: boolean
  error: string | undefined
}

export function PageField({ choice, isAddress, error }: PageFieldProps) {
  return (
    <ComboBox
      label={t('Page')}
      placeholder={t('Title of a page, or an address')}
      opensByTyping
      value={null}
      inputValue={choice.typed}
      onInputChange={choice.type}
      isLoading={choice.isLoading}
      allowsCustomValue
      options={choice.found.map(({ id, title, spaceName }) => ({ id, label: title, description: spaceName }))}
      onChange={id => {
        const page = choice.found.find(candidate => candidate.id === id)
        if (page) choice.pick(page)
      }}
      {...(choice.isNew && !isAddress
        ? { description: t('No page is called like that yet: the link will offer to make it.') }
        : {})}
      {...(error ? { error } : {})}
    />
  )
}
