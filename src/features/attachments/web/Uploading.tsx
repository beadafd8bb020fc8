import { useEffect, useEffectEvent } from 'react'
import UploadDialog from './UploadDialog.tsx'
import { useUploads } from './useUploads.ts'

/** Begins to send files at once, and shows how they come along. */
export default function Uploading({ pageId, files, maxSize, onClose }: { pageId: string; files: File[]; maxSize: number; onClose: () => void }) {
  const uploads = useUploads(pageId, maxSize)
  const begin = useEffectEvent(() => uploads.begin(files))
  useEffect(() => begin(), [files])
  return <UploadDialog queue={uploads.queue} onClose={onClose} />
}
