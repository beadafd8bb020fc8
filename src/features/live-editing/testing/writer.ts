import { setTimeout } from 'node:timers/promises'
import * as Y from 'yjs'
import type { HttpClient } from '#platform/server/testing/harness.ts'
import { bodyOf } from '../server/document/tree.ts'
import { LiveClient } from './client.ts'
import { Ledger } from './ledger.ts'

/** Pause between two characters, in milliseconds. */
const KEY_MS = [40, 200] as const
/** Pause before a connection is made again, in milliseconds. */
const RETRY_MS = [100, 700] as const
/** A server that does not answer within this time is as good as none, in milliseconds. */
const ANSWER_MS = 10_000

const between = ([least, most]: readonly [number, number]): number => least + Math.random() * (most - least)
const oneOf = <T>(items: readonly T[]): T | undefined => items[Math.floor(Math.random() * items.length)]

/** An editor that types unique characters at random places, loses its connection and is closed again and again. */
export class RandomWriter {
  readonly ledger: Ledger
  /** Milliseconds until acknowledgements came. */
  readonly waits: number[] = []
  connections = 0
  /** How often the connection was closed, by code. */
  readonly closings = new Map<number, number>()
  #client: LiveClient | undefined
  readonly #server: () => HttpClient
  readonly #id: string
  readonly #confirmations = new Set<Promise<void>>()

  /** @param server one of the servers that run now */
  constructor(number: number, server: () => HttpClient, id: string) {
    this.ledger = new Ledger(number)
    this.#server = server
    this.#id = id
  }

  get storage(): string {
    return this.#client?.storage ?? ''
  }

  /** Types until an epoch time in milliseconds. */
  async type(end: number): Promise<void> {
    while (Date.now() < end) {
      await this.#online(end)
      const chance = Math.random()
      if (chance < 0.03) await this.#cut()
      else if (chance < 0.05) await this.#reload()
      else if (chance < 0.15) this.#remove()
      else if (chance < 0.2) this.#addParagraph()
      else await this.#burst()
      this.#confirmLater()
    }
  }

  /** Resolves when all is acknowledged. */
  async settle(): Promise<void> {
    // Its window may have been closed at the end.
    while (this.ledger.counts.pending > 0 || !this.#client || this.#client.closed !== undefined) {
      await this.#online(Number.POSITIVE_INFINITY)
      this.#confirmLater()
      await Promise.all(this.#confirmations)
    }
  }

  async close(): Promise<void> {
    if (this.#client?.closed === undefined) await this.#client?.close()
  }

  async #online(end: number): Promise<void> {
    while (this.#client?.closed !== undefined || !this.#client) {
      if (Date.now() > end) return
      const before = this.#client
      if (before?.closed !== undefined) this.closings.set(before.closed, (this.closings.get(before.closed) ?? 0) + 1)
      const client = new LiveClient(this.#server(), this.#id, before ? { before } : {})
      this.#client = client
      this.connections++
      const isReady = client.ready().then(
        () => true,
        () => false,
      )
      if (await Promise.race([isReady, setTimeout(ANSWER_MS, false)])) return
      client.cut()
      await client.ended()
      await setTimeout(between(RETRY_MS))
    }
  }

  /** Types on for a moment after the connection breaks. */
  async #cut(): Promise<void> {
    this.#client?.cut()
    await this.#burst()
    await this.#client?.ended()
  }

  async #reload(): Promise<void> {
    this.#client?.cut()
    await this.#client?.ended()
    await Promise.all(this.#confirmations)
    this.#client = undefined
    this.ledger.doubt()
  }

  #confirmLater(): void {
    const { pending } = this.ledger
    if (!this.#client || pending.size === 0) return
    const confirmation = this.#client.saved().then(
      () => this.ledger.confirm(pending),
      () => undefined,
    )
    this.#confirmations.add(confirmation)
    void confirmation.then(() => this.#confirmations.delete(confirmation))
  }

  async #burst(): Promise<void> {
    const text = oneOf(this.#texts())
    if (!text) return
    let place = Y.createRelativePositionFromTypeIndex(text, oneOf(boundaries(text)) ?? 0)
    for (let left = 1 + Math.floor(Math.random() * 8); left > 0; left--) {
      const { doc } = this.#client as LiveClient
      const position = Y.createAbsolutePositionFromRelativePosition(place, doc)
      if (!position) return
      const character = this.ledger.next()
      text.insert(position.index, character)
      this.#measure()
      place = Y.createRelativePositionFromTypeIndex(text, position.index + character.length, -1)
      await setTimeout(between(KEY_MS))
    }
  }

  #measure(): void {
    const sent = performance.now()
    this.#client?.saved().then(
      () => this.waits.push(performance.now() - sent),
      () => undefined,
    )
  }

  /** Removes a character that this writer has typed. */
  #remove(): void {
    const text = oneOf(this.#texts())
    if (!text) return
    const own = boundaries(text).filter(index => this.ledger.isOwn(characterAt(text, index)))
    const index = oneOf(own)
    if (index === undefined) return
    const character = characterAt(text, index)
    text.delete(index, character.length)
    this.ledger.remove(character)
  }

  #addParagraph(): void {
    const body = bodyOf((this.#client as LiveClient).doc)
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(this.ledger.next())])
    const paragraphs = body.toArray().flatMap((child, index) => (isParagraph(child) ? [index] : []))
    body.insert((oneOf(paragraphs) ?? body.length - 1) + 1, [paragraph])
  }

  /** Texts of the paragraphs. */
  #texts(): Y.XmlText[] {
    return bodyOf((this.#client as LiveClient).doc)
      .toArray()
      .filter(isParagraph)
      .flatMap(paragraph => paragraph.toArray().filter(child => child instanceof Y.XmlText))
  }
}

const isParagraph = (type: unknown): type is Y.XmlElement =>
  type instanceof Y.XmlElement && type.nodeName === 'paragraph'

const plain = (text: Y.XmlText): string =>
  (text.toDelta() as { insert: unknown }[]).map(({ insert }) => (typeof insert === 'string' ? insert : '\n')).join('')

/** Indexes between characters, none of them within a pair. */
function boundaries(text: Y.XmlText): number[] {
  let index = 0
  const starts = [...plain(text)].map(character => (index += character.length) - character.length)
  return [...starts, index]
}

const characterAt = (text: Y.XmlText, index: number): string => {
  const code = plain(text).codePointAt(index)
  return code === undefined ? '' : String.fromCodePoint(code)
}
