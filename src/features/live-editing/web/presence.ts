/** Presence without a shared text: who else has a content open in its editor, such as a diagram. */
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { writeVarString, writeVarUint, writeVarUint8Array, type Encoder } from 'lib0/encoding'
import { encodeMessage } from '../message.ts'
import { ALIVE_MS, MESSAGE, type LiveState } from '../shared.ts'
import { peopleIn, type PresentPerson } from './people.ts'
import { isFinal, openSocket, retryWait } from './reconnecting.ts'

/** An editor that does not renew its state for this long has gone. */
const GONE_MS = 3.5 * ALIVE_MS

/**
 * Tells the others that this window has a content open, and calls back with the others whenever they change.
 * @returns a function that ends it
 */
export function followPeople(contentId: string, changed: (people: readonly PresentPerson[]) => void): () => void {
  const others = new Map<number, { state: LiveState; at: number }>()
  const clientId = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  let socket: WebSocket | undefined
  let attempts = 0
  let clock = 0
  let retry: number | undefined
  const send = (kind: number, write: (encoder: Encoder) => void) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(encodeMessage(kind, write) as Uint8Array<ArrayBuffer>)
  }
  const tell = () => changed(peopleIn([...others.values()].map(({ state }) => state)))
  const present = () =>
    send(MESSAGE.awareness, encoder => {
      writeVarUint(encoder, ++clock)
      writeVarString(encoder, JSON.stringify({ cursor: null }))
    })
  const receive = ({ data }: MessageEvent<ArrayBuffer>) => {
    const decoder = createDecoder(new Uint8Array(data))
    if (readVarUint(decoder) !== MESSAGE.awareness) return
    attempts = 0
    const other = readVarUint(decoder)
    readVarUint(decoder)
    const state = JSON.parse(readVarString(decoder)) as LiveState | null
    if (state) others.set(other, { state, at: Date.now() })
    else others.delete(other)
    tell()
  }
  const connect = () => {
    const opened = openSocket(contentId)
    socket = opened
    opened.addEventListener('open', () => {
      send(MESSAGE.sync, encoder => {
        writeVarString(encoder, '')
        writeVarUint(encoder, clientId)
        writeVarUint8Array(encoder, new Uint8Array())
      })
      present()
    })
    opened.addEventListener('message', receive)
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return
      socket = undefined
      others.clear()
      tell()
      if (!isFinal(code)) retry = window.setTimeout(connect, retryWait(attempts++))
    })
  }
  const renewal = window.setInterval(() => {
    present()
    for (const [other, { at }] of others) if (Date.now() - at > GONE_MS) others.delete(other)
    tell()
  }, ALIVE_MS)
  connect()
  return () => {
    window.clearTimeout(retry)
    window.clearInterval(renewal)
    const last = socket
    socket = undefined
    last?.close()
  }
}
