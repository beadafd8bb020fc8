/** Messages of the WebSocket: the binary encoding of lib0, as Yjs uses it. */
import { createDecoder, hasContent, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { encodeMessage } from '../message.ts'
import { MESSAGE, type LiveNotice, type LiveState } from '../shared.ts'

/** A message of a client. */
export type ClientMessage =
  | { kind: 'sync'; incarnation: string; clientId: number; vector: Uint8Array }
  | { kind: 'update'; number: number; update: Uint8Array }
  | { kind: 'awareness'; clock: number; state: string }
  | { kind: 'alive' }

/** @throws Error for anything else than a message */
export function readMessage(data: Uint8Array): ClientMessage {
  const decoder = createDecoder(data)
  const message = read()
  if (hasContent(decoder)) throw new Error('A message has more than its parts')
  return message

  function read(): ClientMessage {
    switch (readVarUint(decoder)) {
      case MESSAGE.sync:
        return {
          kind: 'sync',
          incarnation: readVarString(decoder),
          clientId: readVarUint(decoder),
          vector: readVarUint8Array(decoder),
        }
      case MESSAGE.update:
        return { kind: 'update', number: readVarUint(decoder), update: readVarUint8Array(decoder) }
      case MESSAGE.awareness:
        return { kind: 'awareness', clock: readVarUint(decoder), state: readVarString(decoder) }
      case MESSAGE.alive:
        return { kind: 'alive' }
      default:
        throw new Error('A message is of no known kind')
    }
  }
}

/** The answer to a client's state vector: the updates that it lacks, and the vector of the server. */
export function syncMessage(answer: {
  incarnation: string
  baseVersion: number
  vector: Uint8Array
  update: Uint8Array
}): Uint8Array {
  return encodeMessage(MESSAGE.sync, encoder => {
    writeVarString(encoder, answer.incarnation)
    writeVarUint(encoder, answer.baseVersion)
    writeVarUint8Array(encoder, answer.vector)
    writeVarUint8Array(encoder, answer.update)
  })
}

/** The answer where there is no shared document: its incarnation is empty. */
export const roomMessage = (): Uint8Array =>
  // Yjs encodes an empty vector as one byte, and an empty update as two.
  syncMessage({ incarnation: '', baseVersion: 0, vector: new Uint8Array(1), update: new Uint8Array(2) })

export const updateMessage = (update: Uint8Array): Uint8Array =>
  encodeMessage(MESSAGE.update, encoder => writeVarUint8Array(encoder, update))

/** Says that the client's updates up to this number are stored. */
export const storedMessage = (number: number): Uint8Array =>
  encodeMessage(MESSAGE.stored, encoder => writeVarUint(encoder, number))

/** The state of an editor; null when it has gone. */
export const awarenessMessage = (clientId: number, clock: number, state: LiveState | null): Uint8Array =>
  encodeMessage(MESSAGE.awareness, encoder => {
    writeVarUint(encoder, clientId)
    writeVarUint(encoder, clock)
    writeVarString(encoder, JSON.stringify(state))
  })

export const noticeMessage = (notice: LiveNotice): Uint8Array =>
  encodeMessage(MESSAGE.notice, encoder => writeVarString(encoder, JSON.stringify(notice)))

export const aliveMessage = (): Uint8Array => encodeMessage(MESSAGE.alive)
