import type { ComponentProps } from 'react'
import { byteSize } from '#platform/byte-size.ts'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { PersonNameView } from '#features/page-tools/view/index.ts'
import type { SpaceAttachment, SpaceAttachmentsFilter } from '../space-contract.ts'
import { spaceAttachmentsHref } from '../shared.ts'
import { FileName } from './FileName.tsx'

interface SpaceFilesProps {
  spaceKey: string
  filter: SpaceAttachmentsFilter
  reader: Reader
}

/** Whether only some of the files are shown. */
export function isFiltered({ fileExtension, label }: SpaceAttachmentsFilter): boolean {
  return fileExtension !== undefined || label !== undefined
}

/** Says that there are no files, or none that the filter lets through. */
export function noFiles({ filter, reader: { t } }: Pick<SpaceFilesProps, 'filter' | 'reader'>): string {
  return isFiltered(filter) ? t('No file is like that.') : t('There are no files in this space yet.')
}

/** A form that filters the files of a space. */
export function SpaceFilesFilterView({ spaceKey, filter, reader: { t }, ...form }: SpaceFilesProps & ComponentProps<'form'>) {
  return (
    <form className="ox-files-filter" role="search" {...form}>
      <input type="hidden" name="key" value={spaceKey} />
      <label className="ox-files-field">
        <span>{t('File extension')}</span>
        <input className="ox-input" name="fileExtension" defaultValue={filter.fileExtension ?? ''} maxLength={30} autoCapitalize="none" spellCheck={false} />
      </label>
      <label className="ox-files-field">
        <span>{t('Label')}</span>
        <input className="ox-input" name="label" defaultValue={filter.label ?? ''} maxLength={255} autoCapitalize="none" spellCheck={false} />
      </label>
      <button type="submit" className="ox-button">
        {t('Filter')}
      </button>
      {isFiltered(filter) && <a href={spaceAttachmentsHref(spaceKey)}>{t('Show all')}</a>}
    </form>
  )
}

/** Files of a space, with the pages that they are attached to. */
export function SpaceFilesView({ files, spaceKey, filter, reader }: SpaceFilesProps & { files: readonly SpaceAttachment[] }) {
  const { t } = reader
  return (
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
            <tr key={file.id} data-linked-resource-id={file.id} data-attachment-filename={file.name}>
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
              <td data-align="end">{byteSize(file.size, reader.locale)}</td>
              <td>
                <a href={file.page.url}>{file.page.title}</a>
              </td>
              <td>
                <PersonNameView person={file.author} reader={reader} />
              </td>
              <td>
                <TimeView at={file.at} reader={reader} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
