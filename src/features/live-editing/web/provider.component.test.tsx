import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import * as Y from 'yjs'
import { documentOf, textOf, writeText } from '../server/document/text.ts'
import { storedMessage, syncMessage, updateMessage } from '../server/protocol.ts'
import { CLOSED, MESSAGE, MOST_UPDATE } from '../shared.ts'
import { openLiveText } from './live-text.ts'
import { LiveProvider } from './provider.ts'

/** The server's end of a connection. */
class Wire extends EventTarget {
  static readonly OPEN = 1
  static readonly all: Wire[] = []
  readonly readyState = Wire.OPEN
  readonly sent: Uint8Array[] = []

  constructor() {
    super()
    Wire.all.push(this)
  }

  send(data: Uint8Array): void {
    this.sent.push(data)
  }

  close(code: number = 1000): void {
    this.dispatchEvent(new CloseEvent('close', { code }))
  }

  answer(data: Uint8Array): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** Answers as a server that holds a document. */
  sync(doc: Y.Doc, known: Y.Doc): void {
    const [vector, update] = [Y.encodeStateVector(doc), Y.encodeStateAsUpdate(doc, Y.encodeStateVector(known))]
    this.answer(syncMessage({ incarnation: 'one', baseVersion: 1, vector, update }))
  }

  get updates(): Uint8Array[] {
    return this.sent.flatMap(data => {
      const decoder = createDecoder(data)
      if (readVarUint(decoder) !== MESSAGE.update) return []
      readVarUint(decoder)
      return [readVarUint8Array(decoder)]
    })
  }
}

afterEach(() => {
  Wire.all.length = 0
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function connected(storage: string): { provider: LiveProvider; server: Y.Doc; wire: () => Wire } {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
  const provider = new LiveProvider('1')
  onTestFinished(() => provider.destroy())
  const server = documentOf({ title: 'T', storage }, new Set())
  const wire = () => Wire.all.at(-1) as Wire
  wire().sync(server, provider.doc)
  return { provider, server, wire }
}

it('gives a server back what others had removed, which it passed on and could not store', () => {
  const { provider, server, wire } = connected('<p>one two</p>')
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(server))
  const vector = Y.encodeStateVector(other)
  writeText(other, { title: 'T', storage: '<p>one</p>' }, new Set())
  wire().answer(updateMessage(Y.encodeStateAsUpdate(other, vector)))
  expect(textOf(provider.doc).storage).toBe('<p>one</p>')
  wire().close(CLOSED.again)
  vi.advanceTimersByTime(1000)
  wire().sync(server, provider.doc)
  for (const update of wire().updates) Y.applyUpdate(server, update)
  expect(textOf(server).storage).toBe('<p>one</p>')
  // A server that has everything gets nothing.
  wire().answer(storedMessage(1))
  wire().close(CLOSED.again)
  vi.advanceTimersByTime(1000)
  wire().sync(server, provider.doc)
  expect(wire().updates).toEqual([])
  expect(provider.isStored).toBe(true)
})

it('does not encode the document that it reads from the server, but what changes later', () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
  const provider = new LiveProvider('1')
  onTestFinished(() => provider.destroy())
  const server = documentOf({ title: 'T', storage: '<p>one</p>' }, new Set())
  const [vector, update] = [Y.encodeStateVector(server), Y.encodeStateAsUpdate(server)]
  const message = syncMessage({ incarnation: 'one', baseVersion: 1, vector, update })
  const encoded = vi.spyOn(Y.Item.prototype, 'write')
  onTestFinished(() => encoded.mockRestore())
  const wire = Wire.all.at(-1) as Wire
  wire.answer(message)
  expect(textOf(provider.doc).storage).toBe('<p>one</p>')
  expect(encoded).not.toHaveBeenCalled()
  provider.doc.getText('title').insert(0, 'x')
  expect(encoded).toHaveBeenCalledOnce()
  expect(wire.updates).toHaveLength(1)
})

it('waits longer and longer for a server that connects and cannot store', () => {
  const { provider, server, wire } = connected('<p>one</p>')
  const [paragraph] = provider.doc.getXmlFragment('body').toArray() as [Y.XmlElement]
  ;(paragraph.get(0) as Y.XmlText).insert(0, 'x')
  for (const [least, most] of [
    [375, 625],
    [750, 1250],
    [1500, 2500],
  ] as const) {
    wire().close(CLOSED.noSpace)
    expect(provider.connection).toEqual({ kind: 'offline', code: CLOSED.noSpace })
    const { length } = Wire.all
    vi.advanceTimersByTime(least - 10)
    expect(Wire.all).toHaveLength(length)
    vi.advanceTimersByTime(most - least + 20)
    expect(Wire.all).toHaveLength(length + 1)
    wire().sync(server, provider.doc)
    expect(wire().updates).toHaveLength(1)
  }
  expect(provider.isStored).toBe(false)
  wire().answer(storedMessage(4))
  expect(provider.isStored).toBe(true)
})

it('gives up a change that is too large for the server, instead of sending it again and again', () => {
  const { provider, wire } = connected('<p>one</p>')
  const [paragraph] = provider.doc.getXmlFragment('body').toArray() as [Y.XmlElement]
  ;(paragraph.get(0) as Y.XmlText).insert(0, 'x'.repeat(MOST_UPDATE))
  expect(wire().updates).toEqual([])
  expect(provider.connection).toEqual({ kind: 'refused', code: CLOSED.tooLarge })
  expect(provider.isStored).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(Wire.all).toHaveLength(1)
})

it('waits for a busy server while the connection stays open, and for no other one', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Wire)
  const server = documentOf({ title: 'T', storage: '<p>one</p>' }, new Set())
  const late = openLiveText('1')
  await vi.advanceTimersByTimeAsync(20_000)
  Wire.all[0]?.sync(server, new Y.Doc())
  const text = await late
  expect(text).toMatchObject({ title: 'T' })
  if ('provider' in text) text.provider.destroy()
  const never = openLiveText('2')
  await vi.advanceTimersByTimeAsync(6000)
  Wire.all.at(-1)?.close(1011)
  expect(await never).toEqual({ code: 0 })
  const silent = openLiveText('3')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await silent).toEqual({ code: 0 })
})
