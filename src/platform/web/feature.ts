import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { SettingsArea } from './settings-areas.ts'
import type { ShortcutDefinition } from './shortcuts/registry.ts'
import type { AnySlotEntry } from './slots.tsx'
import type { Tracker } from './tracking.ts'

/** Type of the `$placeholders` of a path: `/display/$key/$title` → `{ key: string; title: string }`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Param<Head> & PathParams<Tail>
  : Param<Path>
type Param<Segment extends string> = Segment extends '$'
  ? { _splat: string }
  : Segment extends `$${infer Name}`
    ? Record<Name, string>
    : unknown

/** Query parameters; repeated ones are arrays. */
export type Search = Readonly<Record<string, string | readonly string[] | undefined>>

/** Parts of the frame around a screen. */
export interface Frame {
  /** Space of the sidebar; absent on site-wide screens. */
  spaceKey?: string
  /** Content marked in the page tree. */
  contentId?: string
  /** Sidebar content in place of the page tree. */
  spacePlace?: 'blogs' | 'settings'
  /** Default: the space's, if any. */
  sidebar?: 'space' | 'admin'
  /** `bare`: no sidebar and search (sign-in, set-up). */
  layout?: 'normal' | 'bare'
  /** Tab title without the site name. */
  title?: string
}

export interface PrepareContext<Path extends string> {
  params: PathParams<Path>
  /** Undecoded path, so that `+` and `%2B` differ. */
  pathname: string
  search: Search
  query: QueryClient
  signal: AbortSignal
}

/** Screen to be entered, and its address. */
export interface EnterContext extends PrepareContext<string> {
  href: string
}

export interface ScreenProps<Path extends string = string> {
  params: PathParams<Path>
  search: Search
}

/** Screen and its address. The module is a chunk loaded on demand. */
export interface ScreenRoute<Path extends string = string> {
  path: Path
  /** Module whose default export is the screen. */
  screen: () => Promise<{ default: ComponentType<ScreenProps<Path>> }>
  /**
   * Called on client-side navigation before the current screen is left: false stays. For screens that may fail to load;
   * reports failures itself.
   */
  enter?: (context: EnterContext) => Promise<boolean>
  /**
   * Called before the screen shows: fetches into the cache (seeded data is there) and returns the frame. May throw
   * `redirectTo(href)` or an `ApiError`.
   */
  prepare?: (context: PrepareContext<Path>) => Promise<Frame | undefined> | Frame | undefined
}

export interface WebFeature {
  name: string
  routes?: readonly ScreenRoute[]
  slots?: readonly AnySlotEntry[]
  shortcuts?: readonly ShortcutDefinition[]
  /** User settings screens for the navigation of the settings. */
  settingsAreas?: readonly SettingsArea[]
  /** Receiver of tracked events. One feature has it. */
  tracker?: Tracker
}

/** Declares a feature's browser part. Listed in `src/web.tsx`. */
export function webFeature(feature: WebFeature): WebFeature {
  return feature
}

/** Declares a screen, with `params` typed by the path. */
export function screenRoute<const Path extends string>(route: ScreenRoute<Path>): ScreenRoute {
  return route as unknown as ScreenRoute
}
