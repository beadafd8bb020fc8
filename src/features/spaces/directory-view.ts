/** The views of the space directory, shared by the server's document and the screen. */
import type { SpaceEntry } from './contract.ts'
import { SPACE_ICON_PATH } from './shared.ts'

export const DIRECTORY_PATH = '/spacedirectory/view.action'
/** Spaces on one page of the directory. */
export const DIRECTORY_PAGE = 50

export const directoryViews = [
  { id: 'team', label: 'Team spaces', count: 'global', query: { type: 'global', status: 'current' } },
  { id: 'starred', label: 'Starred', count: 'favourite', query: { favourite: true, status: 'any' } },
  { id: 'personal', label: 'Personal', count: 'personal', query: { type: 'personal', status: 'current' } },
  { id: 'archived', label: 'Archived', count: 'archived', query: { status: 'archived' } },
] as const
export type DirectoryView = (typeof directoryViews)[number]

/** The view that an address asks for; the first where it asks for none. */
export function viewOf(id: unknown): DirectoryView {
  return directoryViews.find(view => view.id === id) ?? directoryViews[0]
}

/** Address of a view, maybe of one category alone. */
export function viewHref(view: DirectoryView, category?: string): string {
  const query = new URLSearchParams({ ...(view.id === directoryViews[0].id ? {} : { view: view.id }), ...(category === undefined ? {} : { label: category }) }).toString()
  return query === '' ? DIRECTORY_PATH : `${DIRECTORY_PATH}?${query}`
}

/** Path of a space's logo, or of the one that spaces have without theirs. */
export function iconOf(entry: SpaceEntry): string {
  return (entry['icon'] as { path?: string } | undefined)?.path ?? SPACE_ICON_PATH
}
