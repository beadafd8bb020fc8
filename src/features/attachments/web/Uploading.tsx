import { useEffect, useEffectEvent, useRef } from 'react'
import type { Drop } from './drop.ts'
import UploadDialog from './UploadDialog.tsx'
import { useUploads } from './useUploads.ts'

interface UploadingProps {
  pageId: string
  spaceKey: string
  /** May grow while files upload. */
  drops: readonly Drop[]
  /** Receives the drops that were started; a drop at the last moment is not among them. */
  onClose: (begun: ReadonlySet<Drop>) => void
}

/** Uploads each drop and shows progress. */
export default function Uploading({ pageId, spaceKey, drops, onClose }: UploadingProps) {
  const uploads = useUploads({ pageId, spaceKey })
  const begun = useRef(new Set<Drop>())
  const begin = useEffectEvent(() => {
    for (const drop of drops) {
      if (begun.current.has(drop)) continue
      begun.current.add(drop)
      uploads.begin(drop.files, drop)
    }
  })
  useEffect(() => begin(), [drops])
  return <UploadDialog queue={uploads.queue} onClose={() => onClose(begun.current)} />
}
