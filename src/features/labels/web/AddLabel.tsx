import { type KeyboardEvent, useId, useState } from 'react'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { spacePopularLabels } from '../contract.ts'
import { namesIn } from './names-in.ts'

const SUGGESTED = 8
const MOST_KNOWN = 200

export interface AddLabelProps {
  spaceKey: string
  taken: readonly string[]
  onAdd: (names: readonly string[]) => Promise<void>
  onClose: () => void
}

/** A field for labels, with those that the space uses most. Enter adds and stays, Escape leaves. */
export function AddLabel({ spaceKey, taken, onAdd, onClose }: AddLabelProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const known = useEndpoint(spacePopularLabels, { params: { key: spaceKey }, query: { limit: MOST_KNOWN } })
  const last = /[^\s,]*$/.exec(text.toLowerCase())?.[0] ?? ''
  const options = (known.data?.results ?? [])
    .map(label => label.label).filter(label => !taken.includes(label) && label.startsWith(last)).slice(0, SUGGESTED)
  const add = useAction(async (names: readonly string[]) => {
    await onAdd(names)
    setText('')
    setActive(-1)
  })
  const choose = (label: string) => void add.run([...namesIn(text.slice(0, text.length - last.length)), label])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive(((active + step + 1 + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === 'Enter') {
      const option = options[active]
      if (option) choose(option)
      else if (namesIn(text).length > 0) void add.run(namesIn(text))
      else onClose()
    } else return
    event.preventDefault()
  }
  return (
    <div
      className="ox-label-editor"
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget) && text.trim() === '') onClose()
      }}
    >
      <input
        id="labels-string"
        className="ox-label-input"
        role="combobox"
        aria-label={t('Add labels')}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={add.error ? `${id}-error` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
        placeholder={t('Type to add a label')}
        // The field is opened by its button or key, and nothing else could be meant next.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={event => {
          setText(event.target.value)
          setActive(-1)
          add.reset()
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('Labels of this space')} className="ox-label-options" hidden={options.length === 0}>
        {options.map((label, index) => (
          // The field keeps the focus; arrow keys move in the list.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(label)}
          >
            {label}
          </div>
        ))}
      </div>
      {add.error && <p id={`${id}-error`} className="ox-error" role="alert">{add.error.message}</p>}
    </div>
  )
}
