import { writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { expect, it } from 'vitest'
import * as Y from 'yjs'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { CLOSED, MESSAGE } from './shared.ts'
import type { LiveClient } from './testing/client.ts'
import { liveSteps } from './testing/steps.ts'

const MEGABYTES = 1024 * 1024

onEachEngine(
  'access to shared documents',
  () => features,
  wiki => {
    const { connect, page, user, restrict } = liveSteps(wiki)
    const updates = (id: string) =>
      wiki().app.database.read.selectFrom('live_update').select('seq').where('content_id', '=', Number(id)).execute()

    /** Sends the first message and an update as soon as the connection is open. */
    const push = async (client: LiveClient, { doc, incarnation }: LiveClient) => {
      await client.opened()
      client.send(MESSAGE.sync, encoder => {
        writeVarString(encoder, incarnation)
        writeVarUint(encoder, 1)
        writeVarUint8Array(encoder, Y.encodeStateVector(new Y.Doc()))
      })
      client.send(MESSAGE.update, encoder => {
        writeVarUint(encoder, 1)
        writeVarUint8Array(encoder, Y.encodeStateAsUpdate(doc))
      })
    }

    it('takes nothing from a reader, before the refusal or after the permission has ended', async () => {
      const id = await page('<p>closed</p>')
      const reader = await user('reader')
      const before = await connect(reader, id).ready()
      await restrict(id)
      await before.ended()
      before.write({ storage: '<p>by a reader</p>' })
      const again = connect(reader, id)
      await push(again, before)
      expect(await again.ended()).toBe(CLOSED.forbidden)
      expect(await updates(id)).toEqual([])
      expect((await connect(wiki().admin, id).ready()).storage).toBe('<p>closed</p>')
      // Nothing of the text was sent either.
      expect(again.incarnation).toBe('')
    })

    it('keeps a connection to its own page', async () => {
      const [own, other] = [await page('<p>own</p>'), await page('<p>other</p>')]
      await restrict(other)
      const secret = await connect(wiki().admin, other).ready()
      secret.write({ storage: '<p>of the administrator</p>' })
      await secret.saved()
      const ada = await connect(await user('ada'), own).ready()
      const stray = connect(await user('ada'), own)
      await push(stray, secret)
      expect(await stray.ended()).toBe(CLOSED.replaced)
      ada.write({ storage: '<p>own, by Ada</p>' })
      await ada.saved()
      expect(await updates(other)).toHaveLength(1)
      expect(secret.storage).toBe('<p>of the administrator</p>')
      expect([ada.storage, stray.storage]).toEqual(['<p>own, by Ada</p>', '<p>own</p>'])
      expect(ada.others.size + secret.others.size).toBe(0)
    })

    it('refuses pages of other sites, and pages that name no site', async () => {
      const id = await page('<p>own site</p>')
      const { host, port } = new URL(wiki().url)
      for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`, `http://127.0.0.2:${port}`])
        expect([origin, await connect(wiki().admin, id, { origin }).ended()]).toEqual([origin, 403])
    })

    it('limits the length of a text to that of a page, and lets it be shortened', async () => {
      const id = await page('<p>long</p>')
      const ada = await connect(await user('ada'), id).ready()
      const bob = await connect(await user('bob'), id).ready()
      const grow = ({ doc }: LiveClient) => {
        const [paragraph] = doc.getXmlFragment('body').toArray() as [Y.XmlElement]
        ;(paragraph.get(0) as Y.XmlText).insert(0, 'x'.repeat(2 * MEGABYTES))
      }
      grow(ada)
      await ada.saved()
      grow(ada)
      await ada.saved()
      await bob.until(() => bob.storage.length > 4 * MEGABYTES)
      const { storage } = bob
      grow(ada)
      expect(await ada.ended()).toBe(CLOSED.tooLarge)
      expect(bob.storage).toBe(storage)
      bob.write({ storage: '<p>short</p>' })
      await bob.saved()
      // Removed text no longer counts.
      grow(bob)
      await bob.saved()
      expect(bob.closed).toBeUndefined()
    })

    it('takes no nodes that are nested more deeply than in any page, at once or one by one', async () => {
      const id = await page('<p>flat</p>')
      const ada = await connect(await user('ada'), id).ready()
      /** Nests quotes in each other, below a node. @returns the innermost */
      const nest = ({ doc }: LiveClient, parent: Y.XmlFragment, times: number): Y.XmlFragment => {
        let innermost = parent
        doc.transact(() => {
          for (let depth = 0; depth < times; depth++) {
            const quote = new Y.XmlElement('blockquote')
            innermost.insert(0, [quote])
            innermost = quote
          }
        })
        return innermost
      }
      const atOnce = await connect(await user('bob'), id).ready()
      nest(atOnce, atOnce.doc.getXmlFragment('body'), 3000)
      expect(await atOnce.ended()).toBe(CLOSED.malformed)
      const stepwise = await connect(await user('bob'), id).ready()
      const deep = nest(stepwise, stepwise.doc.getXmlFragment('body'), 190)
      await stepwise.saved()
      nest(stepwise, deep, 20)
      expect(await stepwise.ended()).toBe(CLOSED.malformed)
      // The next ones beside it are as deep.
      const beside = await connect(await user('bob'), id).ready()
      let innermost = beside.doc.getXmlFragment('body') as Y.XmlFragment
      while (innermost.firstChild instanceof Y.XmlElement && innermost.firstChild.nodeName === 'blockquote')
        innermost = innermost.firstChild
      innermost.insert(0, [new Y.XmlElement('paragraph')])
      await beside.saved()
      nest(beside, innermost, 9)
      await beside.saved()
      nest(beside, innermost, 12)
      expect(await beside.ended()).toBe(CLOSED.malformed)
      ada.write({ storage: '<p>flat and sound</p>' })
      await ada.saved()
      expect(ada.storage).toBe('<p>flat and sound</p>')
      expect((await connect(wiki().admin, id).ready()).storage).toBe('<p>flat and sound</p>')
    })

    it('tells who an editor is by itself, and passes nothing but positions on', async () => {
      const id = await page('<p>present</p>')
      const ada = await connect(await user('ada'), id).ready()
      const bob = await connect(await user('bob'), id).ready()
      const position = { tname: 'body', item: null, type: null, assoc: 0 }
      const markup = '<img src=x onerror=alert(1)>'
      const states = [
        { user: { name: markup, picture: 'javascript:alert(1)', colour: markup }, cursor: null, html: markup },
        { cursor: { anchor: { ...position, html: markup }, head: position } },
        { cursor: { anchor: { ...position, item: { client: markup, clock: 0 } }, head: position } },
        { cursor: { anchor: { ...position, assoc: markup }, head: position, html: markup } },
        { cursor: { anchor: position, head: position, html: markup } },
      ]
      for (const [index, state] of states.entries()) {
        bob.send(MESSAGE.awareness, encoder => {
          writeVarUint(encoder, index + 1)
          writeVarString(encoder, JSON.stringify(state))
        })
        await ada.until(() => ada.clocks.get(bob.doc.clientID) === index + 1)
        const seen = ada.others.get(bob.doc.clientID)
        expect(JSON.stringify(seen)).not.toMatch(/alert/)
        expect(seen?.user).toMatchObject({ name: 'Bob', colour: expect.any(Number) })
      }
      expect(ada.others.get(bob.doc.clientID)?.cursor).toEqual({ anchor: position, head: position })
      const selections = [
        { page: markup, ids: [] },
        { page: 'p1', ids: [markup] },
        { page: 'p1', ids: Array.from({ length: 51 }, (_, n) => `o${n}`) },
        { page: 'p1', ids: 'o1', html: markup },
        { page: 'p1', ids: ['o1', 'o2'], html: markup },
      ]
      for (const [index, selection] of selections.entries()) {
        const clock = states.length + index + 1
        bob.send(MESSAGE.awareness, encoder => {
          writeVarUint(encoder, clock)
          writeVarString(encoder, JSON.stringify({ cursor: null, selection }))
        })
        await ada.until(() => ada.clocks.get(bob.doc.clientID) === clock)
        const seen = ada.others.get(bob.doc.clientID)?.selection
        expect(seen).toEqual(index < selections.length - 1 ? undefined : { page: 'p1', ids: ['o1', 'o2'] })
      }
    })

    it('shows the editors of a file to each other and to nobody else, and takes no text there', async () => {
      const id = await page('<p>with files</p>')
      const idOf = async (name: string) => (await attach(wiki().admin, id, name, name)).id.replace(/\D+/, '')
      const [file, other] = [await idOf('one.txt'), await idOf('two.txt')]
      const enter = async (name: string, content: string) => {
        const client = connect(await user(name), content)
        await client.opened()
        client.present(null)
        return client
      }
      const ada = await enter('ada', file)
      const bob = await enter('bob', file)
      const eve = await enter('eve', other)
      const onPage = await connect(await user('eve'), id).ready()
      const names = (client: LiveClient) => [...client.others.values()].map(state => state.user.name)
      await ada.until(() => ada.others.size === 1)
      await bob.until(() => bob.others.size === 1)
      expect([names(ada), names(bob)]).toEqual([['Bob'], ['Ada']])
      expect([names(eve), names(onPage)]).toEqual([[], []])
      bob.send(MESSAGE.update, encoder => {
        writeVarUint(encoder, 1)
        writeVarUint8Array(encoder, Y.encodeStateAsUpdate(new Y.Doc()))
      })
      expect(await bob.ended()).toBe(CLOSED.malformed)
      await ada.until(() => ada.others.size === 0)
      expect(await updates(file)).toEqual([])
      await restrict(id)
      expect(await ada.ended()).toBe(CLOSED.forbidden)
      expect(await connect(await user('bob'), file).ended()).toBe(CLOSED.forbidden)
    })

    it('limits the connections of a user', async () => {
      const id = await page('<p>many windows</p>')
      const eve = await user('eve')
      const open = await Promise.all(Array.from({ length: 30 }, () => connect(eve, id).ready()))
      expect(await connect(eve, id).ended()).toBe(CLOSED.tooMany)
      await connect(await user('ada'), id).ready()
      await open[0]?.close()
      await expect
        .poll(() =>
          connect(eve, id)
            .ready()
            .then(
              () => 'open',
              () => 'refused',
            ),
        )
        .toBe('open')
    })
  },
)
