import { useEffect, useRef, useState, type RefObject } from 'react'

/** Margin of visibility, px. */
const AHEAD = '240px'

const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Whether an element has ever been scrolled into view, for lazy rendering. */
export function useSeen<Kind extends Element>(): [ref: RefObject<Kind | null>, isSeen: boolean] {
  const ref = useRef<Kind>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isSeen) return
    observer ??= new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
      },
      { rootMargin: AHEAD },
    )
    const watch = observer
    waiting.set(element, () => setSeen(true))
    watch.observe(element)
    return () => {
      watch.unobserve(element)
      waiting.delete(element)
    }
  }, [isSeen])
  return [ref, isSeen]
}
