import { useEffect } from 'react'
import type { Frame } from '#platform/web/feature.ts'
import { colourSheet } from '../contract.ts'

/** Displayed space; null before it is known. */
let here: string | undefined | null = null

/** Reloads the colour style sheet; the old one is removed once the new one has loaded. */
export function refreshColours(): void {
  const before = sheets()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  // A unique version bypasses the browser cache.
  link.href = `${colourSheet.path}?${new URLSearchParams({ ...(typeof here === 'string' && { spaceKey: here }), v: String(Date.now()) })}`
  link.onload = () => {
    for (const sheet of before) sheet.remove()
  }
  // The space may be gone: colours stay.
  link.onerror = () => link.remove()
  document.head.append(link)
}

function sheets(): readonly Element[] {
  return [...document.querySelectorAll(`link[rel=stylesheet][href^="${colourSheet.path}"]`)]
}

/**
 * Switches the colours with the displayed space. Without space colours there is no style sheet, and nothing happens.
 */
export function ColoursOfSpace({ spaceKey }: Pick<Frame, 'spaceKey'>): null {
  useEffect(() => {
    const isOther = here !== null && here !== spaceKey
    here = spaceKey
    if (isOther && sheets().length > 0) refreshColours()
  }, [spaceKey])
  return null
}
