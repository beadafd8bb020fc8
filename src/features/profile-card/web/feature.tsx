import { lazy, Suspense, useEffect, useState } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { PERSON } from './person.ts'

const CardAtNames = lazy(() => import('./CardAtNames.tsx'))

/** A card about each person whose name or face the pointer or the focus rests on. */
export const profileCardWeb = webFeature({
  name: 'profile-card',
  slots: [slot('header.end', { id: 'profile-card', render: () => <Waiting /> })],
})

/** Loads the rest when the first name is reached. */
function Waiting() {
  const [first, setFirst] = useState<Event>()
  useEffect(() => {
    if (first) return undefined
    const { signal, abort } = abortable()
    const look = (event: Event) => {
      if (event.target instanceof Element && event.target.closest(PERSON)) setFirst(event)
    }
    for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, look, { signal })
    return abort
  }, [first])
  return (
    first && (
      <Suspense>
        <CardAtNames first={first} />
      </Suspense>
    )
  )
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
