import { useState } from 'react'
import { LineIcon } from '#platform/view/Icon.tsx'
import { fileIconOf, fileIcons } from '../file-icons-shared.ts'
import type { AttachmentView } from '../view-contract.ts'

export function FilePicture({ file }: { file: Pick<AttachmentView, 'thumbnailUrl' | 'niceType'> }) {
  const [failed, setFailed] = useState(false)
  if (file.thumbnailUrl && !failed) {
    return (
      <img
        className="ox-file-picture"
        src={file.thumbnailUrl}
        alt=""
        width="36"
        height="36"
        loading="lazy"
        onError={() => setFailed(true)}
      />
    )
  }
  return (
    <span className="ox-file-picture" title={file.niceType}>
      <LineIcon content={fileIcons[fileIconOf(file.niceType)]} />
    </span>
  )
}
