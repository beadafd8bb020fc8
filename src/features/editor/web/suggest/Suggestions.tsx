import type { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { completeEmoji } from '../emoji/complete.ts'
import type { EditorTools } from '../tools.ts'
import { useDialog, useEditorValue } from '../toolbar/use-state.ts'
import { dismissTrigger, triggerAt, type Trigger } from './trigger.ts'
import { useSuggestions, type Suggestion } from './useSuggestions.ts'

const LIST_ID = 'ox-suggestions'

/** Suggestions while typing `/` (commands), `@` (users), `[` (pages) or `:` (emoji). */
export function Suggestions({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const dialog = useDialog(tools)
  const [index, setIndex] = useState(0)
  const typed = useEditorValue(tools, state => (editor.isFocused ? triggerAt(state) : undefined), isSameTrigger)
  const trigger = typed && dialog === undefined && tools.lists.includes(typed.kind) ? typed : undefined
  const items = useSuggestions(tools, trigger)
  const key = trigger ? `${trigger.kind} ${trigger.from} ${trigger.query}` : ''
  const [lastKey, setLastKey] = useState(key)
  if (lastKey !== key) {
    setLastKey(key)
    setIndex(0)
  }
  const isShown = trigger !== undefined && items.length > 0
  const active = Math.min(index, items.length - 1)
  // As in `:tada:`.
  const named = items.find(({ isNamed }) => isNamed === true)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShown || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') setIndex((active + 1) % items.length)
    else if (event.key === 'ArrowUp') setIndex((active + items.length - 1) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') items[active]?.choose()
    else if (event.key === 'Escape') dismissTrigger(editor.view)
    else if (event.key === ':' && named) named.choose()
    else if (event.key === ':' && trigger?.kind === 'emoji')
      return void completeEmoji(editor, trigger.from, trigger.query)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (editor.isFocused) press(event)
    }
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [editor])

  const list = useActiveOption(editor, isShown ? trigger : undefined, active)

  if (!isShown) return null
  return (
    <div
      ref={list}
      id={LIST_ID}
      className="ox-suggestions"
      role="listbox"
      // Its keys come from the text; a list that scrolls may be reached for itself.
      tabIndex={0}
      onPointerDown={event => event.preventDefault()}
      aria-label={t({ slash: 'Insert', mention: 'People', page: 'Pages', emoji: 'Emoji' }[trigger.kind])}
    >
      {groupsOf(items).map(({ title, first, group }) => {
        const options = group.map((item, index) => {
          const at = first + index
          return (
            <Option
              key={item.id}
              id={`${LIST_ID}-${at}`}
              item={item}
              isActive={at === active}
              onPoint={() => setIndex(at)}
            />
          )
        })
        if (title === undefined) return options
        return (
          <div key={title} role="group" aria-label={title}>
            <div className="ox-suggestion-group" aria-hidden="true">
              {title}
            </div>
            {options}
          </div>
        )
      })}
    </div>
  )
}

function isSameTrigger(one: Trigger | undefined, other: Trigger | undefined): boolean {
  return one?.kind === other?.kind && one?.from === other?.from && one?.query === other?.query
}

/** Neighbours with the same group. */
function groupsOf(items: readonly Suggestion[]): { title: string | undefined; first: number; group: Suggestion[] }[] {
  const groups: { title: string | undefined; first: number; group: Suggestion[] }[] = []
  for (const [at, item] of items.entries()) {
    const last = groups.at(-1)
    if (last && last.title === item.group) last.group.push(item)
    else groups.push({ title: item.group, first: at, group: [item] })
  }
  return groups
}

interface OptionProps {
  id: string
  item: Suggestion
  isActive: boolean
  onPoint: () => void
}

function Option({ id, item: { label, detail, description, Icon, choose }, isActive, onPoint }: OptionProps) {
  return (
    // The focus stays in the text; key events are forwarded.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="ox-suggestion"
      {...(description === undefined ? {} : { 'aria-label': label, 'aria-description': description })}
      onClick={choose}
      onPointerMove={onPoint}
    >
      {Icon && (
        <span className="ox-suggestion-icon">
          <Icon />
        </span>
      )}
      <span className="ox-suggestion-texts">
        <span>{label}</span>
        {description && <small>{description}</small>}
      </span>
      {detail && <small>{detail}</small>}
    </div>
  )
}

/** Announces the active option on the text, and places the list at its trigger. Returns the list's ref. */
function useActiveOption(editor: Editor, trigger: Trigger | undefined, active: number) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { dom } = editor.view
    if (!trigger) {
      for (const name of ['aria-activedescendant', 'aria-controls', 'aria-haspopup']) dom.removeAttribute(name)
      return
    }
    dom.setAttribute('aria-controls', LIST_ID)
    dom.setAttribute('aria-haspopup', 'listbox')
    dom.setAttribute('aria-activedescendant', `${LIST_ID}-${active}`)
    const element = list.current
    if (!element) return
    place(element, editor, trigger.from)
    element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  const from = trigger?.from
  useEffect(() => {
    if (from === undefined) return
    const replace = () => {
      if (list.current && !editor.isDestroyed) place(list.current, editor, from)
    }
    window.addEventListener('resize', replace)
    return () => window.removeEventListener('resize', replace)
  }, [editor, from])
  return list
}

/** Places the list below a position, or above it where there is more room. */
function place(element: HTMLElement, editor: Editor, position: number): void {
  const { left, top, bottom } = editor.view.coordsAtPos(position)
  const { width, height } = element.getBoundingClientRect()
  const below = bottom + GAP
  element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
  element.style.top = `${below + height > innerHeight && top - height > GAP ? top - height - GAP : below}px`
}

/** Between the line and the list, in px. */
const GAP = 6
