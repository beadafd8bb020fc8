import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { InsertableMacro } from './insertable-macros.ts'
import type { ShortcutDefinition } from './shortcuts/registry.ts'
import type { AnySlotEntry } from './slots.tsx'

/** Names of the `$placeholders` of a path: `/display/$key/$title` → `{ key: string; title: string }`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Param<Head> & PathParams<Tail>
  : Param<Path>
type Param<Segment extends string> = Segment extends '$'
  ? { _splat: string }
  : Segment extends `$${infer Name}`
    ? Record<Name, string>
    : unknown

/** Query parameters of an address, as they stand in it: a repeated one is an array. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>

/** What the frame around a screen shows. */
export interface Frame {
  /** Space whose sidebar stands at the left; absent for screens of the whole site. */
  spaceKey?: string
  /** Content that the screen shows; marked in the page tree. */
  contentId?: string
  /** What stands in the space's sidebar in the place of its pages, beside screens about its blog or its settings. */
  spacePlace?: 'blogs' | 'settings'
  /** `admin` shows the administration's links at the left. Default: the space's, where there is a space. */
  sidebar?: 'space' | 'admin'
  /** `bare`: no sidebar and no search, for sign-in and set-up. */
  layout?: 'normal' | 'bare'
  /** Title of the browser's tab, without the site's name. */
  title?: string
}

export interface PrepareContext<Path extends string> {
  params: PathParams<Path>
  /** Path of the address as it stands in it: not decoded, so that `+` and `%2B` stay apart. */
  pathname: string
  search: Search
  query: QueryClient
  signal: AbortSignal
}

/** A screen that is about to be gone to, as `prepare` gets it, and its whole address. */
export interface EnterContext extends PrepareContext<string> {
  href: string
}

export interface ScreenProps<Path extends string = string> {
  params: PathParams<Path>
  search: Search
}

/** A screen and its address. The screen's module is a chunk of its own, loaded when the address is opened. */
export interface ScreenRoute<Path extends string = string> {
  path: Path
  /** Module whose default export is the screen. */
  screen: () => Promise<{ default: ComponentType<ScreenProps<Path>> }>
  /**
   * Asked when somebody goes to the screen from another one, before that one is given up: false keeps it. For a screen
   * that may fail to load while the one before is still of use; says itself why it does not open.
   */
  enter?: (context: EnterContext) => Promise<boolean>
  /**
   * Runs before the screen shows: fetches what it needs into the cache (what the document carried is there
   * already) and says what the frame shows. May throw `redirectTo(href)` or an `ApiError`.
   */
  prepare?: (context: PrepareContext<Path>) => Promise<Frame | undefined> | Frame | undefined
}

export interface WebFeature {
  name: string
  routes?: readonly ScreenRoute[]
  slots?: readonly AnySlotEntry[]
  shortcuts?: readonly ShortcutDefinition[]
  /** Macros that the editor offers to insert. */
  macros?: readonly InsertableMacro[]
  /** Texts by language; English has those that its keys do not say themselves: `{ de: () => import('../i18n/de.json', …) }`. */
  messages?: Readonly<Record<string, () => Promise<{ default: Record<string, string> }>>>
}

/** Declares what a feature adds to the browser. Listed in `src/web.tsx`. */
export function webFeature(feature: WebFeature): WebFeature {
  return feature
}

/** Declares a screen; the types of `params` follow from the path. */
export function screenRoute<const Path extends string>(route: ScreenRoute<Path>): ScreenRoute {
  return route as unknown as ScreenRoute
}
