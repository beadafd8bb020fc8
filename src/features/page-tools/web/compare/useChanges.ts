import { type RefObject, useState } from 'react'

export interface Changes {
  /** 0-based; -1 initially. */
  index: number
  next: () => void
  previous: () => void
}

/** Navigation between changes of a comparison; see {@link changeCount}. */
export function useChanges(body: RefObject<HTMLElement | null>): Changes {
  const [index, setIndex] = useState(-1)
  const go = (step: 1 | -1) => {
    const all = changesIn(body.current)
    if (all.length === 0) return
    const next = (index + step + (index < 0 && step < 0 ? 1 : 0) + all.length) % all.length
    for (const element of body.current?.querySelectorAll('[data-current-change]') ?? [])
      element.removeAttribute('data-current-change')
    for (const element of all[next] ?? []) element.setAttribute('data-current-change', '')
    all[next]?.[0]?.scrollIntoView({ block: 'center' })
    setIndex(next)
  }
  return { index, next: () => go(1), previous: () => go(-1) }
}

/**
 * Number of changes in compared HTML; adjacent marks (a replaced word) count once.
 * @param html of the comparison
 */
export function changeCount(html: readonly string[]): number {
  return html.reduce((sum, part) => sum + changesIn(new DOMParser().parseFromString(part, 'text/html').body).length, 0)
}

/** Marked elements in document order, adjacent ones grouped. */
function changesIn(root: HTMLElement | null): HTMLElement[][] {
  const groups: HTMLElement[][] = []
  for (const element of root?.querySelectorAll<HTMLElement>('ins, del') ?? []) {
    const last = groups.at(-1)?.at(-1)
    if (last && last.nextElementSibling === element && onlyBlanks(last, element)) groups.at(-1)?.push(element)
    else groups.push([element])
  }
  return groups
}

function onlyBlanks(from: Node, to: Node): boolean {
  for (let node = from.nextSibling; node && node !== to; node = node.nextSibling) {
    if ((node.textContent ?? '').trim() !== '') return false
  }
  return true
}
