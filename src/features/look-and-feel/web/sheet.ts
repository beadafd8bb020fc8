import { useEffect } from 'react'
import type { Frame } from '#platform/web/feature.ts'
import { colourSheet } from '../contract.ts'

/** The space that is shown, null until that is known. */
let here: string | undefined | null = null

/**
 * Shows the colours that hold here as they are now: the style sheet that came with the document gives way to another once
 * that is there.
 */
export function refreshColours(): void {
  const before = sheets()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  // A version that is none: browsers may not keep the answer for it.
  link.href = `${colourSheet.path}?${new URLSearchParams({ ...(typeof here === 'string' && { spaceKey: here }), v: String(Date.now()) })}`
  link.onload = () => {
    for (const sheet of before) sheet.remove()
  }
  // The space may be gone: the colours stay as they are.
  link.onerror = () => link.remove()
  document.head.append(link)
}

function sheets(): readonly Element[] {
  return [...document.querySelectorAll(`link[rel=stylesheet][href^="${colourSheet.path}"]`)]
}

/** Keeps the colours those of the space that is shown. Where no space has its own, documents have no sheet, and nothing is done. */
export function ColoursOfSpace({ spaceKey }: Pick<Frame, 'spaceKey'>): null {
  useEffect(() => {
    const isOther = here !== null && here !== spaceKey
    here = spaceKey
    if (isOther && sheets().length > 0) refreshColours()
  }, [spaceKey])
  return null
}
