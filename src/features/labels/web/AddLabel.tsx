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

/** Label field with suggestions of the space. Enter adds, Escape closes. */
export function AddLabel({ spaceKey, taken, onAdd, onClose }: AddLabelProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const last = /[^\s,]*$/.exec(text.toLowerCase())?.[0] ?? ''
  const options = useOptions(spaceKey, taken, last)
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
        // Opened by the user's action, so it takes the focus.
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
      <OptionList id={id} options={options} active={active} onChoose={choose} />
      {add.error && (
        <p id={`${id}-error`} className="ox-error" role="alert">
          {add.error.message}
        </p>
      )}
    </div>
  )
}

/** Popular labels of the space with a prefix. */
function useOptions(spaceKey: string, taken: readonly string[], prefix: string): readonly string[] {
  const { data } = useEndpoint(spacePopularLabels, { params: { key: spaceKey }, query: { limit: MOST_KNOWN } })
  return (data?.results ?? [])
    .map(label => label.label)
    .filter(label => !taken.includes(label) && label.startsWith(prefix))
    .slice(0, SUGGESTED)
}

interface OptionListProps {
  id: string
  options: readonly string[]
  active: number
  onChoose: (label: string) => void
}

function OptionList({ id, options, active, onChoose }: OptionListProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t('Labels of this space')}
      className="ox-label-options"
      hidden={options.length === 0}
    >
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
          onClick={() => onChoose(label)}
        >
          {label}
        </div>
      ))}
    </div>
  )
}
