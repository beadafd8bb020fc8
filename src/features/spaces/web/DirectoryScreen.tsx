import Star from 'lucide-react/icons/star'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { pageData } from '#platform/web/session.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { addFavourite, removeFavourite, spaceDirectory, type SpaceEntry } from '../contract.ts'
import { DIRECTORY_PAGE, DIRECTORY_PATH, type DirectoryTab as Kind, directoryTabOf } from '../directory-view.ts'
import { DirectoryView } from '../view/DirectoryView.tsx'

const CreatePersonalSpace = lazy(() =>
  import('./PersonalSpace.tsx').then(({ CreatePersonalSpace: screen }) => ({ default: screen })),
)
const CreateSpaceDialog = lazy(() => import('./CreateSpaceDialog.tsx'))

export default function DirectoryScreen({ search }: ScreenProps) {
  const view = directoryTabOf(search['view'])
  const category = [search['label']].flat()[0] || undefined
  return (
    <Directory
      key={`${view.id} ${category ?? ''}`}
      view={view}
      category={category}
      isCreating={search['create'] === 'space'}
    />
  )
}

interface DirectoryProps {
  view: Kind
  category: string | undefined
  isCreating: boolean
}

function Directory({ view, category, isCreating }: DirectoryProps) {
  const reader = useReader()
  const field = useRef<HTMLInputElement>(null)
  const [filter, setFilter] = useState('')
  const [start, setStart] = useState(0)
  const text = useDebounced(filter.trim())
  const query = {
    ...view.query,
    limit: DIRECTORY_PAGE,
    ...(category === undefined ? {} : { label: category }),
    ...(text === '' ? {} : { query: text }),
    ...(start === 0 ? {} : { start }),
  }
  const { data, error } = useEndpoint(spaceDirectory, { query }, { keepPrevious: true })
  // Text typed before hydration is unknown to React.
  useEffect(() => setFilter(field.current?.value ?? ''), [])
  return (
    <DirectoryView
      reader={reader}
      page={data}
      kind={view}
      category={category}
      filter={{
        ref: field,
        value: filter,
        onChange: event => {
          setFilter(event.target.value)
          setStart(0)
        },
      }}
      empty={text === '' ? t('There are no spaces here.') : t('No space is called like that.')}
      actions={
        reader.isLive &&
        data?.permissions.createPersonalSpace && (
          <Suspense>
            <CreatePersonalSpace />
          </Suspense>
        )
      }
      star={space => reader.isLive && pageData().user && <StarButton space={space} />}
    >
      {error && !data && <p className="ox-directory-empty">{error.message}</p>}
      {reader.isLive && data && (
        <Pagination
          start={data.start}
          limit={data.limit}
          size={data.size}
          total={data.totalSize}
          hasNext={data._links['next'] !== undefined}
          onChange={setStart}
        />
      )}
      {reader.isLive && isCreating && data?.permissions.createSpace && (
        <Suspense>
          <CreateSpaceDialog onClose={() => navigateTo(DIRECTORY_PATH, { replace: true })} />
        </Suspense>
      )}
    </DirectoryView>
  )
}

function StarButton({ space }: { space: SpaceEntry }) {
  const invalidate = useInvalidate()
  const [isStarred, setStarred] = useState(space.favourite)
  const toggle = async () => {
    const next = !isStarred
    setStarred(next)
    try {
      await (next
        ? call(addFavourite, { params: { key: space.key }, body: {} })
        : call(removeFavourite, { params: { key: space.key } }))
      await invalidate(spaceDirectory)
    } catch (error) {
      setStarred(!next)
      showFailure(t('The star could not be changed'), error)
    }
  }
  const label = isStarred
    ? t('Take the star off {{name}}', { name: space.name })
    : t('Star {{name}}', { name: space.name })
  return (
    <IconButton label={label} isActive={isStarred} onPress={() => void toggle()}>
      <Star size={20} fill={isStarred ? 'currentColor' : 'none'} aria-hidden />
    </IconButton>
  )
}
