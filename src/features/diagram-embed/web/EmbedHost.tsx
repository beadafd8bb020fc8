import { lazy, Suspense, useEffect } from 'react'
import { embedRequest } from '#features/diagrams/web/index.ts'

const EmbedDialog = lazy(() => import('./EmbedDialog.tsx'))

/** The dialog of the diagram that was asked for, loaded on demand. */
export function EmbedHost() {
  const request = embedRequest.use()
  useEffect(() => () => embedRequest.set(undefined), [])
  return (
    request && (
      <Suspense>
        <EmbedDialog request={request} onClose={() => embedRequest.set(undefined)} />
      </Suspense>
    )
  )
}
