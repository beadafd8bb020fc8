import { lazy, Suspense } from 'react'
import type { CommentFormProps } from './CommentForm.tsx'

const Loaded = lazy(async () => ({ default: (await import('./CommentForm.tsx')).CommentForm }))

/** The form in which comments are written; its code is loaded when somebody writes one. */
export function CommentForm(props: CommentFormProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
