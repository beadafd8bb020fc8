import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  done,
  filesOf,
  macrosOf,
  makePeople,
  threeFiles,
  traces,
  whileFull,
  WHO,
  type Clients,
  type Who,
} from './testing/access.ts'
import { edits, makeDiagrams, now, sees, STATES, type Diagram, type State } from './testing/states.ts'
import { boxes, DIAGRAMS, gliffy } from './testing/wiki.ts'

const GLIFFY = '/rest/gliffy/1.0'
const RPC = '/rpc/json-rpc/confluenceservice-v2'

interface Call {
  /** Answers of states that are as good as open, or otherwise unlike what `statusFor` says. */
  statuses?: Partial<Record<State, number>>
  /** Of who has not signed in. */
  anonymous?: number
  send(client: HttpClient, diagram: Diagram, count: number): Promise<HttpReply>
  /** Expects that all of it was done. */
  whole(before: Diagram, reply: HttpReply, count: number): Promise<void>
}

function statusFor(who: Who, state: State, { statuses = {}, anonymous = 404 }: Call): number {
  if (who === 'anonymous') return anonymous
  if (!sees(who, state) || (state === 'removed' && statuses.removed === undefined)) return 404
  if (!edits(who, state)) return 403
  return statuses[state] ?? USUAL[state]
}

/** Answers to those who may edit. */
const USUAL: Record<State, number> = {
  open: 200,
  restricted: 200,
  hidden: 200,
  archived: 403,
  trashed: 404,
  removed: 404,
  taken: 400,
  full: 413,
}

onEachEngine(
  'what is done to a diagram',
  () => features,
  wiki => {
    let clients: Clients
    let diagrams: Record<State, Diagram>
    let count = 0

    beforeAll(async () => {
      clients = await makePeople(wiki())
      await done(wiki().admin.put(`${DIAGRAMS}/embedding/settings`, { enabled: true }))
      diagrams = await makeDiagrams(wiki())
    })

    const load = async ({ pageId, name }: Pick<Diagram, 'pageId' | 'name'>) =>
      (await done(wiki().admin.get(`${DIAGRAMS}?pageId=${pageId}&name=${encodeURIComponent(name)}`))).json
    /** Paths of links that were made, with the files that they show. */
    const links: { attachmentId: string; path: string }[] = []

    const CALLS: Record<string, Call> = {
      'is saved': {
        statuses: { taken: 409, removed: 409 },
        send: (client, { state, pageId, name, version }, count) =>
          client.post(DIAGRAMS, {
            pageId,
            name,
            version: state === 'taken' ? version - 1 : version,
            document: boxes(`Saved ${count}`),
          }),
        async whole({ pageId, name, version }, _reply, count) {
          expect(await filesOf(wiki(), pageId)).toMatchObject(threeFiles(name, version + 1))
          expect((await load({ pageId, name })).document).toEqual(boxes(`Saved ${count}`))
        },
      },
      'is drawn anew under another name': {
        statuses: { taken: 409, removed: 200 },
        send: (client, { state, pageId }, count) =>
          client.post(DIAGRAMS, {
            pageId,
            name: state === 'taken' ? 'Taken' : `New ${count}`,
            version: 0,
            document: boxes('New'),
          }),
        async whole({ pageId }, _reply, count) {
          expect(await filesOf(wiki(), pageId)).toMatchObject(threeFiles(`New ${count}`, 1))
          expect((await load({ pageId, name: `New ${count}` })).document).toEqual(boxes('New'))
        },
      },
      'gets another name': {
        // Nothing comes into an archived space; what is there can be changed.
        statuses: { archived: 200, full: 200 },
        send: (client, { state, pageId, attachmentId }, count) =>
          client.post(
            `/rest/api/content/${pageId}/child/attachment/${attachmentId}/move?newName=${state === 'taken' ? 'Taken' : `Renamed+${count}`}`,
          ),
        async whole({ pageId, name, version, shownOn }, _reply, count) {
          const files = await filesOf(wiki(), pageId)
          expect(files).toMatchObject(threeFiles(`Renamed ${count}`, version))
          for (const old of Object.keys(threeFiles(name, version))) expect(files).not.toHaveProperty(old)
          expect(await macrosOf(wiki(), shownOn)).toEqual([{ name: `Renamed ${count}`, pageid: pageId }])
        },
      },
      'is restored in an older version': {
        statuses: { taken: 409, removed: 404 },
        send: (client, { state, pageId, name, version }) =>
          client.post(`${DIAGRAMS}/restore`, {
            pageId,
            name,
            version: 1,
            latest: state === 'taken' ? version - 1 : version,
          }),
        async whole({ pageId, name, version }) {
          expect(await filesOf(wiki(), pageId)).toMatchObject(threeFiles(name, version + 1))
          expect((await load({ pageId, name })).document).toEqual(boxes('One'))
        },
      },
      'gets pages of another diagram': {
        statuses: { taken: 200 },
        send: (client, { attachmentId }) =>
          client.post(`${DIAGRAMS}/${attachmentId}/pages`, { document: boxes('Added') }),
        async whole({ pageId, name, version }, reply) {
          expect(await filesOf(wiki(), pageId)).toMatchObject(threeFiles(name, version + 1))
          const { pages } = (await load({ pageId, name })).document as ReturnType<typeof boxes>
          expect(pages.at(-1)).toMatchObject({ id: reply.json.page, objects: boxes('Added').pages[0]?.objects })
          expect(pages.length).toBeGreaterThan(1)
        },
      },
      'gets a link for elsewhere': {
        // A diagram that only some may see is not for everybody who has a link.
        statuses: { hidden: 403, taken: 200, full: 200 },
        anonymous: 401,
        send: (client, { pageId, attachmentId }) => client.post(`${GLIFFY}/embeddedDiagrams`, { pageId, attachmentId }),
        async whole({ attachmentId }, reply) {
          const { pathname: path } = new URL(reply.json.embedUrl as string)
          expect((await wiki().anonymous.get(path)).status).toBe(200)
          links.push({ attachmentId, path })
        },
      },
      'loses its links for elsewhere': {
        statuses: { archived: 200, taken: 200, full: 200 },
        anonymous: 401,
        send: (client, { pageId, attachmentId }) =>
          client.post(`${GLIFFY}/embeddedDiagrams/deactivate`, { pageId, attachmentId }),
        async whole({ attachmentId }, { json }) {
          const gone = links.filter(link => link.attachmentId === attachmentId)
          for (const { path } of gone) expect((await wiki().anonymous.get(path)).status).toBe(404)
          expect(json).toEqual({ deactivated: gone.length })
          links.splice(0, links.length, ...links.filter(link => !gone.includes(link)))
        },
      },
      'comes into the text of its page by JSON-RPC': {
        statuses: { archived: 200, removed: 200, full: 200 },
        send: async (client, { state, pageId }, count) => {
          const page = await now(wiki(), { ...diagrams[state], attachmentId: pageId })
          return client.post(`${RPC}/updatePage`, [
            {
              id: pageId,
              version: page.version,
              title: state === 'taken' ? 'Page open' : page.name,
              content: gliffy({ name: `Written ${count}` }),
            },
            { versionComment: 'Unpinned macro version', minorEdit: false },
          ])
        },
        async whole({ pageId }, _reply, count) {
          expect(await macrosOf(wiki(), pageId)).toEqual([{ name: `Written ${count}` }])
          const uses = await wiki()
            .app.database.read.selectFrom('diagram_use')
            .select('name')
            .where('content_id', '=', Number(pageId))
            .execute()
          expect(uses).toEqual([{ name: `Written ${count}` }])
        },
      },
    }

    describe.each(WHO)('by %s', who => {
      it.each(Object.entries(CALLS))(
        '%s: wholly where it is allowed, and without a trace where not',
        async (_name, call) => {
          let before = await traces(wiki())
          for (const state of STATES) {
            const diagram = await now(wiki(), diagrams[state])
            const send = () => call.send(clients[who], diagram, ++count)
            const reply = await (state === 'full' ? whileFull(wiki(), send) : send())
            const { status } = reply
            expect([state, status], reply.text).toEqual([state, statusFor(who, state, call)])
            const after = await traces(wiki())
            if (status === 200) {
              expect(after, state).not.toEqual(before)
              await call.whole(diagram, reply, count)
            } else expect(after, state).toEqual(before)
            before = after
          }
        },
      )
    })
  },
)
