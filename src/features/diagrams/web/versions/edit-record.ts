import { EDITOR_PATH } from '../../names.ts'

/** Key of the record in the browser's storage. */
export const EDITED_KEY = 'gliffy-diagram-edited'

/** That a diagram was edited which a page is pinned to a version of: the page shows nothing of it yet. */
export interface PinnedEdit {
  name: string
  /** Page of the attachment. */
  ceoid: string
  /** The page that shows it; absent in records of others. */
  pageId?: string
  isPinned: boolean
  /** Whether it was edited from within the page editor. */
  inline: boolean
  /** The pinned version. */
  version: number
  /** Whether that version was edited, else the latest. */
  isPinnedEdited: boolean
}

/** The record's text: an address whose query says it all. */
export function editRecord({ name, ceoid, pageId, isPinned, inline, version, isPinnedEdited }: PinnedEdit): string {
  const query = new URLSearchParams({ name, ceoid, isPinned: String(isPinned), inline: String(inline) })
  if (pageId !== undefined) query.set('pageId', pageId)
  query.set(isPinnedEdited ? 'attachmentVersion' : 'originalAttachmentVersion', String(version))
  return `${EDITOR_PATH}?${query}`
}

/** Parses a record; undefined for what names no diagram. */
export function readEditRecord(record: string): PinnedEdit | undefined {
  const query = new URLSearchParams(record.slice(record.indexOf('?') + 1))
  const [name, ceoid, pageId] = [query.get('name') ?? '', query.get('ceoid') ?? '', query.get('pageId')]
  const edited = query.get('attachmentVersion')
  const version = Number(edited ?? query.get('originalAttachmentVersion') ?? 0)
  if (name === '' || ceoid === '') return undefined
  return {
    name,
    ceoid,
    ...(pageId === null ? {} : { pageId }),
    isPinned: query.get('isPinned') === 'true',
    inline: query.get('inline') === 'true',
    version: Number.isSafeInteger(version) && version > 0 ? version : 0,
    isPinnedEdited: edited !== null,
  }
}

/** Whether there is a record. */
export function hasPinnedEdit(): boolean {
  try {
    return localStorage.getItem(EDITED_KEY) !== null
  } catch {
    // A browser without storage.
    return false
  }
}

export function storePinnedEdit(edit: PinnedEdit): void {
  try {
    localStorage.setItem(EDITED_KEY, editRecord(edit))
  } catch (error) {
    reportError(error)
  }
}

/** Reads the record and removes it. */
export function takePinnedEdit(): PinnedEdit | undefined {
  try {
    const record = localStorage.getItem(EDITED_KEY)
    localStorage.removeItem(EDITED_KEY)
    return record === null ? undefined : readEditRecord(record)
  } catch (error) {
    reportError(error)
    return undefined
  }
}
