import { useEffect, useMemo, useState } from 'react'
import { useReader } from '#platform/web/reader.ts'
import { outlineOf, type OutlineEntry } from '../../reading.ts'
import { OutlineView } from '../../view/OutlineView.tsx'

/** Px below the sticky headers where a section counts as current. */
const READING_LINE_PX = 140

/** Outline with the current section marked. */
export function Outline({ html }: { html: string }) {
  const reader = useReader()
  const entries = useMemo(() => outlineOf(html), [html])
  const currentId = useCurrentSection(entries)
  return <OutlineView entries={entries} currentId={currentId} reader={reader} />
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
