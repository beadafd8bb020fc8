import { byteSize } from '#platform/byte-size.ts'
import type { Reader } from '#platform/view/reader.ts'
import { TimeView } from '#platform/view/TimeView.tsx'
import { PersonNameView } from '#features/page-tools/view/index.ts'
import type { AttachmentView } from '../view-contract.ts'
import { FileName } from './FileName.tsx'

interface AttachmentsViewProps {
  pageId: string
  files: readonly AttachmentView[]
  /** Address of those that follow. */
  next: string | undefined
  /** Bytes that a file may have; undefined where the reader may attach none. */
  maxSize: number | undefined
  reader: Reader
  token: string
}

/** The files of a page and a form to attach more, without script. */
export function AttachmentsView({ pageId, files, next, maxSize, reader, token }: AttachmentsViewProps) {
  const { t } = reader
  return (
    <>
      {maxSize !== undefined && (
        <form className="ox-upload-form" method="post" action={`/pages/doattachfile.action?pageId=${pageId}`} encType="multipart/form-data">
          <input type="hidden" name="atl_token" value={token} />
          <label htmlFor="file_0">{t('Upload file')}</label>
          <input id="file_0" type="file" name="file_0" multiple required />
          <input className="ox-input" name="comment_0" maxLength={2000} aria-label={t('Comment')} placeholder={t('Comment')} />
          <button className="ox-button" type="submit" name="confirm" value="Attach">
            {t('Attach more files')}
          </button>
          <small className="ox-hint">{t('Up to {{size}} each.', { size: byteSize(maxSize, reader.locale) })}</small>
        </form>
      )}
      {files.length === 0 ? (
        <p className="ox-hint ox-attachments-none">{t('There are currently no attachments on this page.')}</p>
      ) : (
        <div className="ox-list-scroll">
          <table id="attachments" className="ox-list ox-attachments" aria-label={t('Attachments')}>
            <thead>
              <tr>
                <th scope="col">{t('File')}</th>
                <th scope="col" data-align="end">
                  {t('Size')}
                </th>
                <th scope="col">{t('Version')}</th>
                <th scope="col">{t('Changed by')}</th>
                <th scope="col">{t('Changed')}</th>
              </tr>
            </thead>
            <tbody>
              {files.map(file => (
                <tr key={file.id} {...attachmentRow(file)}>
                  <th scope="row">
                    <FileName file={file} />
                  </th>
                  <td data-align="end">{byteSize(file.size, reader.locale)}</td>
                  <td>{`v. ${file.version}`}</td>
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
      )}
      {next !== undefined && (
        <p className="ox-more">
          <a href={next}>{t('Next')}</a>
        </p>
      )}
    </>
  )
}

/** By what programs of the old product find the row of a file. */
export function attachmentRow({ id, version, name }: AttachmentView) {
  return {
    id: `attachment_${id}`, className: 'attachment-row',
    'data-linked-resource-id': id, 'data-linked-resource-version': version, 'data-attachment-filename': name,
  }
}
