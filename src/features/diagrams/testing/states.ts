import type { TestWiki } from '#platform/server/testing/harness.ts'
import { archive, done, makePage, restrict, showing, type Who } from './access.ts'
import { boxes, saved } from './wiki.ts'

/**
 * States of a page with a diagram. `restricted` leaves editing to administrators, `hidden` reading too; `removed` has
 * the file in the trash; `taken` asks for a name or version that is taken, `full` is over the limit for files.
 */
export const STATES = ['open', 'restricted', 'hidden', 'archived', 'trashed', 'removed', 'taken', 'full'] as const
export type State = (typeof STATES)[number]

/** A diagram as it is now. */
export interface Diagram {
  state: State
  pageId: string
  attachmentId: string
  name: string
  version: number
  /** A page that shows it. */
  shownOn: string
}

/** A diagram in each state, in the second version. */
export async function makeDiagrams(wiki: TestWiki): Promise<Record<State, Diagram>> {
  const diagrams = {} as Record<State, Diagram>
  for (const state of STATES) {
    const pageId = await makePage(wiki, state === 'archived' ? 'SHUT' : 'MINE', `Page ${state}`)
    const shownOn = await makePage(wiki, 'THEIRS', `Shows ${state}`, showing(pageId, 'Flow'))
    await saved(wiki.admin, pageId, 'Flow', boxes('One'))
    const { attachmentId } = await saved(wiki.admin, pageId, 'Flow', boxes('Two'), 1)
    if (state === 'taken') await saved(wiki.admin, pageId, 'Taken', boxes('taken'))
    diagrams[state] = { state, pageId, attachmentId, name: 'Flow', version: 2, shownOn }
  }
  await restrict(wiki, diagrams.restricted.pageId, 'update')
  await restrict(wiki, diagrams.hidden.pageId, 'read')
  await done(wiki.admin.delete(`/rest/api/content/${diagrams.trashed.pageId}`))
  await done(wiki.admin.delete(`/rest/api/content/${diagrams.removed.attachmentId}`))
  await archive(wiki, true)
  return diagrams
}

/** A diagram with the name and version that it has by now. */
export async function now({ app }: TestWiki, diagram: Diagram): Promise<Diagram> {
  const { title: name, version } = await app.database.read
    .selectFrom('content')
    .select(['title', 'version'])
    .where('id', '=', Number(diagram.attachmentId))
    .executeTakeFirstOrThrow()
  return { ...diagram, name, version }
}

/** Whether one sees the page of a diagram. */
export const sees = (who: Who, state: State): boolean =>
  who !== 'anonymous' && state !== 'trashed' && (state !== 'hidden' || who === 'admin')

/** Whether who sees the page may change what is on it. */
export const edits = (who: Who, state: State): boolean =>
  who === 'admin' || (who === 'editor' && state !== 'restricted')

/** Whether who sees the page may draw on it: nothing comes into an archived space. */
export const draws = (who: Who, state: State): boolean => edits(who, state) && state !== 'archived'
