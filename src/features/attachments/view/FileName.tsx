import type { ReactNode } from 'react'
import type { AttachmentView } from '../view-contract.ts'
import { FilePicture } from './FilePicture.tsx'

export interface FileNameProps {
  file: Pick<AttachmentView, 'name' | 'comment' | 'downloadUrl' | 'viewUrl' | 'thumbnailUrl' | 'niceType'>
  children?: ReactNode
}

/** First cell of a file row: picture, link, comment. */
export function FileName({ file, children }: FileNameProps) {
  return (
    <div className="ox-file">
      <FilePicture file={file} />
      <div>
        <a
          className="filename"
          href={file.viewUrl ?? file.downloadUrl}
          data-native={file.viewUrl === null ? '' : undefined}
        >
          {file.name}
        </a>
        {file.comment && <span className="ox-hint comment">{file.comment}</span>}
        {children}
      </div>
    </div>
  )
}
