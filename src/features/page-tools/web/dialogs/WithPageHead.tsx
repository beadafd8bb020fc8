import type { ReactNode } from 'react'
import { useEndpoint } from '#platform/web/query.ts'
import { Dialog, type DialogProps } from '#platform/web/ui/Dialog.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { getPageHead, type PageHead } from '../../contract.ts'

export interface PageDialogProps {
  pageId: string
  onClose: () => void
}

interface WithPageHeadProps extends Omit<DialogProps, 'children'> {
  pageId: string
  lines: number
  children: (head: PageHead) => ReactNode
}

/** Refetches a page for a dialog; a placeholder dialog shows meanwhile. */
export function WithPageHead({ pageId, lines, children, ...dialog }: WithPageHeadProps) {
  const { data: head, error } = useEndpoint(getPageHead, { params: { id: pageId } }, { staleTime: 0 })
  if (head) return children(head)
  return <Dialog {...dialog}>{error ? <ErrorText error={error} /> : <SkeletonText lines={lines} />}</Dialog>
}
