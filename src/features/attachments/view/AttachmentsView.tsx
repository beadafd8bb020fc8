import { byteSize } from '#platform/byte-size.ts'
import type { Reader } from '#platform/view/reader.ts'
import type { AttachmentView } from '../view-contract.ts'
import { FileName } from './FileName.tsx'
import { FileCells, FileTable } from './FileTable.tsx'

interface AttachmentsViewProps {
  pageId: string
  files: readonly AttachmentView[]
  next: string | undefined
  /** Bytes; undefined where the reader may not attach. */
  maxSize: number | undefined
  reader: Reader
  token: string
}

/** Files of a page and an upload form, without script. */
export function AttachmentsView({ pageId, files, next, maxSize, reader, token }: AttachmentsViewProps) {
  const { t } = reader
  return (
    <>
      {maxSize !== undefined && (
        <form
          className="ox-upload-form"
          method="post"
          action={`/pages/doattachfile.action?pageId=${pageId}`}
          encType="multipart/form-data"
        >
          <input type="hidden" name="atl_token" value={token} />
          <label htmlFor="file_0">{t('Upload file')}</label>
          <input id="file_0" type="file" name="file_0" multiple required />
          <input
            className="ox-input"
            name="comment_0"
            maxLength={2000}
            aria-label={t('Comment')}
            placeholder={t('Comment')}
          />
          <button className="ox-button" type="submit" name="confirm" value="Attach">
            {t('Attach more files')}
          </button>
          <small className="ox-hint">{t('Up to {{size}} each.', { size: byteSize(maxSize, reader.locale) })}</small>
        </form>
      )}
      {files.length === 0 ? (
        <p className="ox-hint ox-attachments-none">{t('There are currently no attachments on this page.')}</p>
      ) : (
        <FileTable id="attachments" className="ox-list ox-attachments" reader={reader} third={t('Version')}>
          {files.map(file => (
            <tr key={file.id} {...attachmentRow(file)}>
              <th scope="row">
                <FileName file={file} />
              </th>
              <FileCells file={file} reader={reader}>{`v. ${file.version}`}</FileCells>
            </tr>
          ))}
        </FileTable>
      )}
      {next !== undefined && (
        <p className="ox-more">
          <a href={next}>{t('Next')}</a>
        </p>
      )}
    </>
  )
}

/** Row attributes that clients of the old product read. */
export function attachmentRow({ id, version, name }: AttachmentView) {
  return {
    id: `attachment_${id}`,
    className: 'attachment-row',
    'data-linked-resource-id': id,
    'data-linked-resource-version': version,
    'data-attachment-filename': name,
  }
}
