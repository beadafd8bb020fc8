/** Views of the space directory, for server and browser. */
import type { SpaceEntry } from './contract.ts'
import { SPACE_ICON_PATH } from './shared.ts'

export const DIRECTORY_PATH = '/spacedirectory/view.action'
export const DIRECTORY_PAGE = 50

export const directoryViews = [
  { id: 'team', label: 'Team spaces', count: 'global', query: { type: 'global', status: 'current' } },
  { id: 'starred', label: 'Starred', count: 'favourite', query: { favourite: true, status: 'any' } },
  { id: 'personal', label: 'Personal', count: 'personal', query: { type: 'personal', status: 'current' } },
  { id: 'archived', label: 'Archived', count: 'archived', query: { status: 'archived' } },
] as const
export type DirectoryTab = (typeof directoryViews)[number]

/** View of an address; default: the first. */
export function directoryTabOf(id: unknown): DirectoryTab {
  return directoryViews.find(view => view.id === id) ?? directoryViews[0]
}

/** Address of a view, optionally of one category. */
export function directoryTabHref(view: DirectoryTab, category?: string): string {
  const query = new URLSearchParams({
    ...(view.id === directoryViews[0].id ? {} : { view: view.id }),
    ...(category === undefined ? {} : { label: category }),
  }).toString()
  return query === '' ? DIRECTORY_PATH : `${DIRECTORY_PATH}?${query}`
}

/** Logo path of a space, or of the default logo. */
export function iconOf(entry: SpaceEntry): string {
  return (entry['icon'] as { path?: string } | undefined)?.path ?? SPACE_ICON_PATH
}
