import { useEffect, useMemo, useState } from 'react'
import { type OutlineEntry, outlineOf } from '../../reading.ts'

/** Px below the top bar and the strip at which a section counts as the one that is read. */
const READING_LINE_PX = 140

/** The page's sections, the one that is read marked. */
export function Outline({ html, label }: { html: string; label: string }) {
  const entries = useMemo(() => outlineOf(html), [html])
  const current = useCurrentSection(entries)
  if (entries.length < 2) return null
  const top = Math.min(...entries.map(entry => entry.level))
  return (
    <nav className="ox-outline" aria-label={label}>
      <p className="ox-outline-title">{label}</p>
      <ul>
        {entries.map(entry => (
          <li key={entry.id} style={{ '--level': entry.level - top }}>
            <a href={`#${encodeURIComponent(entry.id)}`} aria-current={entry.id === current ? 'location' : undefined}>
              {entry.text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useCurrentSection(entries: readonly OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    const find = () => {
      frame = 0
      let last: string | undefined
      for (const { id } of entries) {
        const heading = document.getElementById(id)
        if (heading && heading.getBoundingClientRect().top > READING_LINE_PX) break
        last = id
      }
      setCurrent(last)
    }
    const soon = () => {
      frame ||= requestAnimationFrame(find)
    }
    soon()
    document.addEventListener('scroll', soon, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', soon)
    }
  }, [entries])
  return current
}
