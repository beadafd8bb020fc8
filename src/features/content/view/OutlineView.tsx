import type { CSSProperties } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import type { OutlineEntry } from '../reading.ts'

interface OutlineViewProps {
  entries: readonly OutlineEntry[]
  currentId?: string | undefined
  reader: Reader
}

/** Article outline; nothing for fewer than two sections. */
export function OutlineView({ entries, currentId, reader: { t } }: OutlineViewProps) {
  if (entries.length < 2) return null
  const top = Math.min(...entries.map(entry => entry.level))
  const label = t('On this page')
  return (
    <nav className="ox-outline" aria-label={label}>
      <p className="ox-outline-title">{label}</p>
      <ul>
        {entries.map(({ id, level, text }) => (
          <li key={id} style={{ '--level': level - top } as CSSProperties}>
            <a href={`#${encodeURIComponent(id)}`} aria-current={id === currentId ? 'location' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
