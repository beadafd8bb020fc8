import { useState } from 'react'
import type { NewContentType } from '#platform/create-path.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { chooserQuery } from '../chooser-view.ts'
import { spaceDirectory } from '../contract.ts'
import { ChooserView } from '../view/ChooserView.tsx'

export default function SpaceChooser({ type, title }: { type: NewContentType; title?: string | undefined }) {
  const reader = useReader()
  const [filter, setFilter] = useState('')
  const [start, setStart] = useState(0)
  // Initial query: during navigation the address already belongs to the next screen.
  const [search] = useState(() => location.search)
  const text = useDebounced(filter.trim())
  const query = { ...chooserQuery(type), ...(text === '' ? {} : { query: text }), ...(start === 0 ? {} : { start }) }
  const { data, error } = useEndpoint(spaceDirectory, { query }, { keepPrevious: true })
  return (
    <ChooserView
      reader={reader}
      type={type}
      title={title}
      search={search}
      page={data}
      text={text}
      form={{ onSubmit: event => event.preventDefault() }}
      field={{
        value: filter,
        onChange: event => {
          setFilter(event.target.value)
          setStart(0)
        },
      }}
    >
      {error && !data && <p className="ox-directory-empty">{error.message}</p>}
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
    </ChooserView>
  )
}
