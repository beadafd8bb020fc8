import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { conflictText, merge, type Conflict, type Merge } from '#language/merge.ts'
import { parse } from '#language/parse.ts'
import { compareVersions, convertBody, getContent } from '#features/content/contract.ts'
import type { EditorSession } from '../session.ts'
import { mergeTitles, type MergedTitle } from './titles.ts'

/** A conflict as it is shown. An empty side has deleted the blocks. */
export interface ShownConflict {
  conflict: Conflict
  /** HTML; storage format as text where it could not be rendered. */
  theirs: string
  mine: string
  isRendered: boolean
}

/** The version that was published meanwhile, and this text merged with it. */
export interface LoadedMerge {
  version: number
  author: string
  /** The user published it elsewhere. */
  isMine: boolean
  title: MergedTitle
  merge: Merge
  conflicts: readonly ShownConflict[]
  /** HTML of the changes of others; undefined if they cannot be compared. */
  changes: string | undefined
}

/** Reads what was published and merges the editor's text with it. @throws ApiError */
export async function loadMerge(session: EditorSession): Promise<LoadedMerge> {
  const { id } = session.view
  const { title, storage, baseVersion } = session.text()
  const current = await call(getContent, { params: { id }, query: { expand: 'version,body.storage' } })
  const version = current['version'] as { number: number; by?: { username?: string; displayName?: string } }
  const theirs = { title: current.title, storage: storageOf(current) }
  const isNewer = version.number > baseVersion && baseVersion > 0
  const base = isNewer ? await readBase(id, baseVersion) : undefined
  const merged = merge(parse(base?.storage ?? ''), parse(theirs.storage), parse(storage))
  return {
    version: version.number,
    author: version.by?.displayName ?? t('Somebody'),
    isMine: version.by?.username !== undefined && version.by.username === pageData().user?.username,
    title: mergeTitles(base?.title, theirs.title, title),
    merge: merged,
    conflicts: await showConflicts(session, merged.conflicts),
    changes: base
      ? (await call(compareVersions, { params: { id }, query: { from: baseVersion, to: version.number } })).inline
      : undefined,
  }
}

/** The version that the text was begun on; undefined if it is deleted. */
async function readBase(id: string, version: number): Promise<{ title: string; storage: string } | undefined> {
  try {
    const content = await call(getContent, {
      params: { id },
      query: { expand: 'body.storage', version },
    })
    return { title: content.title, storage: storageOf(content) }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

function storageOf(content: Readonly<Record<string, unknown>>): string {
  return (content['body'] as { storage?: { value?: string } } | undefined)?.storage?.value ?? ''
}

/** Renders all sides with one call. */
async function showConflicts(session: EditorSession, conflicts: readonly Conflict[]): Promise<ShownConflict[]> {
  const { id, space } = session.view
  const sides = conflicts.map(conflict => [conflictText(conflict, 'theirs'), conflictText(conflict, 'mine')] as const)
  const value = sides.flatMap(both => both.map(side => `<div>${side}</div>`)).join('')
  const answer =
    value === ''
      ? undefined
      : await call(convertBody, {
          params: { to: 'view' },
          query: { spaceKeyContext: space.key, pageIdContext: id },
          body: { value, representation: 'storage' },
        }).catch(() => undefined)
  const { children } = new DOMParser().parseFromString(answer?.value ?? '', 'text/html').body
  const isRendered = children.length === 2 * conflicts.length
  return sides.map(([theirs, mine], index) => ({
    conflict: conflicts[index] as Conflict,
    theirs: isRendered ? (children[2 * index]?.innerHTML ?? '') : theirs,
    mine: isRendered ? (children[2 * index + 1]?.innerHTML ?? '') : mine,
    isRendered,
  }))
}
