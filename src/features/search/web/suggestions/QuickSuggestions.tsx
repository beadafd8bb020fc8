import { type ComponentType, useEffect, useState } from 'react'
import type { Slots } from '#platform/web/slots.tsx'

type Suggestions = ComponentType<Slots['header.search']>

let loaded: Suggestions | undefined
let loading: Promise<void> | undefined

/** Loads the suggestions once; retries after a failure. */
function load(): Promise<void> {
  loading ??= import('./Suggestions.tsx')
    .then(module => {
      loaded = module.default
    })
    .finally(() => {
      loading = undefined
    })
  return loading
}

/** Search suggestions, loaded on first use. */
export function QuickSuggestions(context: Slots['header.search']) {
  const [List, setList] = useState<Suggestions | undefined>(() => loaded)
  const { input } = context
  useEffect(() => {
    if (List) return
    const form = input.current?.form
    let isGone = false
    form?.toggleAttribute('data-loading', true)
    load()
      .then(
        () => {
          if (!isGone) setList(() => loaded)
        },
        (error: unknown) => {
          console.error('The search suggestions fail to load', error)
        },
      )
      .finally(() => form?.toggleAttribute('data-loading', false))
    return () => {
      isGone = true
    }
  }, [List, input])
  return List ? <List {...context} /> : null
}
