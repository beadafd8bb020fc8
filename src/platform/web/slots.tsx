/**
 * Slots: named places of the page filled by features. Contexts are declared here or by the owning feature (declaration
 * merging).
 */
import { Component, Fragment, type ReactNode, type RefObject } from 'react'
import type { Frame } from './feature.ts'
import { useIsLive } from './reader.ts'

/** Contexts by slot, extended by features. */
export interface Slots {
  'header.start': Frame
  'header.spaces': { close: () => void }
  'header.create': Frame & { close: () => void }
  'header.center': Frame
  'header.end': Frame
  'header.apps': Frame & { close: () => void }
  'header.help': Frame
  'header.search': { query: string; input: RefObject<HTMLInputElement | null>; close: () => void }
  /** User menu entries, before "Log Out". */
  'header.user': { close: () => void }
  'space.sidebar': { spaceKey: string; contentId: string | undefined; collapsed: boolean; place: Frame['spacePlace'] }
  'page.banner': PageSlotContext
  'page.byline': PageSlotContext
  'page.actions': PageSlotContext
  'page.after': PageSlotContext
  'page.rail': PageSlotContext
  'admin.nav': { path: string }
  /** Banners above the top bar. */
  'frame.top': Frame
  /** Logs the user in again after the session has ended; `close` goes back to the screen. */
  'session.ended': { close: () => void }
  /** Shown if an address has no content, or none that the reader may see. `path`: address with its query. */
  'frame.missing': { path: string }
  /** Above "Powered by", on every screen. */
  'frame.footer': Frame
}

export interface PageSlotContext {
  contentId: string
  /** Version in the address; absent for the current one. */
  version?: number | undefined
  spaceKey: string
  mode: 'view' | 'edit'
}

export type SlotName = keyof Slots

export interface SlotEntry<Name extends SlotName> {
  name: Name
  /** Unique in its slot; the React key. */
  id: string
  /** Ascending. Default 100. */
  order?: number
  /** Also rendered by the server, so present from the first render. */
  inDocument?: boolean
  render: (context: Slots[Name]) => ReactNode
}

export type AnySlotEntry = { [Name in SlotName]: SlotEntry<Name> }[SlotName]

const entries = new Map<SlotName, AnySlotEntry[]>()

/** Fills a slot; replaces an entry with the same id. */
export function registerSlot<Name extends SlotName>(name: Name, entry: Omit<SlotEntry<Name>, 'name'>): void {
  const others = (entries.get(name) ?? []).filter(other => other.id !== entry.id)
  const next = [...others, { ...entry, name } as unknown as AnySlotEntry]
  next.sort((a, b) => (a.order ?? 100) - (b.order ?? 100) || (a.id < b.id ? -1 : 1))
  entries.set(name, next)
}

/** Entry for `webFeature({ slots: [slot('page.after', { … })] })`. */
export function slot<Name extends SlotName>(name: Name, entry: Omit<SlotEntry<Name>, 'name'>): AnySlotEntry {
  return { ...entry, name } as unknown as AnySlotEntry
}

/** Whether a slot has entries. */
export function slotFilled(name: SlotName): boolean {
  return (entries.get(name)?.length ?? 0) > 0
}

/** Renders a slot's entries in order. Failing entries are logged and left out. */
export function Slot<Name extends SlotName>({ name, context }: { name: Name; context: Slots[Name] }): ReactNode {
  const isLive = useIsLive()
  const filled = (entries.get(name) ?? []) as unknown as SlotEntry<Name>[]
  return filled
    .filter(entry => isLive || entry.inDocument)
    .map(entry => (
      <Guard key={entry.id} where={`${name}/${entry.id}`}>
        <Entry render={() => entry.render(context)} />
      </Guard>
    ))
}

/** Renders inside the error boundary. */
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
