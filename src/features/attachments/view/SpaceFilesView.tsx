import type { ComponentProps } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import type { SpaceAttachment, SpaceAttachmentsFilter } from '../space-contract.ts'
import { spaceAttachmentsHref } from '../shared.ts'
import { FileName } from './FileName.tsx'
import { FileCells, FileTable } from './FileTable.tsx'

interface SpaceFilesProps {
  spaceKey: string
  filter: SpaceAttachmentsFilter
  reader: Reader
}

/** Whether a filter is set. */
export function isFiltered({ fileExtension, label }: SpaceAttachmentsFilter): boolean {
  return fileExtension !== undefined || label !== undefined
}

/** Text for an empty list, with or without a filter. */
export function noFiles({ filter, reader: { t } }: Pick<SpaceFilesProps, 'filter' | 'reader'>): string {
  return isFiltered(filter) ? t('No file is like that.') : t('There are no files in this space yet.')
}

/** Filter form of a space's files. */
export function SpaceFilesFilterView({
  spaceKey,
  filter,
  reader: { t },
  ...form
}: SpaceFilesProps & ComponentProps<'form'>) {
  return (
    <form className="ox-files-filter" role="search" {...form}>
      <input type="hidden" name="key" value={spaceKey} />
      <label className="ox-files-field">
        <span>{t('File extension')}</span>
        <input
          className="ox-input"
          name="fileExtension"
          defaultValue={filter.fileExtension ?? ''}
          maxLength={30}
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <label className="ox-files-field">
        <span>{t('Label')}</span>
        <input
          className="ox-input"
          name="label"
          defaultValue={filter.label ?? ''}
          maxLength={255}
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <button type="submit" className="ox-button">
        {t('Filter')}
      </button>
      {isFiltered(filter) && <a href={spaceAttachmentsHref(spaceKey)}>{t('Show all')}</a>}
    </form>
  )
}

/** Files of a space, with their pages. */
export function SpaceFilesView({
  files,
  spaceKey,
  filter,
  reader,
}: SpaceFilesProps & { files: readonly SpaceAttachment[] }) {
  const { t } = reader
  return (
    <FileTable className="ox-list ox-space-files" reader={reader} third={t('Attached to')}>
      {files.map(file => (
        <tr key={file.id} data-linked-resource-id={file.id} data-attachment-filename={file.name}>
          <th scope="row">
            <FileName file={file}>
              {file.labels.length > 0 && (
                <span className="ox-file-labels">
                  {file.labels.map(label => (
                    <a
                      key={label}
                      className="ox-file-label"
                      href={spaceAttachmentsHref(spaceKey, { ...filter, label })}
                    >
                      {label}
                    </a>
                  ))}
                </span>
              )}
            </FileName>
          </th>
          <FileCells file={file} reader={reader}>
            <a href={file.page.url}>{file.page.title}</a>
          </FileCells>
        </tr>
      ))}
    </FileTable>
  )
}
