/** The work left to do when pages were deleted and the page above them is shown. */
export interface DeletedHierarchy {
  title: string
  spaceKey: string
  parentId: string | null
}

const ANCHOR = '#delete-complete'
const KEY = 'oxbow.deleted-hierarchy'

/** Address of a page that completes the deletion, after a reload too. */
export function deleteCompletePath(path: string, deleted: DeletedHierarchy): string {
  sessionStorage.setItem(KEY, JSON.stringify(deleted))
  return `${path}${ANCHOR}`
}

/** Whether the address is of a page above deleted ones. */
export function isDeleteComplete(hash: string): boolean {
  return hash === ANCHOR
}

/** The deleted pages, once; undefined if another window or no window deleted them. */
export function takeDeletedHierarchy(): DeletedHierarchy | undefined {
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as DeletedHierarchy)
}
