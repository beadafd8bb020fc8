import { useEffect, useRef, useState, type RefObject } from 'react'

/** How far outside of the window, px, an element already counts as seen. */
const AHEAD = '240px'

const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** Whether an element has been scrolled to: what is drawn only then costs nothing before. Stays true. */
export function useSeen<Kind extends Element>(): [ref: RefObject<Kind | null>, isSeen: boolean] {
  const ref = useRef<Kind>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isSeen) return
    observer ??= new IntersectionObserver(entries => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
    }, { rootMargin: AHEAD })
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
