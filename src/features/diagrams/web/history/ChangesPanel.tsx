import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { countOf } from '#diagrams/operations/compare/compare.ts'
import type { DiagramComparison, PageComparison } from '#diagrams/operations/compare/contract.ts'
import { MARK_COLOURS, MARK_SIGNS, markOf, type Mark } from '#diagrams/operations/compare/marks.ts'
import css from './history.module.css'
import { useWords, type Words } from './words.ts'

/** A change of an object, by indices of the comparison. */
export interface SelectedChange {
  page: number
  index: number
}

/** Changes that are listed at first, and more each time. */
const PART = 200

interface ChangesPanelProps {
  comparison: DiagramComparison
  title: string
  backHref: string
  selected: SelectedChange | undefined
  /** The page that is seen. */
  pageIndex: number
  /** Whether a change of that page is seen. */
  isDrawn: (index: number) => boolean
  onSelect: (change: SelectedChange) => void
}

/** All that differs between two versions, in words; what is chosen is shown in the drawing. */
export function ChangesPanel({ comparison, title, backHref, ...rest }: ChangesPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const words = useWords()
  const [most, setMost] = useState(PART)
  // Keyboard focus starts at the heading.
  useEffect(() => heading.current?.focus(), [])
  const { pages, isReordered, count } = comparison
  const longest = Math.max(0, ...pages.map(page => page.objects.length))
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <a href={backHref} className={css.back}>
          <ArrowLeft /> {t('All versions')}
        </a>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p role="status">{count === 0 ? t('These versions do not differ.') : t('Differences: {{count}}', { count })}</p>
        {count > 0 && <Legend comparison={comparison} />}
      </header>
      <div className={css.scroll}>
        {isReordered && <p className={css.note}>{t('The pages stand in another order.')}</p>}
        {pages.map(
          (page, index) =>
            countOf(page) > 0 && (
              <PageChanges
                key={`${page.before?.id} ${page.after?.id}`}
                page={page}
                index={index}
                most={most}
                words={words}
                hasTitle={pages.length > 1}
                {...rest}
              />
            ),
        )}
        {longest > most && <Button onPress={() => setMost(before => before + PART)}>{t('More differences')}</Button>}
      </div>
    </section>
  )
}

const MARKS: readonly Mark[] = ['added', 'removed', 'moved', 'changed']

/** Meanings of the marks in the drawing, with the number of each. */
function Legend({ comparison: { pages } }: Pick<ChangesPanelProps, 'comparison'>) {
  const all = pages.flatMap(({ objects }) => objects.map(markOf))
  const names = { added: t('Added'), removed: t('Removed'), moved: t('Moved'), changed: t('Changed') }
  return (
    <ul className={css.legend} aria-label={t('Marks in the drawing')}>
      {MARKS.map(mark => (
        <li key={mark}>
          <Sign mark={mark} /> {`${names[mark]}: ${all.filter(one => one === mark).length}`}
        </li>
      ))}
    </ul>
  )
}

function Sign({ mark }: { mark: Mark }) {
  return (
    <svg className={css.sign} width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
      <circle r="8.5" fill={MARK_COLOURS[mark]} />
      <path d={MARK_SIGNS[mark]} fill="none" stroke="#ffffff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

interface PageChangesProps extends Pick<ChangesPanelProps, 'selected' | 'pageIndex' | 'isDrawn' | 'onSelect'> {
  page: PageComparison
  index: number
  most: number
  words: Words
  hasTitle: boolean
}

function PageChanges({ page, index, most, words, hasTitle, selected, pageIndex, isDrawn, onSelect }: PageChangesProps) {
  const notes = words.ofPage(page)
  const current = useRef<HTMLLIElement>(null)
  const isHere = selected?.page === index
  // Chosen in the drawing.
  useEffect(() => {
    if (isHere) current.current?.scrollIntoView({ block: 'nearest' })
  }, [isHere, selected])
  const name = (page.after ?? page.before)?.name ?? ''
  return (
    <>
      {hasTitle && <h3>{name}</h3>}
      {notes.map(note => (
        <p key={note} className={css.note}>
          {note}
        </p>
      ))}
      {page.objects.length > 0 && (
        <ol className={css.changes} aria-label={t('Differences of “{{name}}”', { name })}>
          {page.objects.slice(0, most).map((difference, at) => {
            const isCurrent = isHere && selected.index === at
            const { object, changes } = words.ofObject(difference, page)
            const isHidden = index === pageIndex && !isDrawn(at)
            return (
              <li key={(difference.after ?? difference.before).id} ref={isCurrent ? current : null}>
                <button
                  type="button"
                  className={css.change}
                  aria-current={isCurrent ? 'true' : undefined}
                  onClick={() => onSelect({ page: index, index: at })}
                >
                  <Sign mark={markOf(difference)} />
                  <span>
                    <strong>{object}</strong>: {changes}
                    {isHidden && <span className="ox-hint"> {t('(hidden)')}</span>}
                  </span>
                </button>
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
