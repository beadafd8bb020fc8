import Paperclip from 'lucide-react/icons/paperclip'
import { type FormEvent, useState } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { ReadFailure } from '#platform/web/ui/Loaded.tsx'
import { LoadMore } from '#platform/web/ui/Paging.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { PersonName, When } from '#features/page-tools/web/index.ts'
import { filterIn, listSpaceAttachments, type SpaceAttachment, type SpaceAttachmentsFilter, spaceAttachmentsHref } from '../space-contract.ts'
import { FileName } from './FileName.tsx'

/** All files of a space that the reader may see. The server's is `spaceAttachmentsMarkup`. */
export default function SpaceAttachmentsScreen({ search }: ScreenProps) {
  const key = String(search['key'])
  const filter = filterIn(search)
  const { data, error, refetch } = useEndpoint(listSpaceAttachments, { params: { key }, query: filter }, { keepPrevious: true })
  return (
    <PageFrame
      title={t('Attachments')} width="wide" article={false} contentClass=""
      breadcrumbs={data ? [{ label: data.space.name, href: data.space.url }] : []}
    >
      <Filter key={JSON.stringify(filter)} spaceKey={key} filter={filter} />
      {error && <ReadFailure title={t('The list could not be read')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data && !error && <Files key={`${key} ${JSON.stringify(filter)}`} spaceKey={key} filter={filter} first={data.results} next={data.nextCursor} />}
    </PageFrame>
  )
}

function Filter({ spaceKey, filter }: { spaceKey: string; filter: SpaceAttachmentsFilter }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    navigateTo(spaceAttachmentsHref(spaceKey, filterIn(Object.fromEntries(given))))
  }
  const isFiltered = filter.fileExtension !== undefined || filter.label !== undefined
  return (
    <form className="ox-files-filter" role="search" onSubmit={submit}>
      <label className="ox-files-field">
        <span>{t('File extension')}</span>
        <input className="ox-input" name="fileExtension" defaultValue={filter.fileExtension} maxLength={30} autoCapitalize="none" spellCheck={false} />
      </label>
      <label className="ox-files-field">
        <span>{t('Label')}</span>
        <input className="ox-input" name="label" defaultValue={filter.label} maxLength={255} autoCapitalize="none" spellCheck={false} />
      </label>
      <button type="submit" className="ox-button">
        {t('Filter')}
      </button>
      {isFiltered && <a href={spaceAttachmentsHref(spaceKey)}>{t('Show all')}</a>}
    </form>
  )
}

interface FilesProps {
  spaceKey: string
  filter: SpaceAttachmentsFilter
  first: readonly SpaceAttachment[]
  next: string | null
}

function Files({ spaceKey, filter, first, next: firstNext }: FilesProps) {
  const [further, setFurther] = useState<{ items: readonly SpaceAttachment[]; next: string | null }>()
  const [isLoading, setLoading] = useState(false)
  const items = [...first, ...(further?.items ?? [])]
  const next = further ? further.next : firstNext
  const more = async (cursor: string) => {
    setLoading(true)
    try {
      const part = await call(listSpaceAttachments, { params: { key: spaceKey }, query: { ...filter, cursor } })
      setFurther({ items: [...(further?.items ?? []), ...part.results], next: part.nextCursor })
    } catch (error) {
      showFailure(t('The list could not be read'), error)
    } finally {
      setLoading(false)
    }
  }
  if (items.length === 0) {
    const isFiltered = filter.fileExtension !== undefined || filter.label !== undefined
    return (
      <EmptyState
        icon={<Paperclip size={20} strokeWidth={1.75} aria-hidden />}
        title={isFiltered ? t('No file is like that.') : t('There are no files in this space yet.')}
      >
        {!isFiltered && t('Files are attached to pages and posts; all of them are listed here.')}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="ox-list-scroll">
        <table className="ox-list ox-space-files" aria-label={t('Attachments')}>
          <thead>
            <tr>
              <th scope="col">{t('File')}</th>
              <th scope="col" data-align="end">
                {t('Size')}
              </th>
              <th scope="col">{t('Attached to')}</th>
              <th scope="col">{t('Changed by')}</th>
              <th scope="col">{t('Changed')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(file => (
              <Row key={file.id} file={file} spaceKey={spaceKey} filter={filter} />
            ))}
          </tbody>
        </table>
      </div>
      <LoadMore hasMore={next !== null} isLoading={isLoading} onLoad={() => next !== null && void more(next)} />
    </>
  )
}

function Row({ file, spaceKey, filter }: { file: SpaceAttachment; spaceKey: string; filter: SpaceAttachmentsFilter }) {
  return (
    <tr data-linked-resource-id={file.id} data-attachment-filename={file.name}>
      <th scope="row">
        <FileName file={file}>
          {file.labels.length > 0 && (
            <span className="ox-file-labels">
              {file.labels.map(label => (
                <a key={label} className="ox-file-label" href={spaceAttachmentsHref(spaceKey, { ...filter, label })}>
                  {label}
                </a>
              ))}
            </span>
          )}
        </FileName>
      </th>
      <td data-align="end">{formatBytes(file.size)}</td>
      <td>
        <a href={file.page.url}>{file.page.title}</a>
      </td>
      <td>
        <PersonName person={file.author} />
      </td>
      <td>
        <When iso={file.at} />
      </td>
    </tr>
  )
}
