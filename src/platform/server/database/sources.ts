import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Data that answers are made from and events change:
 *
 * - `page`: what belongs to one page or post: text, comments, files, labels
 * - `level`: the pages below a page, their order, and which of them have pages below; `top`, of a space: the same of its
 *   pages without a parent; `tree`, of a space: all its levels
 * - `titles`, of a space: which pages and posts there are
 * - `space`: anything in the space, all of the above
 * - `account`: what only this user sees, such as their notifications
 *
 * Everything else has no source, and changes with an event that changes everything; so do the titles and places of
 * existing pages.
 */
export type Source = `${'page' | 'level' | 'top' | 'tree' | 'titles' | 'space' | 'account'} ${number}`

/**
 * The sources of an answer. An event that does not say what it changes, such as one of accounts, permissions or
 * settings, changes the answers of all sources, those of none too; answers of `everything` change with every event.
 */
export type Sources = 'everything' | readonly Source[]

/** The sources of data that no event with {@link NewEvent.changes} touches, e.g. accounts, permissions, settings. */
export const SITE_WIDE: readonly Source[] = []

/** A call, fact or rendering whose sources are being recorded. */
class Recording {
  readonly #sources = new Set<Source>()
  #isEverything = false

  add(sources: Sources): void {
    if (sources === 'everything') this.#isEverything = true
    else for (const source of sources) this.#sources.add(source)
  }

  get sources(): Sources {
    return this.#isEverything ? 'everything' : [...this.#sources]
  }
}

interface Place {
  readonly recording: Recording
  /** The sources of the queries that run here have been named. */
  readonly isNamed: boolean
}

const places = new AsyncLocalStorage<Place | undefined>()

/**
 * Runs `work` and records its sources: those that are named, and everything once a query runs outside of them. Of a call
 * that is being recorded itself they are sources too, also if the work fails. Inside of {@link madeFrom} too, the work
 * has to name its own.
 */
export async function recordSources<T>(work: () => Promise<T>): Promise<{ value: T; sources: Sources }> {
  const recording = new Recording()
  try {
    const value = await places.run({ recording, isNamed: false }, work)
    return { value, sources: recording.sources }
  } finally {
    addSources(recording.sources)
  }
}

/** Names the sources of all that `work` queries. */
export function madeFrom<T>(sources: readonly Source[], work: () => T): T {
  const place = places.getStore()
  if (!place) return work()
  place.recording.add(sources)
  return place.isNamed ? work() : places.run({ recording: place.recording, isNamed: true }, work)
}

/** Runs what an extension reads: made from these sources if it names them, else from what is recorded. */
export async function readExtension<T>(sources: readonly Source[] | undefined, work: () => Promise<T>): Promise<T> {
  return (await recordSources(() => (sources === undefined ? work() : madeFrom(sources, work)))).value
}

/** Adds sources to the call that is being recorded, of data that came from elsewhere than a query. */
export function addSources(sources: Sources): void {
  places.getStore()?.recording.add(sources)
}

/** Runs work that a call begins and does not wait for: what it queries is not part of the call's answer. */
export function unrecorded<T>(work: () => T): T {
  return places.run(undefined, work)
}

/** Called for each query that reads, in the asynchronous context of who asked. */
export function noteQuery(): void {
  const place = places.getStore()
  if (place && !place.isNamed) place.recording.add('everything')
}

/** Changes of a page or post, or of what belongs to it, that no other page shows. */
export function changesOfPage(spaceId: number, pageId: number): readonly Source[] {
  return [`page ${pageId}`, `space ${spaceId}`]
}

/** Sources of a level of a space's tree. @param parentId null for the top */
export function levelSources(spaceId: number, parentId: number | null): readonly Source[] {
  return [levelSource(spaceId, parentId), `tree ${spaceId}`]
}

/** Changes of a level of a space's tree. @param parentId null for the top */
export function levelSource(spaceId: number, parentId: number | null): Source {
  return parentId === null ? `top ${spaceId}` : `level ${parentId}`
}
