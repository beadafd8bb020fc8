import { useEffect, useEffectEvent, useRef } from 'react'
import type { Drop } from './drop.ts'
import UploadDialog from './UploadDialog.tsx'
import { useUploads } from './useUploads.ts'

interface UploadingProps {
  pageId: string
  spaceKey: string
  /** Further ones may come while files are on their way. */
  drops: readonly Drop[]
  /** Gets the drops that were begun: one that came at the last moment is not among them. */
  onClose: (begun: ReadonlySet<Drop>) => void
}

/** Sends the files of each drop as it comes, and shows how far they are. */
export default function Uploading({ pageId, spaceKey, drops, onClose }: UploadingProps) {
  const uploads = useUploads({ pageId, spaceKey })
  const begun = useRef(new Set<Drop>())
  const begin = useEffectEvent(() => {
    for (const drop of drops) {
      if (begun.current.has(drop)) continue
      begun.current.add(drop)
      uploads.begin(drop.files, drop.maxSize)
    }
  })
  useEffect(() => begin(), [drops])
  return <UploadDialog queue={uploads.queue} onClose={() => onClose(begun.current)} />
}
