import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWiki, type HttpReply, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { makePeople, traces, WHO, type Clients, type Who } from './testing/access.ts'
import { draws, edits, makeDiagrams, sees, STATES, type Diagram, type State } from './testing/states.ts'
import { DIAGRAMS, viewOf } from './testing/wiki.ts'

const GLIFFY = '/rest/gliffy/1.0'
const RPC = '/rpc/json-rpc/confluenceservice-v2'

describe('what is asked about a diagram', () => {
  let wiki: TestWiki
  let clients: Clients
  let diagrams: Record<State, Diagram>

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    clients = await makePeople(wiki)
    diagrams = await makeDiagrams(wiki)
  })
  afterAll(() => wiki.close())

  /** A question about a diagram: its path, the facts in an answer, and people who are refused though they may read. */
  interface Question {
    path(diagram: Diagram): string
    tells?(reply: HttpReply, diagram: Diagram, who: Who): void
    /** Refused to who may not draw. */
    forEditors?: boolean
    /** Whether it is about the page, and answered though the diagram is gone. */
    ofPage?: boolean
    /** The answer to who has not signed in. */
    anonymous?: number
  }
  const named = ({ pageId, name }: Diagram) => `pageId=${pageId}&name=${encodeURIComponent(name)}`
  const isPng = ({ headers }: HttpReply) => expect(headers.get('content-type')).toBe('image/png')
  const ofDiagram = ({ pageId, name }: Diagram) => `${GLIFFY}/ceo/${pageId}/diagrams/${encodeURIComponent(name)}`

  const QUESTIONS: Record<string, Question> = {
    document: {
      path: diagram => `${DIAGRAMS}?${named(diagram)}`,
      tells: ({ json }, { attachmentId, state }, who) =>
        expect(json).toMatchObject({ attachmentId, may: { update: draws(who, state) } }),
    },
    'older version': { path: diagram => `${DIAGRAMS}?${named(diagram)}&version=1` },
    editor: {
      path: diagram => `${DIAGRAMS}/editor?${named(diagram)}&version=1`,
      tells: ({ json }, { state }, who) => expect(json.mayEdit).toBe(draws(who, state)),
    },
    viewer: {
      anonymous: 302,
      path: diagram => `/plugins/gliffy/viewer.action?ceoid=${diagram.pageId}&${named(diagram)}`,
    },
    preview: { path: diagram => `${GLIFFY}/diagrams/preview?${named(diagram)}`, tells: isPng },
    thumbnail: { path: diagram => `${GLIFFY}/diagrams/thumbnail?${named(diagram)}`, tells: isPng },
    picture: { path: ({ attachmentId }) => `${DIAGRAMS}/picture/${attachmentId}?version=1`, tells: isPng },
    'number of versions': {
      path: diagram => `${GLIFFY}/diagrams/allVersionInformation?${named(diagram)}`,
      tells: ({ json }, { version }) => expect(json).toEqual({ numRevisions: version }),
    },
    'image map': { path: diagram => `${ofDiagram(diagram)}/map` },
    'pages that show it': {
      path: diagram => `${DIAGRAMS}/uses?${named(diagram)}`,
      tells: ({ json }, { shownOn }) =>
        expect((json.results as { id: string }[]).map(({ id }) => id)).toContain(shownOn),
    },
    'right to change it': {
      forEditors: true,
      path: diagram => `${ofDiagram(diagram)}/permission`,
      tells: ({ json }, { attachmentId }) => expect(json).toEqual({ attachmentId }),
    },
    'diagrams of its page': {
      ofPage: true,
      path: ({ pageId }) => `${GLIFFY}/page/${pageId}/diagrams`,
      tells: ({ json }, { attachmentId, state }) =>
        expect((json as { id: string }[]).some(({ id }) => id === attachmentId)).toBe(state !== 'removed'),
    },
    'diagrams of its page, to insert': {
      anonymous: 401,
      ofPage: true,
      path: ({ pageId }) => `${DIAGRAMS}/find?pageId=${pageId}`,
      tells: ({ json }, { attachmentId, state }) =>
        expect((json.results as { attachmentId: string }[]).some(row => row.attachmentId === attachmentId)).toBe(
          state !== 'removed',
        ),
    },
    'page by JSON-RPC': { ofPage: true, path: ({ pageId }) => `${RPC}/getPage ${pageId}` },
  }

  it.each(WHO)('%s learns what one may see of a diagram, and of others nothing', async who => {
    const before = await traces(wiki)
    for (const [what, { path, tells, forEditors, ofPage, anonymous = 404 }] of Object.entries(QUESTIONS)) {
      for (const state of STATES) {
        const diagram = diagrams[state]
        const [address = '', parameter] = path(diagram).split(' ')
        const client = clients[who]
        const reply = await (parameter === undefined ? client.get(address) : client.post(address, [parameter]))
        const isThere = sees(who, state) && (state !== 'removed' || ofPage === true)
        const hidden = who === 'anonymous' ? anonymous : 404
        const status = !isThere ? hidden : forEditors === true && !draws(who, state) ? 403 : 200
        expect([what, state, reply.status], reply.text.slice(0, 300)).toEqual([what, state, status])
        if (status === 200) tells?.(reply, diagram, who)
        else expect(reply.text).not.toContain(`"${diagram.attachmentId}"`)
      }
    }
    expect(await traces(wiki)).toEqual(before)
  })

  it.each(WHO)('%s is told of a page whether one may edit it and draw on it', async who => {
    for (const state of STATES) {
      const { pageId } = diagrams[state]
      const { status, json } = await clients[who].get(`${GLIFFY}/ceo/${pageId}/permission`)
      expect([state, status]).toEqual([state, !sees(who, state) ? 404 : edits(who, state) ? 200 : 403])
      if (status === 200) expect(json).toEqual({ pageId, edit: true, createAttachment: draws(who, state) })
    }
  })

  it.each(WHO)('%s is shown on another page what one may see, and offered to edit what one may draw on', async who => {
    if (who === 'anonymous')
      return expect((await wiki.anonymous.get(`/rest/api/content/${diagrams.open.shownOn}`)).status).toBe(404)
    for (const state of STATES) {
      const shown = await viewOf(clients[who], diagrams[state].shownOn)
      const isSeen = sees(who, state) && state !== 'removed'
      expect([state, shown.includes(`data-attachment-id="${diagrams[state].attachmentId}"`)]).toEqual([state, isSeen])
      expect([state, shown.includes('data-edit="')]).toEqual([state, isSeen && draws(who, state)])
    }
  })

  it.each(WHO)('%s finds the diagrams of pages that one may see, in spaces in use', async who => {
    const all = STATES.map(state => diagrams[state])
    const ids = all.map(({ attachmentId }) => attachmentId)
    const found = await clients[who].get(`${DIAGRAMS}/find?words=page&limit=1000`)
    const targets = await clients[who].get(`${DIAGRAMS}/link-targets?pages=&diagrams=${ids.join()}`)
    if (who === 'anonymous') return expect([found.status, targets.status]).toEqual([401, 401])
    const seen = all.filter(({ state }) => sees(who, state) && state !== 'removed')
    const idsOf = (diagramsSeen: Diagram[]) => diagramsSeen.map(({ attachmentId }) => attachmentId).toSorted()
    const listed = (found.json.results as { attachmentId: string }[]).map(row => row.attachmentId)
    expect(listed.filter(id => ids.includes(id)).toSorted()).toEqual(
      idsOf(seen.filter(({ state }) => state !== 'archived')),
    )
    expect((targets.json.diagrams as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(idsOf(seen))
  })
})
