import type { ComponentProps, ReactNode } from 'react'
import { byteSize } from '#platform/byte-size.ts'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { PersonNameView } from '#features/page-tools/view/index.ts'
import type { AttachmentView } from '../view-contract.ts'

interface FileTableProps extends ComponentProps<'table'> {
  reader: Reader
  /** Heading of the column after the size. */
  third: string
  /** Header cell of the row actions. */
  actions?: ReactNode
}

/** Table of files: name, size, a column of the caller, author and time. */
export function FileTable({ reader: { t }, third, actions, children, ...table }: FileTableProps) {
  return (
    <div className="ox-list-scroll">
      <table aria-label={t('Attachments')} {...table}>
        <thead>
          <tr>
            <th scope="col">{t('File')}</th>
            <th scope="col" data-align="end">
              {t('Size')}
            </th>
            <th scope="col">{third}</th>
            <th scope="col">{t('Changed by')}</th>
            <th scope="col">{t('Changed')}</th>
            {actions}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface FileCellsProps {
  file: Pick<AttachmentView, 'size' | 'author' | 'at'>
  reader: Reader
  /** Content of the third column. */
  children: ReactNode
}

/** Cells of a row after the name. */
export function FileCells({ file, reader, children }: FileCellsProps) {
  return (
    <>
      <td data-align="end">{byteSize(file.size, reader.locale)}</td>
      <td>{children}</td>
      <td>
        <PersonNameView person={file.author} reader={reader} />
      </td>
      <td>
        <TimeView at={file.at} reader={reader} />
      </td>
    </>
  )
}
