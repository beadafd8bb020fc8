/**
 * Slots: named places of the page that features fill, so that the page knows no feature.
 * Each slot's context is declared once, here or by the feature that owns the place (declaration merging).
 */
import { Component, Fragment, type ReactNode, type RefObject } from 'react'
import type { Frame } from './feature.ts'
import { useIsLive } from './reader.ts'

/** Contexts by slot. A feature that offers a place of its own adds to this interface. */
export interface Slots {
  'header.start': Frame
  /** The spaces menu, while it is open; `close` shuts it. */
  'header.spaces': { close: () => void }
  /** What else can be created, in the menu beside Create while it is open; `close` shuts it. */
  'header.create': Frame & { close: () => void }
  'header.center': Frame
  'header.end': Frame
  /** Entries of the app switcher's panel. */
  'header.apps': Frame
  /** Entries of the help panel. */
  'header.help': Frame
  /** Suggestions under the search box while it is in use. */
  'header.search': { query: string; input: RefObject<HTMLInputElement | null>; close: () => void }
  /** Entries of the user's menu, before "Log Out". */
  'header.user': { close: () => void }
  'space.sidebar': { spaceKey: string; contentId: string | undefined; collapsed: boolean; place: Frame['spacePlace'] }
  'page.banner': PageSlotContext
  'page.byline': PageSlotContext
  'page.actions': PageSlotContext
  'page.after': PageSlotContext
  'page.rail': PageSlotContext
  /** Shown at a selection of text in the article. */
  'selection.panel': PageSlotContext & { selection: Selection; close: () => void }
  'admin.nav': { path: string }
}

export interface PageSlotContext {
  contentId: string
  /** The version that the address asks for; absent for the current one. */
  version?: number | undefined
  spaceKey: string
  mode: 'view' | 'edit'
}

export type SlotName = keyof Slots

export interface SlotEntry<Name extends SlotName> {
  name: Name
  /** Unique in its slot; also the key of what it renders. */
  id: string
  /** Small comes first. Default 100. */
  order?: number
  /** The server renders it too, by the same view: it is there from the first render on. */
  inDocument?: boolean
  render: (context: Slots[Name]) => ReactNode
}

export type AnySlotEntry = { [Name in SlotName]: SlotEntry<Name> }[SlotName]

const entries = new Map<SlotName, AnySlotEntry[]>()

/** Fills a slot. An entry with the same id is replaced. */
export function registerSlot<Name extends SlotName>(name: Name, entry: Omit<SlotEntry<Name>, 'name'>): void {
  const others = (entries.get(name) ?? []).filter(other => other.id !== entry.id)
  const next = [...others, { ...entry, name } as unknown as AnySlotEntry]
  next.sort((a, b) => (a.order ?? 100) - (b.order ?? 100) || (a.id < b.id ? -1 : 1))
  entries.set(name, next)
}

/** An entry for `webFeature({ slots: [slot('page.after', { … })] })`. */
export function slot<Name extends SlotName>(name: Name, entry: Omit<SlotEntry<Name>, 'name'>): AnySlotEntry {
  return { ...entry, name } as unknown as AnySlotEntry
}

/** Whether anything fills the slot. */
export function slotFilled(name: SlotName): boolean {
  return (entries.get(name)?.length ?? 0) > 0
}

/** Renders what fills the slot, in order. An entry that fails is left out and logged; the page stays. */
export function Slot<Name extends SlotName>({ name, context }: { name: Name; context: Slots[Name] }): ReactNode {
  const isLive = useIsLive()
  const filled = (entries.get(name) ?? []) as unknown as SlotEntry<Name>[]
  return filled.filter(entry => isLive || entry.inDocument).map(entry => (
    <Guard key={entry.id} where={`${name}/${entry.id}`}>
      <Entry render={() => entry.render(context)} />
    </Guard>
  ))
}

/** Calls `render` inside the guard, so that what it throws is caught there. */
function Entry({ render }: { render: () => ReactNode }): ReactNode {
  return <Fragment>{render()}</Fragment>
}

class Guard extends Component<{ where: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportError(new Error(`Slot ${this.props.where} failed`, { cause: error }))
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
