import { createEncoder, toUint8Array, writeVarUint, type Encoder } from 'lib0/encoding'

/**
 * A message of the WebSocket, in the binary encoding of lib0, as Yjs uses it.
 * @param kind one of `MESSAGE`
 * @param write adds what follows the kind
 */
export function encodeMessage(kind: number, write: (encoder: Encoder) => void = () => undefined): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, kind)
  write(encoder)
  return toUint8Array(encoder)
}
