import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAccessMode } from '#platform/web/access-mode.ts'
import { useAction } from '#platform/web/form.ts'
import { useReader } from '#platform/web/reader.ts'
import type { pageAddress } from '#features/content-core/address-shared.ts'
import { requestAccess } from '../contract.ts'
import { RequestAccessView } from '../view/RequestAccessView.tsx'

/** Asks for access to what an address names. */
export function RequestAccess({ address }: { address: NonNullable<ReturnType<typeof pageAddress>> }) {
  const reader = useReader()
  const { mode } = useAccessMode()
  const [isAsked, setAsked] = useState(false)
  const ask = useAction(async () => {
    await call(requestAccess, { body: address })
    setAsked(true)
  })
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button, which had the focus, is gone.
    if (isAsked) element.current?.querySelector<HTMLElement>('[role=status]')?.focus()
  }, [isAsked])
  if (mode === 'READ_ONLY') return null
  return (
    <div ref={element}>
      <RequestAccessView
        reader={reader}
        state={isAsked ? 'asked' : ask.isPending ? 'pending' : 'idle'}
        error={ask.error?.message}
        onAsk={() => void ask.run()}
      />
    </div>
  )
}
