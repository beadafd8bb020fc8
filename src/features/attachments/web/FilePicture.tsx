import { useState } from 'react'
import { fileIconOf, fileIcons } from '../file-icons.ts'
import type { AttachmentView } from '../view-contract.ts'

/** A picture made small, or the icon of the file's type. */
export function FilePicture({ file }: { file: Pick<AttachmentView, 'thumbnailUrl' | 'niceType'> }) {
  const [failed, setFailed] = useState(false)
  if (file.thumbnailUrl && !failed) {
    return <img className="ox-file-picture" src={file.thumbnailUrl} alt="" width="36" height="36" loading="lazy" onError={() => setFailed(true)} />
  }
  return (
    <span className="ox-file-picture" title={file.niceType}>
      <svg
        className="ox-icon"
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: fileIcons[fileIconOf(file.niceType)] }}
      />
    </span>
  )
}
