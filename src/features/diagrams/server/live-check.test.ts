import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { noteSaved, savedVersion } from '#diagrams/live/saved.ts'
import { checkDiagramUpdate } from './live-check.ts'

/** A document with a version that the server has noted, and the client id of the note. */
function noted(): { doc: Y.Doc; client: number } {
  const server = new Y.Doc()
  noteSaved(server, { version: 3, by: 'Ada', at: 5 })
  const doc = new Y.Doc()
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(server))
  return { doc, client: server.clientID }
}

const forged = { version: 9, by: 'Eve', at: 0, vector: '' }

describe('an update of a diagram', () => {
  it('notes no version by saying that the note of the server is elsewhere', () => {
    const { doc, client } = noted()
    const eve = new Y.Doc()
    eve.clientID = client
    eve.getMap('objects').set('k', 1)
    eve.clientID = client + 1
    eve.getMap('objects').set('k', forged)
    const update = Y.encodeStateAsUpdate(eve)
    expect(() => checkDiagramUpdate(update, doc)).toThrow('Only the server notes versions')
    // It is one without the check.
    Y.applyUpdate(doc, update)
    expect(savedVersion(doc)).toMatchObject({ version: 9 })
  })

  it('notes no version by several values of which the server has the first', () => {
    const { doc, client } = noted()
    const eve = new Y.Doc()
    eve.clientID = client
    eve.getArray('objects').insert(0, [1, forged])
    const update = Y.encodeStateAsUpdate(eve)
    expect(() => checkDiagramUpdate(update, doc)).toThrow('A property has more than one value')
    const before = Y.encodeStateAsUpdate(doc)
    const vector = Y.encodeStateVector(doc)
    Y.applyUpdate(doc, update)
    const reader = new Y.Doc()
    Y.applyUpdate(reader, before)
    Y.applyUpdate(reader, Y.encodeStateAsUpdate(doc, vector))
    expect(savedVersion(reader)).toMatchObject({ version: 9 })
  })

  it('is checked in a time that grows with its length', () => {
    const eve = new Y.Doc()
    eve.transact(() => {
      for (let index = 0; index < 20_000; index++) {
        // Items of one user would be joined.
        eve.clientID = 1 + (index % 2)
        eve.getMap('facts').set('foreign', index)
      }
    })
    expect(checkDiagramUpdate(Y.encodeStateAsUpdate(eve), new Y.Doc())).toEqual({ inserts: true })
  })
})
