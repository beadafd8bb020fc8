import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { mentionSource, pageLinkHead } from '#language/editor/index.ts'
import { searchUsers } from '#features/accounts/contract.ts'
import { quickSearch } from '#features/search/contract.ts'
import type { EditorTools } from '../tools.ts'
import { insertCommands } from '../toolbar/commands.ts'
import { useDialog, useEditorState } from '../toolbar/use-state.ts'
import { dismissTrigger, triggerAt, type Trigger } from './trigger.ts'

interface Item {
  id: string
  label: string
  detail: string
  choose: () => void
}

const MOST = 8
const LIST_ID = 'ox-suggestions'

/** The list that opens while one types `/` (what can be inserted), `@` (people) or `[` (pages). */
export function Suggestions({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  const state = useEditorState(tools)
  const dialog = useDialog(tools)
  const [index, setIndex] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const trigger = editor.isFocused && dialog === undefined ? triggerAt(state) : undefined
  const items = useItems(tools, trigger)
  const key = trigger ? `${trigger.kind} ${trigger.from} ${trigger.query}` : ''
  const [shownFor, setShownFor] = useState(key)
  if (shownFor !== key) {
    setShownFor(key)
    setIndex(0)
  }
  const isShown = trigger !== undefined && items.length > 0
  const active = Math.min(index, items.length - 1)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isShown || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown') setIndex((active + 1) % items.length)
    else if (event.key === 'ArrowUp') setIndex((active + items.length - 1) % items.length)
    else if (event.key === 'Enter' || event.key === 'Tab') items[active]?.choose()
    else if (event.key === 'Escape') dismissTrigger(editor.view)
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

  useLayoutEffect(() => {
    const { dom } = editor.view
    if (!isShown) {
      for (const name of ['aria-activedescendant', 'aria-controls', 'aria-haspopup']) dom.removeAttribute(name)
      return
    }
    dom.setAttribute('aria-controls', LIST_ID)
    dom.setAttribute('aria-haspopup', 'listbox')
    dom.setAttribute('aria-activedescendant', `${LIST_ID}-${active}`)
    const element = list.current
    if (!element) return
    const { left, top, bottom } = editor.view.coordsAtPos(trigger.from)
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
    element.style.top = `${bottom + 6 + height > innerHeight && top - height - 6 > 0 ? top - height - 6 : bottom + 6}px`
    element.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  if (!isShown) return null
  return (
    <div ref={list} id={LIST_ID} className="ox-suggestions" role="listbox" aria-label={t({ slash: 'Insert', mention: 'People', page: 'Pages' }[trigger.kind])}>
      {items.map((item, at) => (
        // The focus stays in the text; its keys move here.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={item.id} id={`${LIST_ID}-${at}`} role="option" aria-selected={at === active} className="ox-suggestion"
          onPointerDown={event => event.preventDefault()} onClick={item.choose} onPointerMove={() => setIndex(at)}
        >
          <span>{item.label}</span>
          {item.detail && <small>{item.detail}</small>}
        </div>
      ))}
    </div>
  )
}

function useItems(tools: EditorTools, trigger: Trigger | undefined): Item[] {
  const query = useDebounced(trigger?.query.trim() ?? '')
  const users = useEndpoint(searchUsers, { query: { query, limit: MOST } }, { enabled: trigger?.kind === 'mention', keepPrevious: true })
  const pages = useEndpoint(quickSearch, { query: { query } }, { enabled: trigger?.kind === 'page' && query !== '', keepPrevious: true })
  if (!trigger) return []
  const { editor, session } = tools
  const range = { from: trigger.from, to: trigger.to }
  switch (trigger.kind) {
    case 'slash': {
      const typed = trigger.query.trim().toLowerCase()
      return insertCommands()
        .filter(({ label, words }) => `${t(label)} ${label} ${words}`.toLowerCase().split(/\s+/).some(word => word.startsWith(typed)) || t(label).toLowerCase().includes(typed))
        .map(command => ({
          id: command.id, label: t(command.label), detail: command.hint ?? '',
          choose: () => {
            editor.chain().focus().deleteRange(range).run()
            command.run(tools)
          },
        }))
    }
    case 'mention':
      return (users.data?.results ?? []).map(({ userKey, username, displayName }) => ({
        id: userKey, label: displayName, detail: `@${username}`,
        choose: () => {
          session.knowPerson(userKey, displayName)
          editor.chain().focus().insertContentAt(range, [{ type: 'mention', attrs: { source: mentionSource(userKey) } }, { type: 'text', text: ' ' }]).run()
        },
      }))
    case 'page':
      if (query === '' || trigger.query.trim() === '') return []
      return (pages.data?.results ?? []).filter(({ type }) => type === 'page').slice(0, MOST).map(page => {
        const title = page.title.map(({ text }) => text).join('')
        const spaceKey = page.space && page.space.key !== session.view.space.key ? page.space.key : undefined
        return {
          id: page.id, label: title, detail: page.space?.name ?? '',
          choose: () => {
            const mark = { type: 'wikiLink', attrs: { head: pageLinkHead(title, spaceKey), body: 'none', shown: title } }
            editor.chain().focus().insertContentAt(range, { type: 'text', text: title, marks: [mark] }).unsetMark('wikiLink').run()
          },
        }
      })
  }
}
