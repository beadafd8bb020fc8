import { type KeyboardEvent, memo, type SyntheticEvent, useMemo, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { type Emoji, inTone } from './data.ts'
import { type GridPlace, movedTo } from './grid.ts'

const COLUMNS = 8

export interface EmojiSection {
  readonly name: string
  readonly title: string
  readonly emoji: readonly Emoji[]
}

interface Row {
  readonly section: number
  readonly cells: readonly Emoji[]
}

export const sectionId = (name: string): string => `ox-emoji-section-${name}`

/** The first emoji inside an element. */
export function firstCell(element: Element | null | undefined): HTMLElement | undefined {
  return element?.querySelector<HTMLElement>('[role=gridcell]') ?? undefined
}

interface EmojiGridProps {
  sections: readonly EmojiSection[]
  tone: number
  /** Told which emoji has the focus or the pointer. */
  onShow: (emoji: Emoji) => void
  onChoose: (emoji: Emoji) => void
}

/** Grids of emoji, one a section. Arrow keys move through all of them, which are one stop of the Tab key. */
export function EmojiGrid({ sections, tone, onShow, onChoose }: EmojiGridProps) {
  const rows = useMemo(() => rowsOf(sections), [sections])
  const [active, setActive] = useState<GridPlace>({ row: 0, column: 0 })
  const emojiAt = ({ row, column }: GridPlace) => rows[row]?.cells[column]
  const onTarget = (then: (emoji: Emoji, place: GridPlace) => void) => (event: SyntheticEvent) => {
    const place = placeOf(event.target)
    const emoji = place && emojiAt(place)
    if (place && emoji) then(emoji, place)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target)
    const grid = { lengths: rows.map(({ cells }) => cells.length), starts: startsOf(rows) }
    const next = place && movedTo(event.key, place, grid)
    if (next) {
      event.currentTarget.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
      event.preventDefault()
    }
  }
  if (rows.length === 0) return <p className="ox-emoji-empty">{t('No emoji matches.')}</p>
  return (
    // The cells have the keys and the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="ox-emoji-list"
      onKeyDown={onKeyDown}
      onClick={onTarget(onChoose)}
      onPointerOver={onTarget(onShow)}
      onFocus={onTarget((emoji, place) => {
        setActive(place)
        onShow(emoji)
      })}
    >
      {sections.map(({ name, title }, section) => (
        <section key={name} id={sectionId(name)}>
          <h3>{title}</h3>
          <div role="grid" aria-label={title}>
            {rows.map((row, at) =>
              row.section === section ? (
                <EmojiRow
                  key={at}
                  cells={row.cells}
                  at={at}
                  tone={tone}
                  active={active.row === at ? active.column : undefined}
                />
              ) : null,
            )}
          </div>
        </section>
      ))}
    </div>
  )
}

interface EmojiRowProps {
  cells: readonly Emoji[]
  at: number
  tone: number
  /** Column of the cell that the Tab key reaches. */
  active: number | undefined
}

const EmojiRow = memo(function EmojiRow({ cells, at, tone, active }: EmojiRowProps) {
  return (
    <div role="row">
      {cells.map((emoji, column) => (
        <button
          key={emoji.character}
          type="button"
          role="gridcell"
          tabIndex={column === active ? 0 : -1}
          data-place={`${at} ${column}`}
          aria-label={emoji.label}
        >
          <EmojiSign emoji={emoji} tone={tone} />
        </button>
      ))}
    </div>
  )
})

/** The character or picture of an emoji, whose name is beside it. */
export function EmojiSign({ emoji, tone }: { emoji: Emoji; tone: number }) {
  if (emoji.added) return <img className="ox-emoji-picture" src={emoji.added.url} alt="" loading="lazy" />
  return <span>{inTone(emoji, tone)}</span>
}

function rowsOf(sections: readonly EmojiSection[]): readonly Row[] {
  return sections.flatMap(({ emoji }, section) =>
    Array.from({ length: Math.ceil(emoji.length / COLUMNS) }, (_, row) => ({
      section,
      cells: emoji.slice(row * COLUMNS, (row + 1) * COLUMNS),
    })),
  )
}

function startsOf(rows: readonly Row[]): readonly number[] {
  return rows.flatMap(({ section }, at) => (section === rows[at - 1]?.section ? [] : [at]))
}

function placeOf(target: EventTarget): GridPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  const [row, column] = (cell?.dataset['place'] ?? '').split(' ').map(Number)
  return row === undefined || column === undefined ? undefined : { row, column }
}
