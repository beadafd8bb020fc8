import { useEffect, useId, useState, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import './link.css'

/** Search results; undefined while loading, an error on failure. */
type Finding<Item> = readonly Item[] | Error | undefined

/** Searches when the words change; late answers are dropped. */
export function useFound<Item>(words: string, find: (words: string) => Promise<Item[]>): Finding<Item> {
  const [found, setFound] = useState<{ words: string; items: Finding<Item> }>()
  useEffect(() => {
    let isWanted = true
    find(words).then(
      items => isWanted && setFound({ words, items }),
      (failure: unknown) =>
        isWanted && setFound({ words, items: failure instanceof Error ? failure : new Error(String(failure)) }),
    )
    return () => {
      isWanted = false
    }
    // The host's functions change with its state; only other words search again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [words])
  return found?.words === words ? found.items : undefined
}

interface FoundProps<Item> {
  label: string
  found: Finding<Item>
  keyOf: (item: Item) => string
  isChosen: (item: Item) => boolean
  onChoose: (item: Item) => void
  draw: (item: Item) => ReactNode
}

/** Search results to choose one of. */
export function Found<Item>({ label, found, keyOf, isChosen, onChoose, draw }: FoundProps<Item>) {
  const name = useId()
  if (found === undefined)
    return (
      <p className="ox-de-link-note" role="status">
        {t('Searching…')}
      </p>
    )
  if (found instanceof Error)
    return (
      <p className="ox-de-link-error" role="alert">
        {found.message}
      </p>
    )
  if (found.length === 0)
    return (
      <p className="ox-de-link-note" role="status">
        {t('No matches')}
      </p>
    )
  return (
    <div className="ox-de-link-list" role="radiogroup" aria-label={label}>
      {found.map(item => (
        <label key={keyOf(item)}>
          <input type="radio" name={name} checked={isChosen(item)} onChange={() => onChoose(item)} />
          {draw(item)}
        </label>
      ))}
    </div>
  )
}
