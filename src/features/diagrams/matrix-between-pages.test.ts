import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWiki, type HttpClient, type HttpReply, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  archive,
  done,
  filesOf,
  macrosOf,
  makePage,
  makePeople,
  restrict,
  showing,
  threeFiles,
  traces,
  whileFull,
  WHO,
  type Clients,
  type Who,
} from './testing/access.ts'
import { edits, makeDiagrams, sees, type Diagram, type State } from './testing/states.ts'
import { boxes, DIAGRAMS, saved } from './testing/wiki.ts'

const SOURCES = ['open', 'restricted', 'hidden', 'archived', 'trashed', 'removed'] as const
const TARGETS = ['open', 'restricted', 'hidden', 'archived', 'trashed', 'taken', 'full'] as const
type Target = (typeof TARGETS)[number]

/** Answers to those who may edit the target. */
const USUAL: Record<Target, number> = {
  open: 200,
  restricted: 200,
  hidden: 200,
  archived: 403,
  trashed: 404,
  taken: 400,
  full: 413,
}

describe('what is done to a diagram and another page', () => {
  let wiki: TestWiki
  let clients: Clients
  let diagrams: Record<State, Diagram>
  /** Pages for each who asks, in each state, which show all diagrams. */
  const targets = {} as Record<Who, Record<Target, string>>
  let count = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    clients = await makePeople(wiki)
    diagrams = await makeDiagrams(wiki)
    const value = SOURCES.map(state => showing(diagrams[state].pageId, 'Flow')).join('')
    await archive(wiki, false)
    for (const who of WHO) {
      const pages = {} as Record<Target, string>
      for (const state of TARGETS)
        pages[state] = await makePage(wiki, state === 'archived' ? 'SHUT' : 'MINE', `For ${who}, ${state}`, value)
      await restrict(wiki, pages.restricted, 'update')
      await restrict(wiki, pages.hidden, 'read')
      await saved(wiki.admin, pages.taken, 'Taken', boxes('taken'))
      await done(wiki.admin.delete(`/rest/api/content/${pages.trashed}`))
      targets[who] = pages
    }
    await archive(wiki, true)
  })
  afterAll(() => wiki.close())

  const documentOf = async (page: string, name: string) =>
    (await done(wiki.admin.get(`${DIAGRAMS}?pageId=${page}&name=${encodeURIComponent(name)}`))).json.document as unknown

  interface Call {
    /** Whether the diagram is changed, so that its page must be one to edit. */
    changesSource: boolean
    statuses?: Partial<Record<Target, number>>
    send(client: HttpClient, source: Diagram, target: string, name: string): Promise<HttpReply>
    /** Expects that all of it was done. */
    whole(source: Diagram, target: string, name: string): Promise<void>
    undo?(source: Diagram, target: string): Promise<void>
  }

  const CALLS: Record<string, Call> = {
    'is moved': {
      changesSource: true,
      statuses: { full: 200 },
      send: (client, { pageId, attachmentId }, target, name) => {
        const query = new URLSearchParams({ newContentId: target, newName: name })
        return client.post(`/rest/api/content/${pageId}/child/attachment/${attachmentId}/move?${query}`)
      },
      async whole({ pageId, shownOn }, target, name) {
        expect(await filesOf(wiki, target)).toMatchObject(threeFiles(name, 2))
        expect(await filesOf(wiki, pageId)).toEqual({})
        expect(await macrosOf(wiki, shownOn)).toEqual([{ name, pageid: target }])
      },
      async undo({ pageId, attachmentId, state }, target) {
        if (state === 'archived') await archive(wiki, false)
        const query = new URLSearchParams({ newContentId: pageId, newName: 'Flow' })
        await done(wiki.admin.post(`/rest/api/content/${target}/child/attachment/${attachmentId}/move?${query}`))
        if (state === 'archived') await archive(wiki, true)
      },
    },
    'is unlinked': {
      changesSource: false,
      send: (client, { pageId }, target, name) => {
        const query = new URLSearchParams({ targetPageId: target, targetDiagramName: name })
        return client.post(`/rest/gliffy/1.0/diagrams/unlink/${pageId}/Flow?${query}`)
      },
      async whole({ pageId, shownOn }, target, name) {
        expect(await filesOf(wiki, target)).toMatchObject(threeFiles(name, 1))
        expect(await documentOf(target, name)).toEqual(boxes('Two'))
        const macros = await macrosOf(wiki, target)
        expect(macros).toContainEqual({ name })
        expect(macros).not.toContainEqual({ name: 'Flow', pageid: pageId })
        expect(macros).toHaveLength(SOURCES.length)
        expect(await filesOf(wiki, pageId)).toEqual(threeFiles('Flow', 2))
        expect(await macrosOf(wiki, shownOn)).toEqual([{ name: 'Flow', pageid: pageId }])
      },
    },
  }

  function statusFor(who: Who, source: State, target: Target, { changesSource, statuses }: Call): number {
    if (!sees(who, source) || source === 'removed') return 404
    if (changesSource && !edits(who, source)) return 403
    if (!sees(who, target)) return 404
    if (!edits(who, target)) return 403
    return statuses?.[target] ?? USUAL[target]
  }

  describe.each(WHO)('by %s', who => {
    it.each(Object.entries(CALLS))(
      '%s: wholly where it is allowed, and without a trace where not',
      async (_name, call) => {
        let before = await traces(wiki)
        for (const source of SOURCES) {
          for (const target of TARGETS) {
            const page = targets[who][target]
            const name = target === 'taken' ? 'Taken' : `Diagram ${++count}`
            const send = () => call.send(clients[who], diagrams[source], page, name)
            const { status, text } = await (target === 'full' ? whileFull(wiki, send) : send())
            const label = `${source} to ${target}`
            expect([label, status], text).toEqual([label, statusFor(who, source, target, call)])
            if (status !== 200) {
              expect(await traces(wiki), label).toEqual(before)
              continue
            }
            await call.whole(diagrams[source], page, name)
            await call.undo?.(diagrams[source], page)
            before = await traces(wiki)
          }
        }
      },
    )
  })
})
