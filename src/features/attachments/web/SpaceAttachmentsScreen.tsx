import Paperclip from 'lucide-react/icons/paperclip'
import type { FormEvent } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { growing } from '#platform/web/lists.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useParts } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { PersonName, When } from '#features/page-tools/web/index.ts'
import { filterIn, listSpaceAttachments, type SpaceAttachment, type SpaceAttachmentsFilter, spaceAttachmentsHref } from '../space-contract.ts'
import { FileName } from './FileName.tsx'

/** All files of a space that the reader may see. The server's is `spaceAttachmentsMarkup`. */
export default function SpaceAttachmentsScreen({ search }: ScreenProps) {
  const key = String(search['key'])
  const filter = filterIn(search)
  const parts = useParts(listSpaceAttachments, { params: { key }, query: filter })
  const { first } = parts
  const isFiltered = filter.fileExtension !== undefined || filter.label !== undefined
  return (
    <PageFrame
      title={t('Attachments')} width="wide" article={false} contentClass=""
      breadcrumbs={first ? [{ label: first.space.name, href: first.space.url }] : []}
    >
      <Filter key={JSON.stringify(filter)} spaceKey={key} filter={filter} isFiltered={isFiltered} />
      <Listing
        list={growing(parts)}
        failure={t('The list could not be read')}
        empty={
          <EmptyState
            icon={<Paperclip size={20} strokeWidth={1.75} aria-hidden />}
            title={isFiltered ? t('No file is like that.') : t('There are no files in this space yet.')}
          >
            {!isFiltered && t('Files are attached to pages and posts; all of them are listed here.')}
          </EmptyState>
        }
      >
        {files => (
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
                {files.map(file => (
                  <Row key={file.id} file={file} spaceKey={key} filter={filter} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Listing>
    </PageFrame>
  )
}

function Filter({ spaceKey, filter, isFiltered }: { spaceKey: string; filter: SpaceAttachmentsFilter; isFiltered: boolean }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    navigateTo(spaceAttachmentsHref(spaceKey, filterIn(Object.fromEntries(given))))
  }
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
